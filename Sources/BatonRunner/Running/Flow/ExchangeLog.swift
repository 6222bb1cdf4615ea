/// The requests of one step, as many of them as a reader can use: the first ones and the last ones.
struct ExchangeLog {
    private static let firsts = 20
    private static let most = 100

    private(set) var exchanges: [ExchangeRecord] = []
    /// Of all that were sent, also of those that are not kept.
    private(set) var count = 0

    /// The number of the attempt that comes next, from 1.
    var nextAttempt: Int { (exchanges.last?.attempt ?? 0) + 1 }

    mutating func add(_ records: [ExchangeRecord]) {
        for record in records {
            if exchanges.count == Self.most { exchanges.remove(at: Self.firsts) }
            exchanges.append(record)
            if record.wasSent { count += 1 }
        }
    }

    /// Says why the last one was not enough.
    mutating func note(_ reason: String, keepsDetail: Bool) {
        guard !exchanges.isEmpty else { return }
        exchanges[exchanges.count - 1].note = reason
        if !keepsDetail { exchanges[exchanges.count - 1].detail = nil }
    }
}
