import BatonDiagnostics
import BatonLanguage
import BatonSources
import BatonYAML

extension TemplateReader {
    /// Warns of `True` and `~` without quotes: other readers of YAML take them for true and null, here they are texts.
    func warnOfYAMLWord(_ scalar: YAMLScalar, _ node: YAMLNode) {
        guard scalar.isPlain, let meant = scalar.withContents(Self.meaning) else { return }
        let text = scalar.text
        sink.report(
            Diagnostic(
                .warning, "workflow.word-as-text", "`\(text)` is a text here", at: node.range,
                help: "write `\(meant)`; where the text is meant, put it in quotes: `\"\(text)\"`"))
    }

    private static func meaning(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.count <= 5, let first = text.first, "TFN~".utf8.contains(first) else { return nil }
        return switch String(decoding: text, as: UTF8.self) {
        case "True", "TRUE": "true"
        case "False", "FALSE": "false"
        case "Null", "NULL", "~": "null"
        default: nil
        }
    }
}
