/// Who waits for whom in a run: what a `Schedule` decides by.
package struct ScheduleGraph: Sendable {
    /// When a case runs, beside what it needs.
    package enum Phase: String, Sendable {
        /// Before everything else, one after the other.
        case before
        case main
        /// When everything else has ended, however, one after the other.
        case after
    }

    package struct Node: Sendable {
        /// The cases that must have passed.
        package var needs: [Int]
        /// The locks that no other case may have meanwhile, as small numbers; each once.
        package var locks: [Int]
        package var phase: Phase

        package init(needs: [Int] = [], locks: [Int] = [], phase: Phase = .main) {
            self.needs = needs
            self.locks = locks
            self.phase = phase
        }
    }

    /// How many cases there are; nodes behind these are no cases: the gate that `before` opens, and the end that `after`
    /// waits for.
    let caseCount: Int
    /// How many nodes there are; the cases alone where nothing waits for anything.
    let nodeCount: Int
    private let locks: [[Int]]
    let lockCount: Int
    // Of these nothing is kept where nothing waits for anything: a run may have very many cases.
    private var needs: [[Int]] = []
    private var dependents: [[Int]] = []
    private var followers: [[Int]] = []
    /// How many others each node waits for; empty where none waits.
    private(set) var waits: [Int] = []
    private var afterNodes: [Bool] = []
    private let ranks: [Rank]
    /// The nodes that wait for nothing, smallest rank first; nil where none waits for anything.
    private let free: [Int]?

    /// How many wait for nothing.
    var freeCount: Int { free?.count ?? nodeCount }
    /// Of those that wait for nothing, the one at this place.
    func free(at place: Int) -> Int { free?[place] ?? place }

    /// The locks that a node takes.
    func locks(of node: Int) -> [Int] { lockCount == 0 || node >= caseCount ? [] : locks[node] }
    /// What must have passed before a node.
    func needs(of node: Int) -> [Int] { needs.isEmpty ? [] : needs[node] }
    /// Which nodes must have this one passed.
    func dependents(of node: Int) -> [Int] { dependents.isEmpty ? [] : dependents[node] }
    /// Which nodes must have this one ended, however.
    func followers(of node: Int) -> [Int] { followers.isEmpty ? [] : followers[node] }
    /// Cases of `after`, and the end that they wait for: what runs also when the run was told to end.
    func isAfter(_ node: Int) -> Bool { afterNodes.isEmpty ? false : afterNodes[node] }
    /// Smaller ones start first: a needed case has the place of the first that needs it.
    func rank(of node: Int) -> Rank { ranks.isEmpty ? Rank(place: node, own: node) : ranks[node] }
    /// For each node, how many others need it; empty where none does.
    var userCounts: [Int] { dependents.map(\.count) }

    package struct Rank: Comparable, Sendable {
        let place: Int
        let own: Int

        package static func < (left: Rank, right: Rank) -> Bool {
            left.place == right.place ? left.own < right.own : left.place < right.place
        }
    }

    /// - Parameter order: the cases in the order in which they are taken where nothing else decides.
    package init(_ nodes: [Node], order: [Int]? = nil) {
        lockCount = (nodes.lazy.flatMap(\.locks).max() ?? -1) + 1
        locks = lockCount == 0 ? [] : nodes.map(\.locks)
        caseCount = nodes.count
        if order == nil, !nodes.contains(where: { !$0.needs.isEmpty || $0.phase != .main }) {
            nodeCount = nodes.count
            ranks = []
            free = nil
            return
        }
        let order = order ?? Array(nodes.indices)
        let before = order.filter { nodes[$0].phase == .before }
        let after = order.filter { nodes[$0].phase == .after }
        let count = nodes.count + 2
        let (gate, end) = (nodes.count, nodes.count + 1)
        nodeCount = count
        needs = nodes.map(\.needs) + [[], []]
        dependents = Array(repeating: [], count: count)
        followers = Array(repeating: [], count: count)
        waits = Array(repeating: 0, count: count)
        afterNodes = Array(repeating: false, count: count)

        for (first, second) in zip(before, before.dropFirst()) { needs[second].append(first) }
        if !before.isEmpty {
            let early = Self.closure(of: before, needs)
            needs[gate] = before
            for node in nodes.indices where !early[node] && nodes[node].phase == .main { needs[node].append(gate) }
        }
        if !after.isEmpty {
            afterNodes[end] = true
            for node in after { afterNodes[node] = true }
            // What a case of `after` needs is torn down behind it.
            let late = Self.closure(of: after, needs)
            for node in 0...gate where !late[node] {
                followers[node].append(end)
                waits[end] += 1
            }
            for (earlier, later) in zip([end] + after, after) {
                followers[earlier].append(later)
                waits[later] += 1
            }
        }
        for node in 0..<count {
            waits[node] += needs[node].count
            for needed in needs[node] { dependents[needed].append(node) }
        }
        ranks = Self.ranks(order, needs, dependents)
        let (ranks, waits) = (ranks, waits)
        free = (0..<count).filter { waits[$0] == 0 }.sorted { ranks[$0] < ranks[$1] }
    }

    /// The cases that wait for `before`.
    var behindBefore: [Int] { dependents.isEmpty ? [] : dependents[caseCount] }

    /// The nodes and all that they need, directly or not.
    private static func closure(of nodes: [Int], _ needs: [[Int]]) -> [Bool] {
        var found = Array(repeating: false, count: needs.count)
        var open = nodes
        while let node = open.popLast() {
            if found[node] { continue }
            found[node] = true
            open += needs[node]
        }
        return found
    }

    private static func ranks(_ order: [Int], _ needs: [[Int]], _ dependents: [[Int]]) -> [Rank] {
        var places = Array(repeating: Int.max, count: needs.count)
        for (place, node) in order.enumerated() { places[node] = place }
        let own = places
        // From those that nothing needs to those that they need.
        var open = needs.indices.filter { dependents[$0].isEmpty }
        var left = dependents.map(\.count)
        while let node = open.popLast() {
            for needed in needs[node] {
                places[needed] = min(places[needed], places[node])
                left[needed] -= 1
                if left[needed] == 0 { open.append(needed) }
            }
        }
        return zip(places, own).map { Rank(place: $0, own: $1) }
    }
}
