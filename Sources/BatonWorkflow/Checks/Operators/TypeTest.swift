import BatonDiagnostics
import BatonJSON

/// `type`.
struct TypeTest: CheckOperator {
    /// The accepted types, in the words of the language.
    let names: [String]

    static let words = [word]

    static let word = OperatorWord(
        "type", .any, "`string integer number boolean object array null`, or a list of them.",
        kinds: [.text, .list, .null],
        values: Language.Values(Language.typeNames, takesList: true), read: read)

    private static func read(_ operand: WrittenOperand) -> TypeTest? {
        var names: [String] = []
        for item in operand.node.itemsOrItself {
            guard let scalar = item.scalar else {
                return operand.reportWrongType(wanted: "the name of a type, or a list of them")
            }
            guard Language.typeNames.contains(scalar.text) else {
                return operand.report(.unknownType(scalar.text, at: item.range))
            }
            names.append(scalar.text)
        }
        return TypeTest(names: names)
    }

    var word: String { Self.word.name }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let name = actual.typeName
        let isInteger = if case .json(.number(let number)) = actual { number.isInteger } else { false }
        if names.contains(name) || (isInteger && names.contains("integer")) { return nil }
        return Mismatch(word) { wording in
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
