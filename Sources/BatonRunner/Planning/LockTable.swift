/// The locks that are held, and the cases that wait for them.
///
/// A case takes all of its locks at once or none, so that cases cannot deadlock.
struct LockTable {
    private var isTaken: [Bool]
    private var waiting: [PriorityQueue]
    /// The locks that each waiting case wants, and its rank.
    private var wishes: [Int: (locks: [Int], rank: ScheduleGraph.Rank)] = [:]
    /// Cases that were given their locks while they waited, and have not started yet.
    private var granted: Set<Int> = []

    init(count: Int) {
        isTaken = Array(repeating: false, count: count)
        waiting = Array(repeating: PriorityQueue(), count: count)
    }

    /// Takes locks. If this returns false, a later `release` returns the case, which then holds its locks.
    mutating func take(_ locks: [Int], for index: Int, _ rank: ScheduleGraph.Rank) -> Bool {
        if locks.isEmpty || granted.remove(index) != nil { return true }
        if let taken = locks.first(where: { isTaken[$0] }) {
            wishes[index] = (locks, rank)
            waiting[taken].insert(index, rank)
            return false
        }
        for lock in locks { isTaken[lock] = true }
        return true
    }

    /// Whether the case was given locks while it waited; it will not use them.
    mutating func giveUp(_ index: Int) -> Bool { granted.remove(index) != nil }

    /// Releases locks; returns the waiting cases that get theirs as a result.
    mutating func release(_ locks: [Int]) -> [Int] {
        for lock in locks { isTaken[lock] = false }
        var served: [Int] = []
        for lock in locks {
            while !isTaken[lock], let index = waiting[lock].popFirst() {
                guard let wish = wishes[index] else { continue }
                if let taken = wish.locks.first(where: { isTaken[$0] }) {
                    waiting[taken].insert(index, wish.rank)
                    continue
                }
                for wanted in wish.locks { isTaken[wanted] = true }
                wishes[index] = nil
                granted.insert(index)
                served.append(index)
            }
        }
        return served
    }
}
