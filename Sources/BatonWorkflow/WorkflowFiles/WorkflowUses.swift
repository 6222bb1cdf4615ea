package import BatonDiagnostics

/// What the steps and expressions of a workflow use, as far as it decides how the workflow runs.
package struct WorkflowUses: Sendable {
    /// How much of which step's response a later expression reads, by the step's id; of the others nothing is kept.
    package var keptResponses: [String: Retention] = [:]
    /// Whether expressions look for steps by computed ids, so that all responses are kept.
    package var keepsAllResponses = false
    /// How much of the last response an expression reads that stands outside the step's own `capture` and `expect`.
    package var lastResponse = Retention.nothing
    /// Whether an expression names the certificate of a server, or hands a whole response around.
    package var readsCertificate = false
    /// The names under `secrets.` that expressions read, and where each is read first.
    package var secrets: [String: SourceRange] = [:]
    /// The names of environment variables of the process that expressions read.
    package var variables: Set<String> = []
    /// The names of needs whose sessions the workflow starts from.
    package var neededSessions: Set<String> = []
    /// Where each program is written that the workflow starts, or a workflow that it calls.
    package var programs: [SourceRange] = []
    /// Number of steps where each call is replaced by what it runs.
    var expandedSteps = 0
    /// The workflows that steps call, each once.
    package var called: [Workflow] = []
    /// Whether one of the workflow's own requests says anything about the cache.
    var hasCache = false
    /// Whether one of the workflow's own requests keeps responses on disk.
    var hasDiskCache = false
    /// Whether a step is done more than once, so that a limit may bound it that is not written.
    var hasBounds = false

    /// Each place once, however many ways lead to it.
    mutating func noteProgramsOf(_ workflow: Workflow) {
        if called.contains(where: { $0.path == workflow.path }) { return }
        programs += workflow.uses.programs.filter { program in
            !programs.contains { $0.file === program.file && $0.lower == program.lower }
        }
    }

    mutating func note(_ action: Step.Action, isLooped: Bool) {
        expandedSteps += 1
        if isLooped { hasBounds = true }
        switch action {
        case .request(let template):
            if let cache = template.effectiveCache {
                hasCache = true
                if cache.scope == .disk { hasDiskCache = true }
            }
            if template.flow?.polling != nil { hasBounds = true }
        case .exec(let template): if template.flow?.polling != nil { hasBounds = true }
        case .workflow(let call):
            // No more than the limit each, so that the sum of any number is one.
            expandedSteps = min(expandedSteps + call.workflow.uses.expandedSteps, WorkflowCall.mostSteps + 1)
            if !called.contains(where: { $0.path == call.workflow.path }) { called.append(call.workflow) }
        case .set, .that, .wait, .log, .group: break
        }
    }
}
