package import BatonDiagnostics
import BatonLanguage
import BatonValues
import BatonYAML

/// Reads `environments` of a file, the environments in which the workflow runs.
struct EnvironmentsReader {
    let sink: DiagnosticSink

    /// The names as written, without any check.
    static func names(in root: YAMLNode) -> [String] {
        (root["environments"]?.items ?? []).compactMap { $0.scalar?.text }
    }

    func check(_ node: YAMLNode, known: [String]) {
        let items = node.items ?? []
        if items.isEmpty {
            sink.report(
                .checksNothing(
                    "`environments`", at: node.range, help: "name one, or leave it out: then it runs in all of them"))
        }
        for item in items {
            guard let name = item.scalar?.text, !known.contains(name) else { continue }
            sink.report(.unknownEnvironment(name, known: known, at: item.range))
        }
    }
}

extension LoadingContext {
    /// The reason why a workflow that runs only in these environments does not run here; nil where it runs, and for no
    /// names.
    func absence(_ names: [String]) -> String? {
        if names.isEmpty || names.contains(environment?.name ?? "") { return nil }
        let here = environment.map { "this is `\($0.name)`" } ?? "no environment is chosen"
        return "it runs only in \(Self.list(names)), and \(here)"
    }

    private static func list(_ names: [String]) -> String {
        let quoted = names.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Diagnostic {
    /// - Parameter absence: the reason from `LoadingContext.absence`.
    static func neededElsewhere(_ path: String, _ absence: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.cannot-be-used", "`\(path)` cannot be needed here: \(absence)", at: range,
            help: "give this workflow `environments` too, so that both run in the same ones")
    }

    static func calledElsewhere(_ path: String, _ absence: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.cannot-be-used", "`\(path)` cannot be called here: \(absence)", at: range,
            help: "give this workflow `environments` too, so that both run in the same ones")
    }

    package static func unknownEnvironment(_ name: String, known: [String], at range: SourceRange?) -> Diagnostic {
        let nearest = Spelling.nearest(to: name, in: known)
        let help: Message =
            if let nearest {
                "did you mean `\(nearest)`?"
            } else if known.isEmpty {
                "baton.yaml has no `environments`"
            } else {
                "there is " + known.map { "`\($0)`" }.joined(separator: ", ")
            }
        return Diagnostic("project.unknown-environment", "there is no environment `\(name)`", at: range, help: help)
    }
}
