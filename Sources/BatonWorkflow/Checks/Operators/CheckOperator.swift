import BatonDiagnostics
import BatonJSON

/// One operator of a check, with its operand: `close_to: { value: 5, tolerance: 1 }`.
///
/// Each operator has one file in this folder: its words in the language (`OperatorWord`), its operand, the comparison,
/// and the message when it fails.
protocol CheckOperator: Sendable {
    /// The operator's name in files and reports.
    var word: String { get }

    /// Compares a value with the operand; nil when the operator holds.
    ///
    /// - Parameter actual: never `missing`, unless `comparesMissing`.
    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch?

    /// Why the operator looked at nothing in a value for which it holds, or does not hold under `not` and `none`; nil
    /// where it looked at something.
    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(TemplateFailure) -> HollowCheck.Reason?

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
    ) throws(TemplateFailure) -> any CheckOperator
}

extension CheckOperator {
    var comparesMissing: Bool { false }
    var bounds: [JSONValue]? { nil }
    var equals: [JSONValue] { [] }
    var fits: ValueTypes? { OperatorWord[word]?.fits }

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(TemplateFailure) -> HollowCheck.Reason? { nil }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(TemplateFailure) -> any CheckOperator { self }
}

/// The word of an operator in files: its line in the reference and the reader of its operand.
struct OperatorWord: Sendable {
    let key: Language.Key
    /// The types of values that the operator can be applied to; nil for all types.
    let fits: ValueTypes?
    /// Reads the operand; nil after a report.
    let read: @Sendable (WrittenOperand) -> (any CheckOperator)?

    var name: String { key.name }

    /// - Parameter holds: the map that is its operand.
    init(
        _ name: String, _ shape: Language.Shape, _ sentence: String, fits: ValueTypes? = nil,
        holds content: @autoclosure @escaping @Sendable () -> Language.Content? = nil, kinds: [Language.Kind] = [],
        values: Language.Values? = nil,
        read: @escaping @Sendable (WrittenOperand) -> (any CheckOperator)?
    ) {
        key = Language.Key(
            name, shape, sentence, holds: content(), kinds: kinds, values: values,
            example: Self.examples[name])
        self.fits = fits
        self.read = read
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
    static subscript(name: String) -> OperatorWord? { byName[name] }
}

extension Language {
    /// The operators of checks.
    package static let operators = Map(
        "a check", OperatorWord.all.map(\.key), rules: [.notEmpty],
        note: "a member is checked by its path, `$.user.name: Ada`, a whole object by `eq: { name: Ada }`")
}
