package import BatonDiagnostics
import BatonJudging
import BatonValues
import BatonWorkflow

extension Diagnostic {
    static func computedLock(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the name of a lock stands as it is: nothing is computed in `\(name)`", at: range,
            help: "locks are known before anything runs; all rows of a workflow have the same")
    }

    // MARK: - needs

    static func needsNothing(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.checks-nothing", "`needs` names no workflow", at: range,
            help: "write `needs: [login.yaml]`, or leave it out")
    }

    static func needIsNoPath(at range: SourceRange, isMap: Bool) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-type", "`needs` wants the path of a workflow file here", at: range,
            help: isMap
                ? "with values for its inputs it gets a name: `needs: { ada: { file: login.yaml, with: { user: ada } } }`"
                : "write `needs: [login.yaml]` or `needs: { login: login.yaml }`")
    }

    static func needTwice(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.name-taken", "two needs are called `\(name)`", at: range,
            notes: [Note("the first is here", at: first)],
            help: "give them names of their own: `needs: { \(name): …, other: … }`")
    }

    static func unreadableNeed(_ message: Message, found: String?, at range: SourceRange) -> Diagnostic {
        let rule: Message = "the path counts from the folder of the file it is written in"
        return Diagnostic(
            "file.unreadable", message, at: range, help: found.map { "\(rule): write `\($0)`" } ?? rule)
    }

    static func needIsNoWorkflow(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-workflow", "`\(path)` has no `steps`, so that it is no workflow", at: range,
            help: "an API file is used with `use`")
    }

    /// Reports a value of this workflow in an argument of a need: `with: { user: $(username) }`.
    static func needWithOwnValue(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "`\(name)` is not known yet when a needed workflow runs", at: range,
            help:
                "it may use `env`, `secrets`, `process` and `run`; a workflow with values of this one is a step: `workflow: …`"
        )
    }

    /// - Parameter chain: the paths of the files, with the first one repeated at the end.
    package static func cycleOfNeeds(_ chain: [String], at range: SourceRange) -> Diagnostic {
        let shown = chain.joined(separator: " → ")
        return chain.count == 2
            ? Diagnostic(
                "workflow.cycle", "this workflow needs itself: \(shown)", at: range,
                help: "leave it out: what must happen first belongs into `setup`")
            : Diagnostic(
                "workflow.cycle", "these workflows need each other: \(shown)", at: range,
                help: "move what both need into a workflow of its own")
    }

    package static func needsWhatIsLast(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.cannot-be-used", "\(path) runs after everything, so that nothing can need it", at: range,
            help: "take it out of `after` in baton.yaml")
    }

    // MARK: - lock, timeout

    static func locksNothing(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.checks-nothing", "`lock` names nothing", at: range, help: "write `lock: NAME`, or leave it out")
    }
}
