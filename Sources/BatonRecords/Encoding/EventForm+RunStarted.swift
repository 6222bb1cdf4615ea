package import BatonJSON

extension EventForm {
    static func encode(_ run: RunStarted, into object: inout EventObject) {
        object.set("id", run.id)
        object.set("started", run.started)
        object.set("tool_version", run.toolVersion)
        object.set("environment", run.environment)
        object.set("base_url", run.baseURL)
        object.set("hostname", run.hostname)
        object.set("project", run.project)
        object.set("jobs", run.jobs)
        object.set("dry_run", run.isDryRun)
        if run.isStub { object.set("stub", true) }
        if run.isWhole { object.set("whole", true) }
        if run.failsOnFlaky { object.set("fail_on_flaky", true) }
        object.set("notes", run.notes)
        if !run.givenOptions.isEmpty { object.set("options", run.givenOptions) }
        object.set("left_out", run.leftOut.map(json))
        if let shard = run.shard { object.set("shard", json(shard) as JSONValue?) }
        object.set("cases", run.cases.map(json))
    }

    static func runStarted(_ fields: EventFields) throws(RunEventError) -> RunStarted {
        RunStarted(
            id: try fields.string("id"), started: try fields.integer("started"),
            toolVersion: try fields.string("tool_version"), environment: try fields.optionalString("environment"),
            baseURL: try fields.optionalMasked("base_url"), hostname: try fields.string("hostname"),
            project: try fields.string("project"),
            cases: try fields.list("cases") { value throws(RunEventError) in try identity(value) },
            jobs: try fields.int("jobs"), isDryRun: try fields.flag("dry_run"), isStub: try fields.flag("stub"),
            isWhole: try fields.flag("whole"), failsOnFlaky: try fields.flag("fail_on_flaky"),
            notes: try fields.maskedTexts("notes"), givenOptions: try fields.maskedTexts("options"),
            leftOut: try fields.list("left_out") { value throws(RunEventError) in try leftOut(value) },
            context: try fields.optional("context") { value throws(RunEventError) in try runContext(value) },
            shard: try fields.optional("shard") { value throws(RunEventError) in try shard(value) })
    }

    package static func json(_ entry: RunStarted.LeftOut) -> JSONValue {
        var object = EventObject()
        object.set("path", entry.path)
        object.set("reason", entry.reason)
        return object.json
    }

    static func leftOut(_ value: JSONValue) throws(RunEventError) -> RunStarted.LeftOut {
        let fields = try EventFields(value, "what was left out")
        return RunStarted.LeftOut(path: try fields.string("path"), reason: try fields.string("reason"))
    }

    static func json(_ identity: CaseIdentity) -> JSONValue {
        var object = EventObject()
        object.set("index", identity.index)
        object.set("path", identity.path)
        object.set("name", identity.name)
        object.set("row", identity.row)
        object.set("tags", identity.tags)
        object.set("step_count", identity.stepCount)
        object.set("quarantine", identity.quarantine.map(json))
        object.set("owner", identity.owner)
        object.set("repeat", identity.repetition.map { Int64($0) })
        if identity.role != .selected { object.set("role", identity.role.rawValue) }
        object.set("variant", identity.variant)
        return object.json
    }

    static func identity(_ value: JSONValue) throws(RunEventError) -> CaseIdentity {
        let fields = try EventFields(value, "a case")
        return CaseIdentity(
            index: try fields.int("index"), path: try fields.string("path"), name: try fields.string("name"),
            row: try fields.optionalString("row"), tags: try fields.strings("tags"),
            stepCount: try fields.int("step_count"),
            repetition: try fields.optionalInteger("repeat").map { Int($0) },
            role: try fields.optionalString("role").flatMap(CaseIdentity.Role.init(rawValue:)) ?? .selected,
            variant: try fields.optionalString("variant"),
            quarantine: try fields.optional("quarantine") { value throws(RunEventError) in
                try quarantine(EventFields(value, "a quarantine"))
            },
            owner: try fields.optionalString("owner"))
    }

    package static func json(_ quarantine: CaseQuarantine) -> JSONValue {
        var object = EventObject()
        object.set("until", quarantine.until)
        object.set("reason", quarantine.reason)
        object.set("owner", quarantine.owner)
        if quarantine.isOver { object.set("over", true) }
        return object.json
    }

    static func quarantine(_ fields: EventFields) throws(RunEventError) -> CaseQuarantine {
        CaseQuarantine(
            until: try fields.string("until"), reason: try fields.string("reason"),
            owner: try fields.optionalString("owner"), isOver: try fields.flag("over"))
    }
}
