package import BatonJSON
import BatonSecrets

/// The written form of events and of the records in them: what event streams, the journals of the history and the JSON
/// columns of the history hold. The records themselves know nothing of it.
///
/// `json(_:)` writes a record; a function with the name of the record reads it.
///
/// How this folder works together: `RunEventEncoder` writes a line of JSON for each event with the functions of this
/// type, and `RunEventDecoder` reads a stream of such lines back; `EventFields` reads the members of an object, and
/// names the one that is wrong. `HarmlessJSON` writes text that cannot act in a terminal.
package enum EventForm {
    /// The version of the form, which every event bears. A reader refuses a later one.
    package static let version: Int64 = 5

    static func requireKnown(_ fields: EventFields) throws(RunEventError) {
        let written = try fields.integer("v")
        guard written <= version else {
            throw RunEventError(.newer, "written by a later version of Baton (events v\(written))")
        }
    }

    static func parse(_ text: [UInt8]) throws(RunEventError) -> JSONValue {
        do {
            return try JSONParser.parse(text)
        } catch {
            throw RunEventError(.malformed, "not JSON: \(error.message)")
        }
    }
}

extension EventForm {
    static func json(_ attempt: CaseRecord.Attempt) -> JSONValue {
        var object = EventObject()
        object.set("attempt", attempt.number)
        object.set("outcome", attempt.outcome.rawValue)
        object.set("started", attempt.started)
        object.set("duration", attempt.duration)
        object.set("failures", attempt.failures.map(json))
        return object.json
    }

    static func attempt(_ value: JSONValue) throws(RunEventError) -> CaseRecord.Attempt {
        let fields = try EventFields(value, "an attempt")
        return CaseRecord.Attempt(
            number: try fields.int("attempt"), outcome: try fields.word("outcome", Outcome.self),
            started: try fields.integer("started"), duration: try fields.integer("duration"),
            failures: try fields.list("failures") { value throws(RunEventError) in try attemptFailure(value) })
    }

    static func json(_ failure: CaseRecord.Attempt.FailedStep) -> JSONValue {
        var object = EventObject()
        object.set("step", failure.step)
        object.set("failure", json(failure.failure))
        return object.json
    }

    static func attemptFailure(_ value: JSONValue) throws(RunEventError) -> CaseRecord.Attempt.FailedStep {
        let fields = try EventFields(value, "a failure of an attempt")
        return CaseRecord.Attempt.FailedStep(
            step: try fields.optionalString("step") ?? "", failure: try failure(try fields.value("failure")))
    }
}

extension EventForm {
    static func encode(_ record: CaseRecord, into object: inout EventObject, withSteps: Bool) {
        object.set("case", record.identity.index)
        object.set("outcome", record.outcome.rawValue)
        object.set("reason", record.reason)
        if record.isFlaky { object.set("flaky", true) }
        if !record.earlier.isEmpty { object.set("earlier", record.earlier.map(json)) }
        object.set("started", record.started)
        object.set("duration", record.duration)
        object.set("failures", record.failures.map(json))
        object.set("outputs", record.outputs.map(json))
        if withSteps { object.set("steps", record.steps.map(json)) } else { encodeTrail(record, into: &object) }
    }

    /// - Parameter steps: what came before as `step-finished`; used where the event does not embed its steps.
    package static func caseRecord(
        _ fields: EventFields, identity: CaseIdentity, steps: [StepRecord]
    ) throws(RunEventError) -> CaseRecord {
        let embedded = try fields.list("steps") { value throws(RunEventError) in
            try step(try EventFields(value, "a step"))
        }
        return CaseRecord(
            identity: identity, outcome: try fields.word("outcome", Outcome.self),
            reason: try fields.optionalMasked("reason"), started: try fields.integer("started"),
            duration: try fields.integer("duration"),
            steps: embedded.isEmpty ? try addingTrail(fields, to: steps) : embedded,
            failures: try fields.list("failures") { value throws(RunEventError) in try failure(value) },
            outputs: try fields.list("outputs") { value throws(RunEventError) in
                let output = try EventFields(value, "an output")
                return CaseRecord.Output(name: try output.string("name"), value: try output.masked("value"))
            },
            earlier: try fields.list("earlier") { value throws(RunEventError) in try attempt(value) })
    }

    /// The event `case-finished` as a value of its own, which needs no event before it: with the identity of the case and
    /// with its steps. The history keeps it.
    package static func whole(_ record: CaseRecord) -> JSONValue {
        var object = EventObject()
        object.set("v", version)
        object.set("type", "case-finished")
        object.set("identity", json(record.identity))
        encode(record, into: &object, withSteps: true)
        return object.json
    }

    package static func wholeCase(_ text: String) throws(RunEventError) -> CaseRecord {
        let fields = try EventFields(try parse(Array(text.utf8)), "a case")
        try requireKnown(fields)
        return try caseRecord(fields, identity: identity(try fields.value("identity")), steps: [])
    }

    static func json(_ output: CaseRecord.Output) -> JSONValue {
        var object = EventObject()
        object.set("name", output.name)
        object.set("value", output.value)
        return object.json
    }
}

extension EventForm {
    package static func json(_ coverage: ContractCoverage) -> JSONValue {
        var object = EventObject()
        object.set("file", coverage.file)
        object.set("title", coverage.title)
        object.set("operations", coverage.operations.map(json))
        if coverage.unknownCount > 0 { object.set("unknown", coverage.unknownCount) }
        return object.json
    }

    package static func coverage(_ value: JSONValue) throws(RunEventError) -> ContractCoverage {
        let fields = try EventFields(value, "the coverage of a contract")
        return ContractCoverage(
            file: try fields.masked("file"), title: try fields.optionalMasked("title"),
            operations: try fields.list("operations") { value throws(RunEventError) in try operation(value) },
            unknownCount: Int(clamping: try fields.optionalInteger("unknown") ?? 0))
    }

    private static func json(_ operation: ContractCoverage.Operation) -> JSONValue {
        var object = EventObject()
        object.set("method", operation.method)
        object.set("path", operation.path)
        object.set("statuses", operation.statuses.map(json))
        return object.json
    }

    private static func operation(_ value: JSONValue) throws(RunEventError) -> ContractCoverage.Operation {
        let fields = try EventFields(value, "an operation")
        return ContractCoverage.Operation(
            method: try fields.string("method"), path: try fields.masked("path"),
            statuses: try fields.list("statuses") { value throws(RunEventError) in try status(value) })
    }

    private static func json(_ status: ContractCoverage.Status) -> JSONValue {
        var object = EventObject()
        object.set("status", status.name)
        object.set("declared", status.isDeclared)
        if status.count > 0 { object.set("count", status.count) }
        return object.json
    }

    private static func status(_ value: JSONValue) throws(RunEventError) -> ContractCoverage.Status {
        let fields = try EventFields(value, "a status of an operation")
        return ContractCoverage.Status(
            name: try fields.string("status"), isDeclared: try fields.flag("declared"),
            count: Int(clamping: max(0, try fields.optionalInteger("count") ?? 0)))
    }
}

extension EventForm {
    static func json(_ program: ProgramRecord) -> JSONValue {
        var object = EventObject()
        object.set("command", program.command)
        object.set("exit_code", program.exitCode.map(Int64.init))
        object.set("signal", program.signal.map(Int64.init))
        object.set("duration", program.duration)
        object.set("output_bytes", program.outputBytes)
        object.set("error_bytes", program.errorBytes)
        object.set("output", program.output)
        object.set("errors", program.errors)
        object.set("note", program.note)
        if program.isPoll { object.set("poll", true) }
        return object.json
    }

    static func program(_ value: JSONValue) throws(RunEventError) -> ProgramRecord {
        let fields = try EventFields(value, "a program")
        var program = ProgramRecord(
            command: try fields.masked("command"),
            exitCode: try fields.optionalInteger("exit_code").map { Int($0) },
            signal: try fields.optionalInteger("signal").map { Int($0) }, duration: try fields.integer("duration"),
            outputBytes: try fields.int("output_bytes"), errorBytes: try fields.int("error_bytes"),
            output: try fields.optionalMasked("output"), errors: try fields.optionalMasked("errors"),
            note: try fields.optionalMasked("note"))
        program.isPoll = try fields.flag("poll")
        return program
    }
}

extension EventForm {
    static func json(_ context: RunContext) -> JSONValue {
        var object = EventObject()
        object.set("branch", context.branch)
        object.set("commit", context.commit)
        object.set("parent", context.parent)
        object.set("dirty", context.isDirty)
        object.set("subject", context.subject)
        object.set("author", context.author)
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
            subject: try fields.optionalString("subject"), author: try fields.optionalString("author"),
            ciProvider: try fields.optionalString("ci_provider"), ciURL: try fields.optionalString("ci_url"),
            build: try fields.optionalString("build"), commitURL: try fields.optionalString("commit_url"),
            defaultBranch: try fields.optionalString("default_branch"),
            testedVersion: try fields.optionalString("tested_version"), attempt: try fields.int("attempt"))
    }
}

extension EventForm {
    static func encode(_ run: RunFinished, into object: inout EventObject) {
        object.set("state", run.state.rawValue)
        object.set("passed", run.counts.passed)
        object.set("failed", run.counts.failed)
        object.set("errors", run.counts.errors)
        object.set("skipped", run.counts.skipped)
        if run.counts.quarantined > 0 { object.set("quarantined", run.counts.quarantined) }
        if run.counts.flaky > 0 { object.set("flaky", run.counts.flaky) }
        if run.counts.blocked > 0 { object.set("blocked", run.counts.blocked) }
        object.set("requests", run.requestCount)
        object.set("cached", run.cachedCount > 0 ? Int64(run.cachedCount) : nil)
        object.set("most_in_flight", run.mostInFlight > 0 ? Int64(run.mostInFlight) : nil)
        object.set("duration", run.duration)
        object.set("exit_code", Int64(run.exitCode))
        object.set("answered_until", run.answeredUntil)
        object.set("contracts", run.contracts.map(json))
    }

    static func runFinished(_ fields: EventFields) throws(RunEventError) -> RunFinished {
        var counts = RunFinished.Counts()
        counts.passed = try fields.int("passed")
        counts.failed = try fields.int("failed")
        counts.errors = try fields.int("errors")
        counts.skipped = try fields.int("skipped")
        counts.quarantined = Int(try fields.optionalInteger("quarantined") ?? 0)
        counts.flaky = Int(try fields.optionalInteger("flaky") ?? 0)
        counts.blocked = Int(try fields.optionalInteger("blocked") ?? 0)
        return RunFinished(
            state: try fields.word("state", RunFinished.State.self), counts: counts,
            requestCount: try fields.int("requests"),
            cachedCount: try fields.optionalInteger("cached").map { Int($0) } ?? 0,
            mostInFlight: try fields.optionalInteger("most_in_flight").map { Int($0) } ?? 0,
            duration: try fields.integer("duration"),
            exitCode: Int32(truncatingIfNeeded: try fields.integer("exit_code")),
            answeredUntil: try fields.optionalInteger("answered_until"),
            contracts: try fields.list("contracts") { value throws(RunEventError) in try coverage(value) })
    }
}

extension EventForm {
    package static func json(_ shard: Shard) -> JSONValue {
        var object = EventObject()
        object.set("index", shard.index)
        object.set("total", shard.total)
        object.set("group", shard.group)
        object.set("attempt", shard.attempt)
        object.set("planned", shard.proof.caseCount)
        object.set("plan", shard.proof.cases)
        object.set("basis", shard.proof.basis)
        object.set("places", shard.places.map { .number(JSONNumber(Int64($0))) })
        return object.json
    }

    static func shard(_ value: JSONValue) throws(RunEventError) -> Shard {
        let fields = try EventFields(value, "a shard")
        let shard = Shard(
            index: try fields.int("index"), total: try fields.int("total"), group: try fields.optionalString("group"),
            attempt: try fields.int("attempt"),
            proof: PlanProof(
                caseCount: try fields.int("planned"), cases: try fields.string("plan"),
                basis: try fields.string("basis")),
            places: try fields.list("places") { value throws(RunEventError) in
                guard case .number(let number) = value, let place = number.int, let place = Int(exactly: place) else {
                    throw RunEventError(.malformed, "`places` of a shard holds something that is no number")
                }
                return place
            })
        guard (1...Shard.most).contains(shard.total), (1...shard.total).contains(shard.index), shard.attempt >= 1,
            shard.proof.caseCount >= 0, shard.places.allSatisfy({ (0..<shard.proof.caseCount).contains($0) })
        else { throw RunEventError(.malformed, "there is no such shard \(shard.index) of \(shard.total)") }
        return shard
    }
}

/// The details of exchanges whose steps have been encoded before, without them: what led to a failure, and with `--trace`
/// all.
extension EventForm {
    static func encodeTrail(_ record: CaseRecord, into object: inout EventObject) {
        var trail: [JSONValue] = []
        for step in record.steps {
            for (position, exchange) in step.exchanges.enumerated() where exchange.isDetailLate {
                guard let detail = exchange.detail else { continue }
                var entry = EventObject()
                entry.set("step", step.index)
                entry.set("exchange", position)
                entry.set("detail", json(detail))
                trail.append(entry.json)
            }
        }
        object.set("trail", trail)
    }

    static func addingTrail(_ fields: EventFields, to steps: [StepRecord]) throws(RunEventError) -> [StepRecord] {
        var steps = steps
        let entries = try fields.list("trail") { value throws(RunEventError) in
            let entry = try EventFields(value, "a part of the trail")
            return (try entry.int("step"), try entry.int("exchange"), try detail(try entry.value("detail")))
        }
        for (index, position, detail) in entries {
            guard let place = steps.firstIndex(where: { $0.index == index }),
                steps[place].exchanges.indices.contains(position)
            else {
                throw RunEventError(
                    .malformed, "the trail names exchange \(position) of step \(index), which did not come")
            }
            var exchanges = steps[place].exchanges
            exchanges[position].detail = detail
            exchanges[position].isDetailLate = true
            steps[place] = steps[place].copy(exchanges: exchanges)
        }
        return steps
    }
}

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
        object.set("repeat", identity.repetition)
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
