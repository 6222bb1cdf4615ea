import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// Reads `session` of a file or a step: a name, `none`, or `needs.NAME`.
struct SessionReader {
    let scope: Scope
    let sink: DiagnosticSink

    func session(_ node: YAMLNode) -> SessionChoice {
        let name = node.scalar?.text ?? ""
        if name == "none" { return .none }
        if name == "needs" || name.hasPrefix("needs.") {
            let need = String(name.dropFirst("needs.".count))
            check(need, at: node.range)
            scope.gathered.uses.neededSessions.insert(need)
            return .needed(need)
        }
        if !Language.isIdentifier(name) {
            sink.report(
                Diagnostic(
                    "workflow.invalid-name", "`\(name)` cannot be the name of a session", at: node.range,
                    help: "a name is letters, digits and `_`, and does not begin with a digit"))
        }
        return .named(name)
    }

    private func check(_ need: String, at range: SourceRange) {
        let known = scope.names.needNames
        if !known.contains(need) {
            sink.report(.sessionOfUnknownNeed(need, known: known.sorted(), at: range))
        } else if scope.names.needsWithRows.contains(need) {
            sink.report(.sessionOfRows(need, at: range))
        } else if scope.names.needsWithoutSession.contains(need) {
            sink.report(.sessionOfNone(need, at: range))
        }
    }
}

extension Diagnostic {
    static func sessionOfRows(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(name)` has rows, each with a session of its own", at: range,
            help: "need a workflow without `rows`, and give it what a row has: `{ file: …, with: { … } }`")
    }

    static func sessionOfUnknownNeed(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
        let help: Message =
            if let nearest = Spelling.nearest(to: name, in: known) {
                "did you mean `needs.\(nearest)`?"
            } else if known.isEmpty {
                "write `needs: { login: login.yaml }` at the top of the file, and `session: needs.login`"
            } else {
                "there is " + known.map { "`needs.\($0)`" }.joined(separator: ", ")
            }
        let message: Message =
            name.isEmpty
            ? "`session: needs` does not say whose session"
            : "no workflow that this one needs is called `\(name)`"
        return Diagnostic("workflow.unknown-need", message, at: range, help: help)
    }

    static func sessionOfNone(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.unknown-need", "the workflow `\(name)` has `session: none`, so that it leaves none to others",
            at: range, help: "take `session: none` out of its file")
    }
}
