import BatonDiagnostics
import BatonJSON
import BatonValues
import BatonYAML

/// `is`: text in one of the formats.
struct FormatTest: CheckOperator {
    let formats: [ValueFormat]

    static let words = [
        OperatorWord(
            "is", .any, "Text of this form: `uuid date datetime email ipv4 ipv6 uri base64 json jwt`, or a list.",
            fits: .string, kinds: [.text, .list],
            values: .all(of: ValueFormat.self, takesList: true), read: read)
    ]

    private static func read(_ operand: WrittenOperand) -> FormatTest? {
        var formats: [ValueFormat] = []
        for item in operand.node.itemsOrItself {
            guard let format = item.scalar.flatMap({ ValueFormat(rawValue: $0.text) }) else {
                return operand.report(.unknownFormat(item))
            }
            formats.append(format)
        }
        return FormatTest(formats: formats)
    }

    var word: String { "is" }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        guard let text = actual.value?.stringValue else {
            return .unfit(word, actual, "which is no text") { _ in described }
        }
        if formats.contains(where: { $0.accepts(text) }) { return nil }
        return Mismatch(word) { wording in .init(expected: described, actual: wording.actual(actual)) }
    }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { formats.map(\.described).joined(separator: " or ") }
}

extension Diagnostic {
    fileprivate static func unknownFormat(_ node: YAMLNode) -> Diagnostic {
        let known = ValueFormat.allCases.map(\.rawValue)
        let text = node.scalar?.text ?? node.kindName
        return Diagnostic(
            "workflow.unknown-format", "`\(text)` is no format", at: node.range,
            help: Spelling.nearest(to: text, in: known).map { "did you mean `\($0)`?" }
                ?? "the formats are " + known.map { "`\($0)`" }.joined(separator: ", "))
    }
}
