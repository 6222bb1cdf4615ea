/// Finds the cases of a plan that must stay together in one shard.
struct ShardBundles {
    /// Locks that some workflow takes together, each with another one of them or with itself: a forest.
    private var parents: [String: String] = [:]

    /// For each case the name of its bundle; nil for a case that may run anywhere.
    mutating func names(of cases: [Plan.Case]) -> [String?] {
        for planned in cases {
            guard let workflow = planned.workflow, let first = workflow.locks.first else { continue }
            for lock in workflow.locks { join(first, lock) }
        }
        return cases.map { planned in
            guard let workflow = planned.workflow else { return nil }
            if let lock = workflow.locks.first { return "lock \(root(of: lock))" }
            return workflow.rows?.isTogether == true ? "rows \(planned.identity.path)" : nil
        }
    }

    /// The smaller name becomes the root, so that the order of files does not matter.
    private mutating func join(_ one: String, _ other: String) {
        let (one, other) = (root(of: one), root(of: other))
        parents[max(one, other)] = min(one, other)
    }

    private mutating func root(of lock: String) -> String {
        var root = lock
        while let parent = parents[root], parent != root { root = parent }
        var name = lock
        while name != root {
            let next = parents[name] ?? root
            parents[name] = root
            name = next
        }
        return root
    }
}
