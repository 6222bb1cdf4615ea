import BatonDiagnostics

extension Scope {
    /// The values that expressions read so far use.
    struct Gathered {
        /// The result for the runner.
        var uses = WorkflowUses()
        /// Whether an expression of the step under way reads `outcome`.
        var readsOutcome = false
        /// Whether an expression of the step under way reads what only the sent request can tell.
        var readsSentHeaders = false
        /// Whether a path or an expression of the step under way reads the response as JSON.
        var readsJSON = false
        /// Whether an expression reads `inputs`.
        var readsInputs = false
        /// The variables that expressions have read since this was emptied, each once.
        var names = NameList()
        /// The variables that are read as `vars.x`, since this was emptied last.
        var members: Set<String> = []
        /// The steps whose results expressions have read since this was emptied.
        var steps: Set<String> = []
        /// What `await` waits for, as long as no other branch of a `parallel` has it.
        var awaited: [Step.Awaited] = []
    }

    func noteCertificate(_ member: String?) {
        if member == nil || member == "certificate" { gathered.uses.readsCertificate = true }
        parent?.noteCertificate(member)
    }

    /// Notes the values that a called workflow reads.
    func noteSecrets(_ used: [String: SourceRange]) {
        gathered.uses.secrets.merge(used) { own, _ in own }
    }

    func noteVariable(_ name: String) {
        gathered.uses.variables.insert(name)
        parent?.noteVariable(name)
    }

    func noteSecret(_ name: String, _ range: SourceRange) {
        if gathered.uses.secrets[name] == nil { gathered.uses.secrets[name] = range }
        parent?.noteSecret(name, range)
    }
}
