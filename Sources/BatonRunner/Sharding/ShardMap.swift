import BatonJSON
package import BatonRecords

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
        object.set("shard", own[index].map { Int64($0) })
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
