/// Who sends, who waits, and who has to decide: the rules of single flight, without threads and without network.
///
/// A key has at most one flight. It is in the air while its transfer runs; then those who waited judge what it brought,
/// and whoever comes meanwhile waits until one of them has stored it or all of them have refused.
struct FlightBoard<Key: Hashable & Sendable>: Sendable {
    typealias Waiter = Int
    typealias FlightID = Int

    /// What somebody who wants a response does.
    enum Arrival: Equatable {
        /// Starts the transfer, and waits for it.
        case leads(FlightID)
        /// Waits for a transfer.
        case joins(FlightID)
        /// Waits for the verdict of others, and then looks into the cache again.
        case waitsForVerdict(FlightID)
    }

    private enum Phase {
        case flying(waiters: Set<Waiter>)
        case judged(undecided: Int, latecomers: Set<Waiter>)
    }

    private struct Flight {
        let id: FlightID
        var phase: Phase
        /// False once something has changed what the response is about.
        var isStorable = true
        /// Whether one of those who judge is storing what it brought.
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

    /// Somebody waits no longer. True when the transfer is to end, because nobody is left who wants it.
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

    /// The transfer has ended: who gets what it brought, and whether they may store it.
    mutating func land(_ key: Key, _ id: FlightID, isStorable: Bool) -> (waiters: Set<Waiter>, isStorable: Bool) {
        guard var flight = flights[key], flight.id == id, case .flying(let waiters) = flight.phase else {
            return ([], false)
        }
        let isStorable = isStorable && flight.isStorable
        flight.phase = .judged(undecided: waiters.count, latecomers: [])
        flights[key] = isStorable ? flight : nil
        return (waiters, isStorable)
    }

    /// One of those who got the response has stored or refused it: who may look into the cache again.
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

    /// What is in the air is not stored when it lands.
    mutating func forbidStoring(where isMeant: (Key) -> Bool) {
        for (key, flight) in flights where isMeant(key) {
            var flight = flight
            flight.isStorable = false
            flights[key] = flight
        }
    }

    /// There is nothing to send after all: who waited, and looks into the cache now.
    mutating func callOff(_ key: Key, _ id: FlightID) -> Set<Waiter> {
        guard let flight = flights[key], flight.id == id, case .flying(let waiters) = flight.phase else { return [] }
        flights[key] = nil
        return waiters
    }

    /// Whether who asks is to store what a flight brought: it may be stored, and nobody else does it.
    mutating func claim(_ key: Key, _ id: FlightID) -> Bool {
        guard isStorable(key, id), flights[key]?.isClaimed == false else { return false }
        flights[key]?.isClaimed = true
        return true
    }

    /// False once something has changed what the response is about, or one has stored it.
    func isStorable(_ key: Key, _ id: FlightID) -> Bool {
        guard let flight = flights[key], flight.id == id else { return false }
        return flight.isStorable
    }
}
