import BatonRecords
import BatonSecrets

/// The requests and programs of one step: only the first and the last ones of many.
struct AttemptLog {
    private static let firsts = 20
    private static let most = 100

    /// Whether what polls received is kept too.
    let isTracing: Bool
    private(set) var exchanges: [ExchangeRecord] = []
    private(set) var programs: [ProgramRecord] = []
    /// Number of all requests sent, including those that are not kept.
    private(set) var count = 0

    init(isTracing: Bool) { self.isTracing = isTracing }

    /// The number of the next request, from 1.
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

    /// Records why the last attempt was not enough.
    ///
    /// - Parameter isPoll: whether it was only a poll of `until`. This is not a failure, so no more of it is kept.
    mutating func note(_ reason: MaskedText, isPoll: Bool) {
        if !exchanges.isEmpty {
            exchanges[exchanges.count - 1].note = reason
            exchanges[exchanges.count - 1].isPoll = isPoll
            if isPoll, !isTracing { exchanges[exchanges.count - 1].detail = nil }
        }
        if !programs.isEmpty {
            programs[programs.count - 1].note = reason
            programs[programs.count - 1].isPoll = isPoll
            if isPoll, !isTracing {
                (programs[programs.count - 1].output, programs[programs.count - 1].errors) = (nil, nil)
            }
        }
    }
}
