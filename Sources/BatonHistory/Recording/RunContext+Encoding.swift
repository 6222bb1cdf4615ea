import BatonJSON
import BatonRunner

extension RunContext {
    var json: JSONValue {
        var object = EventObject()
        object.set("v", RunEventEncoder.version)
        object.set("type", "run-context")
        object.set("branch", branch)
        object.set("commit", commit)
        object.set("parent", parent)
        object.set("dirty", isDirty)
        object.set("ci_provider", ciProvider)
        object.set("ci_url", ciURL)
        object.set("tested_version", testedVersion)
        object.set("attempt", attempt)
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a run's context")
        self.init(
            branch: try fields.optionalString("branch"), commit: try fields.optionalString("commit"),
            parent: try fields.optionalString("parent"), isDirty: try fields.flag("dirty"),
            ciProvider: try fields.optionalString("ci_provider"), ciURL: try fields.optionalString("ci_url"),
            testedVersion: try fields.optionalString("tested_version"), attempt: try fields.int("attempt"))
    }
}
