import BatonDiagnostics

extension Scope {
    /// What the steps and expressions of a file use, for those who run it.
    struct Gathered {
        /// Whether an expression of the step under way reads `outcome`.
        var readsOutcome = false
        /// Whether an expression of the step under way reads what only the sent request can tell.
        var readsSentHeaders = false
        /// Whether an expression reads `inputs`.
        var readsInputs = false
        /// How much of which step's response a later expression reads; of the others nothing is kept.
        var keptResponses: [String: Retention] = [:]
        /// Whether an expression names steps by something that is computed: then every response is kept.
        var keepsAllResponses = false
        /// The same of `response` outside the step that it answers.
        var lastResponse = Retention.nothing
        /// Whether an expression names the certificate of a response, or hands a whole response around.
        var readsCertificate = false
        var usedSecrets: [String: SourceRange] = [:]
        /// The names of environment variables of the process that expressions read.
        var usedVariables: Set<String> = []
        /// The needs whose sessions this workflow starts from.
        var neededSessions: Set<String> = []
        /// Where each program is written that the file starts, or a file that it calls.
        var programs: [SourceRange] = []
        /// What the steps are where each call is replaced by what it runs.
        var expandedSteps = 0
        /// The variables that expressions have read since this was emptied, each once.
        var names = NameList()
        /// The variables that are read as `vars.x`, since this was emptied last.
        var members: Set<String> = []
        /// The steps whose results expressions have read since this was emptied.
        var steps: Set<String> = []

        /// The workflows that steps call, each once.
        var called: [Workflow] = []
        /// Whether a request of the file itself keeps responses on disk.
        var usesDiskCache = false
        /// Whether a request says anything about the cache.
        var usesCache = false
        /// Whether a step is done more than once, so that something may bound it that is not written.
        var hasBounds = false

        /// Each place once, however many ways lead to it.
        mutating func noteProgramsOf(_ workflow: Workflow) {
            if called.contains(where: { $0.path == workflow.path }) { return }
            programs += workflow.programs.filter { program in
                !programs.contains { $0.file === program.file && $0.lower == program.lower }
            }
        }

        mutating func note(_ action: Step.Action, isLooped: Bool) {
            expandedSteps += 1
            if isLooped { hasBounds = true }
            switch action {
            case .request(let template):
                if let cache = template.effectiveCache {
                    usesCache = true
                    if cache.scope == .disk { usesDiskCache = true }
                }
                if template.flow?.polling != nil { hasBounds = true }
            case .exec(let template): if template.flow?.polling != nil { hasBounds = true }
            case .workflow(let call):
                // No more than the limit each, so that the sum of any number is one.
                expandedSteps = min(expandedSteps + call.workflow.expandedSteps, WorkflowCall.mostSteps + 1)
                if !called.contains(where: { $0.path == call.workflow.path }) { called.append(call.workflow) }
            case .set, .that, .wait, .log, .group: break
            }
        }
    }

    func noteCertificate(_ member: String?) {
        if member == nil || member == "certificate" { gathered.readsCertificate = true }
        parent?.noteCertificate(member)
    }

    /// Notes what a workflow reads that is called.
    func noteSecrets(_ used: [String: SourceRange]) {
        gathered.usedSecrets.merge(used) { own, _ in own }
    }

    func noteVariable(_ name: String) {
        gathered.usedVariables.insert(name)
        parent?.noteVariable(name)
    }

    func noteSecret(_ name: String, _ range: SourceRange) {
        if gathered.usedSecrets[name] == nil { gathered.usedSecrets[name] = range }
        parent?.noteSecret(name, range)
    }
}

/// How much of a response is kept beyond its step.
package enum Retention: Int, Sendable, Comparable {
    case nothing
    /// All but the body.
    case head
    case body

    /// What reading this member of `response` needs; without a member the whole of it is handed around.
    static func needed(for member: String?) -> Retention {
        switch member {
        case nil, "body", "bytes", "json", "stdout", "stderr": .body
        default: .head
        }
    }

    package static func < (left: Retention, right: Retention) -> Bool { left.rawValue < right.rawValue }
}
