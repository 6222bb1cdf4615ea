/// Which locks are taken, and who waits for them.
///
/// Locks are taken all at once or not at all, so that no two cases can wait for each other.
struct LockTable {
    private var isTaken: [Bool]
    private var waiting: [PriorityQueue]
    /// The locks that those who wait want, and their ranks.
    private var wishes: [Int: (locks: [Int], rank: ScheduleGraph.Rank)] = [:]
    /// Those that have got their locks while they waited.
    private var granted: Set<Int> = []

    init(count: Int) {
        isTaken = Array(repeating: false, count: count)
        waiting = Array(repeating: PriorityQueue(), count: count)
    }

    /// Takes locks; when false, the case is handed back by a later `release`, and has them then.
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

    /// Whether the case has got locks while it waited, and will not use them.
    mutating func giveUp(_ index: Int) -> Bool { granted.remove(index) != nil }

    /// Gives locks back; returns those that get theirs for that reason.
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
