import BatonDiagnostics
import BatonYAML

/// Reads `session` of a file or a step: a name, or `none`.
struct SessionReader {
    let sink: DiagnosticSink

    func session(_ node: YAMLNode) -> SessionChoice {
        let name = node.scalar?.text ?? ""
        if name == "none" { return .none }
        if name.hasPrefix("needs.") {
            sink.report(
                Diagnostic(
                    "workflow.unsupported", "`session: \(name)` is not supported by this version", at: node.range,
                    help: "it is part of the language and comes with a later version; nothing of this file runs"))
        } else if !Scope.isIdentifier(name) {
            sink.report(
                Diagnostic(
                    "workflow.invalid-name", "`\(name)` cannot be the name of a session", at: node.range,
                    help: "a name is letters, digits and `_`, and does not begin with a digit"))
        }
        return .named(name)
    }
}
