import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reports uses of a body that `save` streams into a file.
struct SavedBody {
    let sink: DiagnosticSink

    private static let needingBody: Set<String> = [
        "body", "json", "json_includes", "xpath", "starts_with_hex", "schema", "xml_schema", "snapshot",
    ]
    private static let members: Set<String> = ["json", "body", "bytes"]

    func check(_ expect: YAMLNode?, _ expected: CheckReader.Result, _ captures: [Capture], _ flow: RequestFlow?) {
        for entry in expect?.entries ?? []
        where Self.needingBody.contains(entry.keyText) || entry.keyText.hasPrefix("$") {
            report("`\(entry.keyText)`", at: entry.keyRange)
        }
        for condition in expected.conditions { check(condition) }
        for capture in captures { check(capture.source, "the capture `\(capture.name)`", at: capture.range) }
        if let polling = flow?.polling { check(polling.condition) }
        switch flow?.pagination?.way {
        case .link(let link): check(link.source, "`next`", at: link.range)
        case .again(let condition, let assignments):
            check(condition)
            for assignment in assignments { assignment.value.forEachExpression(check) }
        case .relation, nil: break
        }
    }

    private func check(_ source: Capture.Source, _ what: String, at range: SourceRange) {
        switch source {
        case .header, .cookie: break
        case .expression(let expression): check(expression)
        case .search(let search):
            guard case .source(let inner) = search.subject else {
                if case .body = search.subject { report(what, at: range) }
                break
            }
            check(inner, what, at: range)
        case .path, .events, .xpath: report(what, at: range)
        }
    }

    private func check(_ expression: Expression) {
        if readsBody(expression) { report("`\(expression.text)`", at: expression.range) }
    }

    private func report(_ what: String, at range: SourceRange) { sink.report(.bodyIsSaved(what, at: range)) }

    private func readsBody(_ expression: Expression) -> Bool {
        expression.program.references.contains { $0.count > 1 && $0[0] == "response" && Self.members.contains($0[1]) }
    }
}
