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
        if names.isEmpty {
            return operand.report(
                .checksNothing("`type: []`", at: operand.node.range, help: "write at least one type"))
        }
        if Set(names).union(names.contains("number") ? ["integer"] : []).isSuperset(of: Language.typeNames) {
            return operand.report(
                .checksNothing("`type` with every type", at: operand.node.range, help: "leave out those that are wrong")
            )
        }
        if let types = operand.type.types, let wanted = ValueTypes(words: names), types.isDisjoint(with: wanted) {
            return operand.report(.neverOfType(names, operand.type, at: operand.node.range))
        }
        return TypeTest(names: names)
    }

    var word: String { Self.word.name }

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let name = actual.typeName
        let isInteger = if case .json(.number(let number)) = actual { number.isInteger } else { false }
        if names.contains(name) || (isInteger && names.contains("integer")) { return nil }
        return Mismatch(word) { wording in
            let shown = wording.actual(actual)
            let known = isInteger ? "integer" : name
            return .init(expected: described, actual: known == "null" ? "null" : "the \(known) \(shown)")
        }
    }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { names.map(Wording.article).joined(separator: " or ") }
}

extension Language {
    /// The words `type` knows.
    package static let typeNames = ["string", "integer", "number", "boolean", "object", "array", "null"]
}

extension Diagnostic {
    fileprivate static func neverOfType(_ names: [String], _ type: SubjectType, at range: SourceRange) -> Diagnostic {
        let help =
            type.isText
            ? "to take it for a number compare it with one: `{ gte: 0 }`, or write `{ matches: \"^[0-9]+$\" }`" : nil
        return .cannotHold(
            "\(type.title) is \(type.described) and never \(names.map(Wording.article).joined(separator: " or "))",
            at: range, help: help)
    }
}
