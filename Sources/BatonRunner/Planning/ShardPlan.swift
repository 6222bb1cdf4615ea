import BatonJSON
import BatonJudging
package import BatonRecords
import BatonValues

/// Which case of a plan belongs to which shard. The same for the same files on every machine.
///
/// Cases that share a lock, and the rows of a workflow that wants it (`together`), stay together. Without timings the
/// shard of a case follows from the hash of its key alone, so that other cases may come and go without moving it.
package struct ShardPlan: Sendable {
    /// For each case of the plan, in its order, the number of its shard, from 1.
    package let shards: [Int]
    package let keys: [ShardKey]

    /// Cases that stay together.
    private struct Unit {
        var hash: UInt64
        /// In microseconds.
        var duration: Int64 = 0
    }

    /// - Parameter timings: nil where the hashes decide.
    package init(_ plan: Plan, total: Int, timings: ShardTimings? = nil) {
        var bundles = ShardBundles()
        keys = plan.cases.map { ShardKey($0.identity) }
        var units: [Unit] = []
        var unitOfBundle: [String: Int] = [:]
        var unitOf: [Int] = []
        unitOf.reserveCapacity(plan.cases.count)
        let names = bundles.names(of: plan.cases)
        for (index, planned) in plan.cases.enumerated() {
            let unit: Int
            if let name = names[index] {
                if let known = unitOfBundle[name] {
                    unit = known
                } else {
                    unit = units.count
                    unitOfBundle[name] = unit
                    units.append(Unit(hash: StableHash.of(name).value))
                }
            } else {
                unit = units.count
                units.append(Unit(hash: keys[index].hash))
            }
            if let timings { units[unit].duration += timings.duration(of: planned.identity) }
            unitOf.append(unit)
        }
        let shards =
            timings == nil
            ? units.map { Int($0.hash % UInt64(total)) + 1 }
            : Self.balanced(units, total)
        self.shards = unitOf.map { shards[$0] }
    }

    /// The longest unit first, always to the shard that has least to do: the longest-processing-time rule by Graham.
    private static func balanced(_ units: [Unit], _ total: Int) -> [Int] {
        let order = units.indices.sorted { left, right in
            let (left, right) = (units[left], units[right])
            return left.duration == right.duration ? left.hash < right.hash : left.duration > right.duration
        }
        var shards = Array(repeating: 1, count: units.count)
        var loads = LoadHeap(count: total)
        for unit in order { shards[unit] = loads.addToLeast(units[unit].duration) + 1 }
        return shards
    }
}

/// The loads of shards, the least on top; of equal loads the one with the lowest number.
private struct LoadHeap {
    private var entries: [(load: Int64, shard: Int)]

    init(count: Int) { entries = (0..<count).map { (0, $0) } }

    /// Adds to the shard with the least load, and returns it.
    mutating func addToLeast(_ duration: Int64) -> Int {
        let shard = entries[0].shard
        entries[0].load += duration
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child] < entries[least] { least = child }
            }
            if least == place { return shard }
            entries.swapAt(place, least)
            place = least
        }
    }
}

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

/// Identifies a case among all cases of a plan: by its file, its row and its repetition.
///
/// Not by its name, which may hold a secret that only some machines know.
package struct ShardKey: Sendable, Hashable {
    package let text: String
    /// Equal on every machine and in every version.
    package let hash: UInt64

    package init(_ identity: CaseIdentity) {
        self.init(path: identity.path, row: identity.row, repetition: identity.repetition)
    }

    package init(path: String, row: String?, repetition: Int? = nil) {
        var text = path
        if let row { text += "\u{0}r\(row)" }
        if let repetition { text += "\u{0}n\(repetition)" }
        self.text = text
        hash = StableHash.of(text).value
    }

    /// A hash of the identities, whatever their order.
    package static func digest(of keys: [ShardKey]) -> String {
        let ordered = keys.sorted { $0.hash == $1.hash ? $0.text < $1.text : $0.hash < $1.hash }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.count * 48)
        for key in ordered {
            bytes += key.text.utf8
            // Ends a key; no text holds this byte.
            bytes.append(0xFF)
        }
        return SHA256.hex(of: bytes)
    }
}

/// Where each case of a whole plan runs: in its shard, and as a prerequisite in the shards whose cases need it.
package struct ShardMap {
    let shard: Shard
    /// For each case its shard; nil for one that is no case: it runs where it is needed, or everywhere.
    private let own: [Int?]
    /// For each case the shards that run it because others need it, without its own.
    private let needed: [Int: Set<Int>]

    /// - Parameters:
    ///   - plan: complete, with what its cases need.
    ///   - keys: the divided cases.
    ///   - shards: the number of the shard of each of them.
    package init(_ plan: Plan, _ shard: Shard, keys: [ShardKey], shards: [Int]) {
        self.shard = shard
        let known = Dictionary(zip(keys, shards), uniquingKeysWith: { first, _ in first })
        let own = plan.cases.map { $0.identity.role == .selected ? known[ShardKey($0.identity)] : nil }
        var needed: [Int: Set<Int>] = [:]
        for (index, planned) in plan.cases.enumerated() where !planned.needs.isEmpty {
            guard let number = own[index] else { continue }
            var open = planned.needs.map(\.index)
            while let next = open.popLast() {
                if own[next] == number || !needed[next, default: []].insert(number).inserted { continue }
                open += plan.cases[next].needs.map(\.index)
            }
        }
        self.own = own
        self.needed = needed
    }

    /// The members of a case at this place of the plan.
    func members(at index: Int) -> JSONValue {
        var object = EventObject()
        object.set("shard", own[index])
        object.set("needed_in", (needed[index] ?? []).sorted().map { .number(JSONNumber(Int64($0))) })
        return object.json
    }

    /// Which shard the command was given.
    var head: JSONValue {
        var shard = shard
        shard.places = []
        return EventForm.json(shard)
    }
}
