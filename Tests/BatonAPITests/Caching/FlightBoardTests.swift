import Testing

@testable import BatonAPI

@Suite struct FlightBoardTests {
    @Test func `the first request leads, and later requests join`() {
        let board = Board()
        #expect(board.arrive(1, for: "a") == .leads(1))
        #expect(board.arrive(2, for: "a") == .joins(1))
        #expect(board.arrive(3, for: "b") == .leads(2))
        #expect(board.land("a", 1, isStorable: true) == Landing(waiters: [1, 2], isStorable: true))
    }

    @Test func `only the last request that leaves ends the transfer`() {
        let board = Board()
        _ = board.arrive(1, for: "a")
        _ = board.arrive(2, for: "a")
        #expect(!board.leave(1, of: "a", 1))
        #expect(!board.leave(1, of: "a", 1))
        #expect(board.leave(2, of: "a", 1))
        #expect(board.isEmpty)
        #expect(board.arrive(3, for: "a") == .leads(2))
        // What the ended transfer still brings is nobody's.
        #expect(board.land("a", 1, isStorable: true) == Landing(waiters: [], isStorable: false))
    }

    @Test func `a response that cannot be stored needs no verdict`() {
        let board = Board()
        _ = board.arrive(1, for: "a")
        #expect(board.land("a", 1, isStorable: false) == Landing(waiters: [1], isStorable: false))
        #expect(board.isEmpty)
    }

    @Test func `a request that arrives before the verdict waits for the verdict`() {
        let board = Board()
        _ = board.arrive(1, for: "a")
        _ = board.arrive(2, for: "a")
        _ = board.land("a", 1, isStorable: true)
        #expect(board.arrive(3, for: "a") == .waitsForVerdict(1))
        #expect(board.decide("a", 1, isStored: false) == [])
        #expect(board.claim("a", 1))
        #expect(board.isStorable("a", 1))
        #expect(board.decide("a", 1, isStored: true) == [3])
        #expect(!board.claim("a", 1))
        #expect(board.isEmpty)
    }

    @Test func `when all refuse, who waits may fly`() {
        let board = Board()
        _ = board.arrive(1, for: "a")
        _ = board.land("a", 1, isStorable: true)
        _ = board.arrive(2, for: "a")
        _ = board.arrive(3, for: "a")
        #expect(!board.leave(3, of: "a", 1))
        #expect(board.decide("a", 1, isStored: false) == [2])
        #expect(board.arrive(2, for: "a") == .leads(2))
    }

    @Test func `a response invalidated during its transfer is not stored`() {
        let board = Board()
        _ = board.arrive(1, for: "a")
        board.forbidStoring { $0 == "a" }
        #expect(board.land("a", 1, isStorable: true) == Landing(waiters: [1], isStorable: false))
        _ = board.arrive(2, for: "a")
        _ = board.land("a", 2, isStorable: true)
        board.forbidStoring { $0 == "a" }
        #expect(!board.isStorable("a", 2))
        #expect(!board.claim("a", 2))
    }

    @Test func `only one of the requests that judge stores, and waiting requests are told afterwards`() {
        let board = Board()
        for waiter in 1...3 { _ = board.arrive(waiter, for: "a") }
        _ = board.land("a", 1, isStorable: true)
        #expect(board.arrive(4, for: "a") == .waitsForVerdict(1))
        #expect(board.claim("a", 1))
        #expect(!board.claim("a", 1))
        #expect(board.decide("a", 1, isStored: false) == [])
        #expect(board.decide("a", 1, isStored: false) == [])
        #expect(board.decide("a", 1, isStored: true) == [4])
        #expect(board.isEmpty)
    }

    @Test func `an abandoned transfer sends all waiting requests back to the cache`() {
        let board = Board()
        _ = board.arrive(1, for: "a")
        _ = board.arrive(2, for: "a")
        #expect(board.callOff("a", 1) == [1, 2])
        #expect(board.isEmpty)
        #expect(board.callOff("a", 1) == [])
        #expect(board.arrive(1, for: "a") == .leads(2))
    }
}

/// Lets expectations call what changes the board.
private final class Board {
    private var board = FlightBoard<String>()

    var isEmpty: Bool { board.isEmpty }

    func arrive(_ waiter: Int, for key: String) -> FlightBoard<String>.Arrival { board.arrive(waiter, for: key) }
    func leave(_ waiter: Int, of key: String, _ id: Int) -> Bool { board.leave(waiter, of: key, id) }
    func land(_ key: String, _ id: Int, isStorable: Bool) -> Landing {
        let (waiters, isStorable) = board.land(key, id, isStorable: isStorable)
        return Landing(waiters: waiters, isStorable: isStorable)
    }
    func decide(_ key: String, _ id: Int, isStored: Bool) -> Set<Int> { board.decide(key, id, isStored: isStored) }
    func forbidStoring(where isMeant: (String) -> Bool) { board.forbidStoring(where: isMeant) }
    func claim(_ key: String, _ id: Int) -> Bool { board.claim(key, id) }
    func callOff(_ key: String, _ id: Int) -> Set<Int> { board.callOff(key, id) }
    func isStorable(_ key: String, _ id: Int) -> Bool { board.isStorable(key, id) }
}

private struct Landing: Equatable {
    let waiters: Set<Int>
    let isStorable: Bool
}
