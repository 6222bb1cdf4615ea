import BatonDiagnostics
package import BatonJSON
package import BatonLanguage

/// One operator of a check, with its operand: `close_to: { value: 5, tolerance: 1 }`.
///
/// Each operator has one file in this folder: its words in the language (`OperatorWord`), the form of its operand, the
/// comparison, and the message when it fails. The loader reads each form of operand in one place. A `Check` is a subject and
/// a test, mostly a list of operators; `TestEvaluator` tests one value, and operators that hold tests, such as `not` and
/// `each`, ask it again.
package protocol CheckOperator: Sendable {
    /// The operator's name in files and reports.
    var word: String { get }

    /// Compares a value with the operand; nil when the operator holds.
    ///
    /// - Parameter actual: never `missing`, unless `comparesMissing`.
    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> Mismatch?

    /// Why the operator looked at nothing in a value for which it holds, or does not hold under `not` and `none`; nil
    /// where it looked at something.
    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason?

    /// The wanted value, for messages: `at least 5`.
    func wanted(_ expectation: Expectation) -> String

    /// Whether the operator tests missing values.
    var comparesMissing: Bool { get }

    /// The values between which what the operator accepts does not change; nil where only the response tells, as of a
    /// computed operand, or of an operator that looks into the value.
    var bounds: [JSONValue]? { get }

    /// The values that the operator compares the value with for equality.
    var equals: [JSONValue] { get }

    /// The types of values that the operator can be applied to; nil for all types.
    var fits: ValueTypes? { get }

    /// The operator with the texts of its operand filled and changed; regular expressions stay as they are.
    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator
}

extension CheckOperator {
    package var comparesMissing: Bool { false }
    package var bounds: [JSONValue]? { nil }
    package var equals: [JSONValue] { [] }
    package var fits: ValueTypes? { OperatorWord[word]?.fits }

    package func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? { nil }

    package func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator { self }
}

/// The form of an operator's operand in files, and the operator that is made of it.
package enum OperandForm: Sendable {
    case flag(@Sendable (Bool) -> any CheckOperator)
    /// Any value, in which expressions may stand.
    case value(@Sendable (Template) -> any CheckOperator)
    case numberOrText(@Sendable (Template) -> any CheckOperator)
    /// A list, or an expression that gives one.
    case list(@Sendable (Template) -> any CheckOperator)
    case text(@Sendable (TextTemplate) -> any CheckOperator)
    case pattern(@Sendable (PatternTemplate) -> any CheckOperator)
    /// One name of `Language.typeNames` or several.
    case types(@Sendable ([String]) -> any CheckOperator)
    case formats(@Sendable ([ValueFormat]) -> any CheckOperator)
    /// `asc`, which is true, or `desc`.
    case direction(@Sendable (Bool) -> any CheckOperator)
    /// `Language.CloseTo`.
    case closeness(@Sendable (_ center: Template, _ tolerance: Template) -> any CheckOperator)
    case schema(@Sendable (SchemaTemplate) -> any CheckOperator)
    /// Operators for the elements of the value, or a value that stands for equality.
    case testOfElements(@Sendable (Check.Test) -> any CheckOperator)
    case testOfLength(@Sendable (Check.Test) -> any CheckOperator)
    /// Operators for the value itself, each of which is tested on its own.
    case negatedTest(@Sendable (Check.Test) -> any CheckOperator)
}

/// The word of an operator in files: its declaration and the form of its operand.
package struct OperatorWord: Sendable {
    package let key: Language.Key
    /// The types of values that the operator can be applied to; nil for all types.
    package let fits: ValueTypes?
    package let operand: OperandForm

    var name: String { key.name }

    /// - Parameter holds: the map that is its operand.
    init(
        _ name: String, _ shape: Language.Shape, _ sentence: String, takes: String? = nil, fits: ValueTypes? = nil,
        holds content: @autoclosure @escaping @Sendable () -> Language.Content? = nil, kinds: [Language.Kind] = [],
        values: Language.Values? = nil, operand: OperandForm
    ) {
        key = Language.Key(
            name, shape, sentence, takes: takes, holds: content(), kinds: kinds, values: values,
            example: Self.examples[name])
        self.fits = fits
        self.operand = operand
    }
}

extension OperatorWord {
    /// Every operator, in the order of the reference.
    static let all: [OperatorWord] =
        Equality.words + Order.words + Membership.words + Containment.words + Affix.words + PatternMatch.words
        + Length.words + Emptiness.words + Existence.words + TypeTest.words + FormatTest.words + Closeness.words
        + Elements.words + Uniqueness.words + Sorting.words + UnorderedEquality.words + SchemaFit.words + Negation.words

    /// Each operator with an operand that is right, where the shape alone gives none.
    private static let examples = [
        "eq": "eq: 5", "ne": "ne: 5", "gt": "gt: 0", "gte": "gte: 1", "lt": "lt: 10", "lte": "lte: 9",
        "in": "in: [1, 2]", "not_in": "not_in: [1, 2]", "contains": "contains: Ada",
        "not_contains": "not_contains: Ada", "starts_with": "starts_with: Bearer", "ends_with": "ends_with: .pdf",
        "matches": "matches: \"^A\"", "not_matches": "not_matches: \"^A\"", "length": "length: 3",
        "type": "type: string", "is": "is: uuid", "close_to": "close_to: { value: 1.5, tolerance: 0.1 }",
        "each": "each: { gt: 0 }", "any": "any: { eq: 5 }", "none": "none: { eq: 5 }", "sorted": "sorted: asc",
        "in_any_order": "in_any_order: [1, 2]", "schema": "schema: item.schema.json", "not": "not: { eq: 5 }",
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The operator of a name; nil for any other name.
    package static subscript(name: String) -> OperatorWord? { byName[name] }
}

extension Language {
    /// The operators of checks.
    package static let operators = Map(
        "a check", OperatorWord.all.map(\.key), rules: [.notEmpty],
        note: "a member is checked by its path, `$.user.name: Ada`, a whole object by `eq: { name: Ada }`")
}
