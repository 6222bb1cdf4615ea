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
