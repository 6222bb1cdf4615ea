import BatonDiagnostics
package import BatonJSON
package import BatonLanguage
import BatonValues

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
    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure?

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

    /// - Parameters:
    ///   - holds: the map that is its operand.
    ///   - example: an operand that is right; of the shape unless given.
    init(
        _ name: String, _ shape: Language.Shape, _ sentence: String, takes: String? = nil, fits: ValueTypes? = nil,
        holds content: @autoclosure @escaping @Sendable () -> Language.Content? = nil, kinds: [Language.Kind] = [],
        values: Language.Values? = nil, example: String? = nil, operand: OperandForm
    ) {
        key = Language.Key(
            name, shape, sentence, takes: takes, holds: content(), kinds: kinds, values: values,
            example: example.map { "\(name): \($0)" })
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

    private static let names = NameIndex(all.map(\.name))

    /// The operator of a name; nil for any other name.
    package static subscript(name: String) -> OperatorWord? { names[name].map { all[$0] } }
}

extension Language {
    /// The operators of checks.
    package static let operators = Map(
        "a check", OperatorWord.all.map(\.key), rules: [.notEmpty],
        note: "a member is checked by its path, `$.user.name: Ada`, a whole object by `eq: { name: Ada }`")
}
