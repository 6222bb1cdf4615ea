import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow

extension Diagnostic {
    static func computedWorkflow(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the path of a workflow is spelled out: it is loaded before anything runs",
            at: range, help: "use `if` to choose between two steps")
    }

    /// - Parameter found: the path by which a file of this name is found.
    static func unreadableWorkflow(_ message: Message, found: String?, at range: SourceRange) -> Diagnostic {
        let rule: Message = "the path counts from the folder of the file it is written in"
        return Diagnostic(
            "file.unreadable", message, at: range, help: found.map { "\(rule): write `\($0)`" } ?? rule)
    }

    static func cycleOfWorkflows(_ chain: [String], at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.cycle", "these workflows call each other: \(chain.joined(separator: " → "))", at: range,
            help: "move what both need into a third file")
    }

    static func callsTooDeep(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.too-large", "workflows call each other more than \(WorkflowCall.mostLevels) levels deep",
            at: range, help: "call this file from one that stands nearer to the first")
    }

    static func tooManySteps(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.too-large",
            "with the workflows that it calls, and those that these call, the file has more than \(WorkflowCall.mostSteps) steps",
            at: range, help: "a step is done many times by `for_each` or `repeat`")
    }

    static func brokenWorkflow(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.broken-file", "`\(path)` has errors", at: range, help: "they are shown with that file")
    }

    static func calledAPI(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-workflow", "`\(path)` is an API file: it has endpoints, and no steps", at: range,
            help: "write `use: { api: \(path) }` at the top of this file, and `call: api.ENDPOINT`")
    }

    static func calledOpenAPI(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-workflow", "`\(path)` is an OpenAPI document: it has no steps", at: range,
            help: "`contract` of an environment or an API file holds requests and responses against it")
    }

    static func calledWorkflowHas(
        _ key: String, _ path: String, at range: SourceRange, there: SourceRange?
    ) -> Diagnostic {
        Diagnostic(
            "workflow.cannot-be-used", "`\(path)` has `\(key)`, which only a workflow that runs by itself can have",
            at: range, notes: there.map { [Note("it is here", at: $0)] } ?? [],
            help: "write `\(key)` in this file\(key == "needs" ? ", and hand on what is needed as inputs" : "")")
    }

    /// - Parameter path: the written dotted keys; empty for another source.
    static func captureOfWorkflow(_ name: String, path: String, at range: SourceRange) -> Diagnostic {
        let keys = path.hasPrefix("result.") ? String(path.dropFirst(7)) : path
        let isPlain = keys.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            Language.isIdentifier(String($0))
        }
        return Diagnostic(
            "workflow.key-does-not-fit", "a called workflow gives its outputs, and no response to take something from",
            at: range, help: "write an expression: `\(name): $(result.\(isPlain ? keys : name))`")
    }

    static func sessionOfWorkflow(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value",
            "a workflow has a session of its own, or takes that of its caller: `\(text)` is neither",
            at: range, help: "write `session: shared`, or leave it out")
    }

    static func unknownWorkflowInput(
        _ name: String, of path: String, at range: SourceRange, known: [String]
    ) -> Diagnostic {
        let help: Message =
            if let near = Spelling.nearest(to: name, in: known) {
                "did you mean `\(near)`?"
            } else if known.isEmpty {
                "it has no `inputs`"
            } else {
                "it has " + known.map { "`\($0)`" }.joined(separator: ", ")
            }
        return Diagnostic("workflow.wrong-input", "`\(path)` has no input `\(name)`", at: range, help: help)
    }
}
