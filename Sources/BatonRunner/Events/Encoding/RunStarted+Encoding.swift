package import BatonJSON

extension RunStarted {
    func encode(into object: inout EventObject) {
        object.set("id", id)
        object.set("started", started)
        object.set("tool_version", toolVersion)
        object.set("environment", environment)
        object.set("base_url", baseURL)
        object.set("hostname", hostname)
        object.set("project", project)
        object.set("jobs", jobs)
        object.set("dry_run", isDryRun)
        if isStub { object.set("stub", true) }
        if failsOnFlaky { object.set("fail_on_flaky", true) }
        object.set("notes", notes)
        object.set("left_out", leftOut.map(\.json))
        object.set("cases", cases.map(\.json))
    }

    convenience init(_ fields: EventFields) throws(RunEventError) {
        self.init(
            id: try fields.string("id"), started: try fields.integer("started"),
            toolVersion: try fields.string("tool_version"), environment: try fields.optionalString("environment"),
            baseURL: try fields.optionalMasked("base_url"), hostname: try fields.string("hostname"),
            project: try fields.string("project"),
            cases: try fields.list("cases") { value throws(RunEventError) in try CaseIdentity(value) },
            jobs: try fields.int("jobs"), isDryRun: try fields.flag("dry_run"), isStub: try fields.flag("stub"),
            failsOnFlaky: try fields.flag("fail_on_flaky"), notes: try fields.maskedTexts("notes"),
            leftOut: try fields.list("left_out") { value throws(RunEventError) in try LeftOut(value) })
    }
}

extension RunStarted.LeftOut {
    package var json: JSONValue {
        var object = EventObject()
        object.set("path", path)
        object.set("reason", reason)
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "what was left out")
        self.init(path: try fields.string("path"), reason: try fields.string("reason"))
    }
}

extension CaseIdentity {
    var json: JSONValue {
        var object = EventObject()
        object.set("index", index)
        object.set("path", path)
        object.set("name", name)
        object.set("row", row)
        object.set("tags", tags)
        object.set("step_count", stepCount)
        object.set("quarantine", quarantine?.json)
        object.set("owner", owner)
        object.set("repeat", repetition.map { Int64($0) })
        if role != .selected { object.set("role", role.rawValue) }
        object.set("variant", variant)
        return object.json
    }

    convenience init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a case")
        self.init(
            index: try fields.int("index"), path: try fields.string("path"), name: try fields.string("name"),
            row: try fields.optionalString("row"), tags: try fields.strings("tags"),
            stepCount: try fields.int("step_count"),
            repetition: try fields.optionalInteger("repeat").map { Int($0) },
            role: try fields.optionalString("role").flatMap(Role.init(rawValue:)) ?? .selected,
            variant: try fields.optionalString("variant"),
            quarantine: try fields.optional("quarantine") { value throws(RunEventError) in
                try CaseQuarantine(EventFields(value, "a quarantine"))
            },
            owner: try fields.optionalString("owner"))
    }
}

extension CaseQuarantine {
    var json: JSONValue {
        var object = EventObject()
        object.set("until", until)
        object.set("reason", reason)
        object.set("owner", owner)
        if isOver { object.set("over", true) }
        return object.json
    }

    init(_ fields: EventFields) throws(RunEventError) {
        self.init(
            until: try fields.string("until"), reason: try fields.string("reason"),
            owner: try fields.optionalString("owner"), isOver: try fields.flag("over"))
    }
}
