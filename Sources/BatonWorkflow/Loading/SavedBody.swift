import BatonDiagnostics
import BatonYAML

/// What may be asked of an answer whose body goes to a file (`save`): nothing that needs the body itself.
struct SavedBody {
    let sink: DiagnosticSink

    private static let needingBody: Set<String> = [
        "body", "json", "json_includes", "xpath", "starts_with_hex", "schema", "snapshot",
    ]
    private static let members: Set<String> = ["json", "body", "bytes"]

    func check(_ expect: YAMLNode?, _ expected: CheckReader.Result, _ captures: [Capture]) {
        for entry in expect?.entries ?? []
        where Self.needingBody.contains(entry.keyText) || entry.keyText.hasPrefix("$") {
            sink.report(.bodyIsSaved("`\(entry.keyText)`", at: entry.key.range))
        }
        for condition in expected.conditions where readsBody(condition) {
            sink.report(.bodyIsSaved("`\(condition.text)`", at: condition.range))
        }
        for capture in captures {
            switch capture.source {
            case .header, .cookie: break
            case .expression(let expression):
                if readsBody(expression) { sink.report(.bodyIsSaved("`\(expression.text)`", at: expression.range)) }
            default: sink.report(.bodyIsSaved("the capture `\(capture.name)`", at: capture.range))
            }
        }
    }

    private func readsBody(_ expression: Expression) -> Bool {
        expression.program.references.contains { $0.count > 1 && $0[0] == "response" && Self.members.contains($0[1]) }
    }
}
