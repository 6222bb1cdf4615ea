extension RunFinished {
    func encode(into object: inout EventObject) {
        object.set("state", state.rawValue)
        object.set("passed", counts.passed)
        object.set("failed", counts.failed)
        object.set("errors", counts.errors)
        object.set("skipped", counts.skipped)
        if counts.quarantined > 0 { object.set("quarantined", counts.quarantined) }
        if counts.flaky > 0 { object.set("flaky", counts.flaky) }
        if counts.blocked > 0 { object.set("blocked", counts.blocked) }
        object.set("requests", requestCount)
        object.set("cached", cachedCount > 0 ? Int64(cachedCount) : nil)
        object.set("most_in_flight", mostInFlight > 0 ? Int64(mostInFlight) : nil)
        object.set("duration", duration)
        object.set("exit_code", Int64(exitCode))
    }

    convenience init(_ fields: EventFields) throws(RunEventError) {
        var counts = Counts()
        counts.passed = try fields.int("passed")
        counts.failed = try fields.int("failed")
        counts.errors = try fields.int("errors")
        counts.skipped = try fields.int("skipped")
        counts.quarantined = Int(try fields.optionalInteger("quarantined") ?? 0)
        counts.flaky = Int(try fields.optionalInteger("flaky") ?? 0)
        counts.blocked = Int(try fields.optionalInteger("blocked") ?? 0)
        self.init(
            state: try fields.word("state", State.self), counts: counts, requestCount: try fields.int("requests"),
            cachedCount: try fields.optionalInteger("cached").map { Int($0) } ?? 0,
            mostInFlight: try fields.optionalInteger("most_in_flight").map { Int($0) } ?? 0,
            duration: try fields.integer("duration"),
            exitCode: Int32(truncatingIfNeeded: try fields.integer("exit_code")))
    }
}
