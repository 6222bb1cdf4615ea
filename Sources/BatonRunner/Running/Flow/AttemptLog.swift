import BatonSecrets

/// What one step sent or started, as much of it as a reader can use: the first ones and the last ones.
struct AttemptLog {
    private static let firsts = 20
    private static let most = 100

    private(set) var exchanges: [ExchangeRecord] = []
    private(set) var programs: [ProgramRecord] = []
    /// Of all that were sent, also of those that are not kept.
    private(set) var count = 0

    /// The number of the request that comes next, from 1.
    var nextAttempt: Int { (exchanges.last?.attempt ?? 0) + 1 }

    mutating func add(_ result: StepExecution.Result) {
        for record in result.exchanges {
            if exchanges.count == Self.most { exchanges.remove(at: Self.firsts) }
            exchanges.append(record)
            if record.wasSent { count += 1 }
        }
        if let program = result.program {
            if programs.count == Self.most { programs.remove(at: Self.firsts) }
            programs.append(program)
        }
    }

    /// Says why the last one was not enough.
    ///
    /// - Parameter isPoll: whether `until` wants another response, which is no failure: nothing more need be shown of it.
    mutating func note(_ reason: MaskedText, isPoll: Bool) {
        if !exchanges.isEmpty {
            exchanges[exchanges.count - 1].note = reason
            exchanges[exchanges.count - 1].isPoll = isPoll
            if isPoll { exchanges[exchanges.count - 1].detail = nil }
        }
        if !programs.isEmpty {
            programs[programs.count - 1].note = reason
            programs[programs.count - 1].isPoll = isPoll
            if isPoll { (programs[programs.count - 1].output, programs[programs.count - 1].errors) = (nil, nil) }
        }
    }
}
