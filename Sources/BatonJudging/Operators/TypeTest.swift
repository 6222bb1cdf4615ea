import BatonDiagnostics
import BatonJSON
package import BatonLanguage

/// `type`.
struct TypeTest: CheckOperator {
    /// The accepted types, in the words of the language.
    let names: [String]

    static let words = [word]

    static let word = OperatorWord(
        "type", .any, "The value is of one of the types; a number without a fraction is an `integer` and a `number`.",
        kinds: [.text, .list, .null],
        values: Language.Values(Language.typeNames, takesList: true), example: "string", operand: .types(TypeTest.init))

    var word: String { Self.word.name }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let name = actual.typeName
        let isInteger = if case .json(.number(let number)) = actual { number.isInteger } else { false }
        if names.contains(name) || (isInteger && names.contains("integer")) { return nil }
        return ComparisonFailure(word) { wording in
            let shown = wording.actual(actual)
            let known = isInteger ? "integer" : name
            return .init(expected: described, actual: known == "null" ? "null" : "the \(known) \(shown)")
        }
    }

    var bounds: [JSONValue]? { [] }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { names.map(Wording.article).joined(separator: " or ") }
}

extension Language {
    /// The words `type` knows.
    package static let typeNames = ["string", "integer", "number", "boolean", "object", "array", "null"]
}
