import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// Reads `session` of an environment.
struct SessionSpecReader {
    let sink: DiagnosticSink

    func session(_ entry: MapReader.Entry) -> SessionSpec {
        var spec = SessionSpec()
        var scopeRange: SourceRange?
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.EnvironmentSession.map) {
            switch item.key {
            case Language.EnvironmentSession.headers: spec.headers = (item.value.items ?? []).compactMap(name)
            default:
                spec.scope = item.word() ?? .workflow
                scopeRange = item.value.range
            }
        }
        if let scopeRange, spec.headers.isEmpty { sink.report(.scopeWithoutHeaders(at: scopeRange)) }
        return spec
    }

    private func name(_ node: YAMLNode) -> String? {
        guard let name = node.scalar?.text else { return nil }
        guard Token.isValid(name) else {
            sink.report(.invalidHeaderName(name, at: node.range))
            return nil
        }
        return name
    }
}

extension Diagnostic {
    fileprivate static func scopeWithoutHeaders(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "`session` has a `scope` and no `headers`: nothing is kept", at: range,
            help: "name the headers that responses hand out: `session: { headers: [access-token], scope: run }`")
    }
}
