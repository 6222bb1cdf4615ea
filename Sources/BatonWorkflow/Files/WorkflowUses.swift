package import BatonDiagnostics
package import BatonJudging

/// The uses of a workflow's steps and expressions that decide how the workflow runs.
package struct WorkflowUses: Sendable {
    /// The parts of responses that later expressions read, by the step's id; nothing is kept of other responses.
    package var keptResponses: [String: Retention] = [:]
    /// Whether expressions read steps by computed ids, so that all responses are kept.
    package var keepsAllResponses = false
    /// The part of the last response that expressions outside of the step's own `capture` and `expect` read.
    package var lastResponse = Retention.nothing
    /// Whether an expression outside of the step's own `capture` and `expect` reads a response as JSON.
    package var readsJSONLater = false
    /// Whether an expression reads the certificate of a server, or uses a whole response as a value.
    package var readsCertificate = false
    /// The names under `secrets.` that expressions read, each with the place of its first use.
    package var secrets: [String: SourceRange] = [:]
    /// The names of environment variables of the process that expressions read.
    package var variables: Set<String> = []
    /// The names of needs whose sessions the workflow starts from.
    package var neededSessions: Set<String> = []
    /// The places of the programs that the workflow, or a workflow that it calls, starts.
    package var programs: [SourceRange] = []
    /// Whether a request of the workflow, or of one that it calls, may go to the base URL; one with a reason to be
    /// skipped does not.
    package var usesBaseURL = false
    /// Number of steps, each call counted with the steps of the called workflow.
    package var expandedSteps = 0
    /// The workflows that steps call, each once.
    package var called: [Workflow] = []
    /// Whether one of the workflow's own requests uses `cache`.
    var hasCache = false
    /// Whether one of the workflow's own requests keeps responses on disk.
    var hasDiskCache = false
    /// The contracts that the workflow's own requests are held against, each once.
    package var contracts: [ContractRule] = []
    /// Whether a step runs more than once, so that a default limit may bound it.
    var hasBounds = false

    package init() {}

    /// Adds the places of the programs of a called workflow, each once.
    package mutating func noteProgramsOf(_ workflow: Workflow) {
        if called.contains(where: { $0.path == workflow.path }) { return }
        programs += workflow.uses.programs.filter { program in
            !programs.contains { $0.file === program.file && $0.lower == program.lower }
        }
    }

    package mutating func note(_ action: Step.Action, isLooped: Bool, isSkipped: Bool) {
        expandedSteps += 1
        if !isSkipped { noteBaseURL(of: action) }
        if isLooped { hasBounds = true }
        switch action {
        case .request(let template):
            if let cache = template.effectiveCache {
                hasCache = true
                if cache.scope == .disk { hasDiskCache = true }
            }
            if let rule = template.contract, !contracts.contains(where: { $0.contract === rule.contract }) {
                contracts.append(rule)
            }
            if template.flow?.polling != nil { hasBounds = true }
        case .exec(let template): if template.flow?.polling != nil { hasBounds = true }
        case .workflow(let call):
            // The sum is cut above the limit, so that it cannot overflow.
            expandedSteps = min(expandedSteps + call.workflow.uses.expandedSteps, WorkflowCall.mostSteps + 1)
            if !called.contains(where: { $0.path == call.workflow.path }) { called.append(call.workflow) }
        case .set, .that, .wait, .awaiting, .log, .group: break
        }
    }

    private mutating func noteBaseURL(of action: Step.Action) {
        switch action {
        case .request(let template): if template.url.literal?.containsUTF8("://") != true { usesBaseURL = true }
        case .workflow(let call): if call.workflow.uses.usesBaseURL { usesBaseURL = true }
        case .exec, .set, .that, .wait, .awaiting, .log, .group: break
        }
    }
}
