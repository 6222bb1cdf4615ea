import BatonJudging
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
