/// The rules of single flight, without threads and network: which request sends, which wait, and which decide on
/// storing.
/// A key has at most one flight. It is in the air while its transfer runs; then the requests that waited for it judge
/// the response, and a request that arrives meanwhile waits until one of them has stored it or all of them have
/// refused.
struct FlightBoard<Key: Hashable & Sendable>: Sendable {
    typealias Waiter = Int
    typealias FlightID = Int

    /// What an arriving request does.
    enum Arrival: Equatable {
        /// Starts the transfer, and waits for it.
        case leads(FlightID)
        /// Waits for a transfer.
        case joins(FlightID)
        /// Waits until other requests have stored or refused a response, and then reads the cache again.
        case waitsForVerdict(FlightID)
    }

    private enum Phase {
        case flying(waiters: Set<Waiter>)
        case judged(undecided: Int, latecomers: Set<Waiter>)
    }

    private struct Flight {
        let id: FlightID
        var phase: Phase
        /// False once another request has changed the resource.
        var isStorable = true
        /// Whether one of the judging requests is storing the response.
        var isClaimed = false
    }

    private var flights: [Key: Flight] = [:]
    private var lastID = 0

    var isEmpty: Bool { flights.isEmpty }

    mutating func arrive(_ waiter: Waiter, for key: Key) -> Arrival {
        guard var flight = flights[key] else {
            lastID += 1
            flights[key] = Flight(id: lastID, phase: .flying(waiters: [waiter]))
            return .leads(lastID)
        }
        defer { flights[key] = flight }
        switch flight.phase {
        case .flying(var waiters):
            waiters.insert(waiter)
            flight.phase = .flying(waiters: waiters)
            return .joins(flight.id)
        case .judged(let undecided, var latecomers):
            latecomers.insert(waiter)
            flight.phase = .judged(undecided: undecided, latecomers: latecomers)
            return .waitsForVerdict(flight.id)
        }
    }

    /// A request stops waiting. Returns true when no other request waits and the transfer is to be cancelled.
    mutating func leave(_ waiter: Waiter, of key: Key, _ id: FlightID) -> Bool {
        guard var flight = flights[key], flight.id == id else { return false }
        switch flight.phase {
        case .flying(var waiters):
            guard waiters.remove(waiter) != nil else { return false }
            guard !waiters.isEmpty else {
                flights[key] = nil
                return true
            }
            flight.phase = .flying(waiters: waiters)
        case .judged(let undecided, var latecomers):
            latecomers.remove(waiter)
            flight.phase = .judged(undecided: undecided, latecomers: latecomers)
        }
        flights[key] = flight
        return false
    }

    /// The transfer has ended. Returns the requests that get its result, and whether they may store it.
    mutating func land(_ key: Key, _ id: FlightID, isStorable: Bool) -> (waiters: Set<Waiter>, isStorable: Bool) {
        guard var flight = flights[key], flight.id == id, case .flying(let waiters) = flight.phase else {
            return ([], false)
        }
        let isStorable = isStorable && flight.isStorable
        flight.phase = .judged(undecided: waiters.count, latecomers: [])
        flights[key] = isStorable ? flight : nil
        return (waiters, isStorable)
    }

    /// One of the requests that got the response has stored or refused it. Returns the requests that may read the cache
    /// again.
    mutating func decide(_ key: Key, _ id: FlightID, isStored: Bool) -> Set<Waiter> {
        guard var flight = flights[key], flight.id == id, case .judged(let undecided, let latecomers) = flight.phase
        else { return [] }
        if isStored || undecided <= 1 {
            flights[key] = nil
            return latecomers
        }
        flight.phase = .judged(undecided: undecided - 1, latecomers: latecomers)
        flights[key] = flight
        return []
    }

    /// The responses of flights in the air are not to be stored.
    mutating func forbidStoring(where isMeant: (Key) -> Bool) {
        for (key, flight) in flights where isMeant(key) {
            var flight = flight
            flight.isStorable = false
            flights[key] = flight
        }
    }

    /// Ends a flight that has nothing to send. Returns the requests that waited, which read the cache again.
    mutating func callOff(_ key: Key, _ id: FlightID) -> Set<Waiter> {
        guard let flight = flights[key], flight.id == id, case .flying(let waiters) = flight.phase else { return [] }
        flights[key] = nil
        return waiters
    }

    /// Whether the calling request is to store the response of a flight: it may be stored, and no other request stores
    /// it.
    mutating func claim(_ key: Key, _ id: FlightID) -> Bool {
        guard isStorable(key, id), flights[key]?.isClaimed == false else { return false }
        flights[key]?.isClaimed = true
        return true
    }

    /// False once the resource has changed, or a request has stored the response.
    func isStorable(_ key: Key, _ id: FlightID) -> Bool {
        guard let flight = flights[key], flight.id == id else { return false }
        return flight.isStorable
    }
}
