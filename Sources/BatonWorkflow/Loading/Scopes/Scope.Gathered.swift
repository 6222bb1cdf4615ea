import BatonDiagnostics

extension Scope {
    /// What the expressions of a file use, for those who run it.
    struct Gathered {
        /// Whether an expression of the step under way reads `outcome`.
        var readsOutcome = false
        /// Whether an expression reads `inputs`.
        var readsInputs = false
        /// How much of which step's answer a later expression reads; of the others nothing is kept.
        var keptAnswers: [String: Retention] = [:]
        /// Whether an expression names steps by something that is computed: then every answer is kept.
        var keepsAllAnswers = false
        /// The same of `response` outside the step that it answers.
        var lastAnswer = Retention.nothing
        /// Whether an expression names the certificate of an answer, or hands a whole answer around.
        var readsCertificate = false
        var usedSecrets: [String: SourceRange] = [:]
        /// The needs whose sessions this workflow starts from.
        var neededSessions: Set<String> = []
        /// Where each program is written that the file starts.
        var programs: [SourceRange] = []
        /// The variables that expressions have read since this was emptied, each once.
        var names: [String] = []
        /// The variables that are read as `vars.x`, since this was emptied last.
        var members: Set<String> = []
        /// The steps whose results expressions have read since this was emptied.
        var steps: Set<String> = []

        mutating func note(name: String) {
            if !names.contains(name) { names.append(name) }
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

    func noteSecret(_ name: String, _ range: SourceRange) {
        if gathered.usedSecrets[name] == nil { gathered.usedSecrets[name] = range }
        parent?.noteSecret(name, range)
    }
}
