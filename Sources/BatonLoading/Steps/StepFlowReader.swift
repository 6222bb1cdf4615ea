import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// Reads `skip`, `delay`, `continue_on_failure` and the time limit of a group or a call; `LoopReader` reads the loops.
struct StepFlowReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The keys of a step that belong here.
    static let keys = Language.KeySet(Language.Flow.keys)

    /// The keys that are read before the action of the step.
    struct Draft {
        var skip: String?
        var delay: DurationTemplate?
        var timeout: DurationTemplate?
        var continuesOnFailure = false
        var isEmpty = true

        /// The flow of the step; nil for a step that has none of these keys and no loops.
        func step(with loops: [Loop]) -> StepFlow? {
            if isEmpty, loops.isEmpty { return nil }
            return StepFlow(
                skip: skip, loops: loops, delay: delay, timeout: timeout, continuesOnFailure: continuesOnFailure)
        }
    }

    /// The actions with inner steps or several requests, whose `timeout` bounds all of them together.
    static let bounded: Language.KeySet = [
        Language.Step.steps, Language.Step.parallel, Language.Step.call, Language.Step.workflow,
    ]

    /// - Parameter action: the key of the step's action.
    func flow(_ entries: MapReader.Entries, of action: Language.Key.Identity?) -> Draft {
        var draft = Draft()
        if Self.bounded.contains(action), let entry = entries[Language.Transfer.timeout] {
            draft.isEmpty = false
            draft.timeout = templates.limit(entry.value)
        }
        guard entries.contains(anyOf: Self.keys) else { return draft }
        draft.isEmpty = false
        draft.skip = entries[Language.Flow.skip].flatMap { reason($0.value) }
        draft.delay = entries[Language.Flow.delay].map { templates.duration($0.value) }
        draft.continuesOnFailure = entries[Language.Flow.continueOnFailure]?.value.bool ?? false
        return draft
    }

    private func reason(_ node: YAMLNode) -> String? {
        let text = node.scalar?.text ?? ""
        let isFlag = ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
        if node.bool != nil || text.isEmpty || isFlag {
            sink.report(.skipWithoutReason(text, at: node.range))
            return nil
        }
        if let opposite = Self.oppositeOfCondition(text) {
            sink.report(.skipWithCondition(opposite: opposite, at: node.range))
            return nil
        }
        return text
    }

    /// The opposite of a condition that stands in the place of the reason, `process.env.CI == "true"`: some where the
    /// text is a condition, nil inside where its opposite is not known.
    private static func oppositeOfCondition(_ text: String) -> String?? {
        var condition = CELTemplate.parse(text).soleExpression?.text ?? text
        let isMarked = condition != text || text.hasPrefix("$") || text.hasPrefix("{{")
        for word in ["if ", "when "] where condition.hasPrefix(word) {
            condition.removeFirst(word.count)
        }
        if let found = WrittenCondition(condition, reading: roots) { return .some(found.opposite) }
        return isMarked ? .some(nil) : nil
    }

    private static let roots: Set<String> = ["env", "process", "vars", "response", "run", "row", "inputs", "steps"]
}

extension Diagnostic {
    /// Reports `skip: false` and the like.
    static func skipWithoutReason(_ word: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`skip` wants the reason, this is `\(word)`", at: range,
            help: ["true", "yes", "on"].contains(word.lowercased())
                ? "write `skip: the server cannot do it yet`"
                : "leave it out: a step with `skip` never runs; `if` decides by a condition")
    }

    /// Reports a condition in the place of the reason, with which the step would never run.
    ///
    /// - Parameter opposite: the condition under which the step runs; nil where it is not known.
    static func skipWithCondition(opposite: String?, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run", at: range,
            help: opposite.flatMap(inYAML).map { "say when the step runs: `if: \($0)`" }
                ?? "`if` decides by a condition, and says when the step runs")
    }

    /// A condition as it can stand behind `if: `; nil where it needs more than quotes.
    private static func inYAML(_ condition: String) -> String? {
        if condition.contains(where: { "{}#:\n\\".contains($0) }) { return nil }
        if !condition.hasPrefix("!"), !condition.hasPrefix("\""), !condition.hasPrefix("'") { return condition }
        if !condition.contains("'") { return "'\(condition)'" }
        return condition.contains("\"") ? nil : "\"\(condition)\""
    }

    static func setsNothing(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.does-nothing", "`set` sets nothing", at: range, help: "write `name: value`")
    }

    static func tooManyRetries(most: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.wrong-value", "`retries` is at most \(most)", at: range)
    }
}

extension Diagnostic {
    static func noSteps(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-steps", "a workflow without steps proves nothing", at: range,
            help: "add `steps:` with at least one step, for example `- get: /health`")
    }

    static func stepDoesNothing(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.does-nothing", "this step does nothing", at: range,
            help:
                "give it one of `get`, `post`, `put`, `patch`, `delete`, `set`, `that`, `wait`, `log`, `exec`, `workflow`, `steps`"
        )
    }

    static func twoActions(_ first: String, _ second: String, at range: SourceRange, first firstRange: SourceRange)
        -> Diagnostic
    {
        let help: Message =
            if first == "HTTP" || second == "HTTP" {
                "the status is expected: `expect: { status: 200 }`"
            } else if [first, second].contains("that") && first != second {
                "conditions about the response stand in `expect: { that: … }`; others are a step of their own"
            } else {
                "make it two steps"
            }
        return Diagnostic(
            "workflow.exclusive-keys", "a step does one thing: it has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)],
            help: help)
    }
}
