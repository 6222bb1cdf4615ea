/// A binary heap of the nodes that may start, smallest rank first.
struct PriorityQueue {
    private var entries: [(rank: ScheduleGraph.Rank, index: Int)] = []

    /// The rank of the next node.
    var first: ScheduleGraph.Rank? { entries.first?.rank }

    mutating func insert(_ index: Int, _ rank: ScheduleGraph.Rank) {
        entries.append((rank, index))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].rank < entries[parent].rank else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Int? {
        guard let last = entries.popLast() else { return nil }
        guard let first = entries.first else { return last.index }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].rank < entries[least].rank { least = child }
            }
            if least == parent { return first.index }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
