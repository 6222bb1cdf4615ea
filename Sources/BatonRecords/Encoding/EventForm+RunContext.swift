import BatonJSON

extension EventForm {
    static func json(_ context: RunContext) -> JSONValue {
        var object = EventObject()
        object.set("branch", context.branch)
        object.set("commit", context.commit)
        object.set("parent", context.parent)
        object.set("dirty", context.isDirty)
        object.set("ci_provider", context.ciProvider)
        object.set("ci_url", context.ciURL)
        object.set("build", context.build)
        object.set("commit_url", context.commitURL)
        object.set("default_branch", context.defaultBranch)
        object.set("tested_version", context.testedVersion)
        object.set("attempt", context.attempt)
        return object.json
    }

    static func runContext(_ value: JSONValue) throws(RunEventError) -> RunContext {
        let fields = try EventFields(value, "a run's context")
        return RunContext(
            branch: try fields.optionalString("branch"), commit: try fields.optionalString("commit"),
            parent: try fields.optionalString("parent"), isDirty: try fields.flag("dirty"),
            ciProvider: try fields.optionalString("ci_provider"), ciURL: try fields.optionalString("ci_url"),
            build: try fields.optionalString("build"), commitURL: try fields.optionalString("commit_url"),
            defaultBranch: try fields.optionalString("default_branch"),
            testedVersion: try fields.optionalString("tested_version"), attempt: try fields.int("attempt"))
    }
}
