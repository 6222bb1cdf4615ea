/// The dependency graph of a run: the input of a `Schedule`.
package struct ScheduleGraph: Sendable {
    /// The phase of the run in which a case runs.
    package enum Phase: String, Sendable {
        /// Before all other cases, one after the other.
        case before
        case main
        /// After all other cases have ended, with any outcome, one after the other.
        case after
    }

    package struct Node: Sendable {
        /// The cases that must have passed before.
        package var needs: [Int]
        /// The locks that the case holds exclusively while it runs, as small numbers without duplicates.
        package var locks: [Int]
        package var phase: Phase

        package init(needs: [Int] = [], locks: [Int] = [], phase: Phase = .main) {
            self.needs = needs
            self.locks = locks
            self.phase = phase
        }
    }

    /// Number of cases. The nodes after them are not cases: the gate that `before` opens, and the end that `after`
    /// waits for.
    let caseCount: Int
    /// Number of nodes; equal to `caseCount` where no case waits for another.
    let nodeCount: Int
    private let locks: [[Int]]
    let lockCount: Int
    // These are empty where no case waits for another, because a run may have very many cases.
    private var needs: [[Int]] = []
    private var dependents: [[Int]] = []
    private var followers: [[Int]] = []
    /// For each node, the number of nodes that it waits for; empty where none waits.
    private(set) var waits: [Int] = []
    private var afterNodes: [Bool] = []
    /// The cases that start only once they are asked for.
    private(set) var onRequest: Set<Int> = []
    private let ranks: [Rank]
    /// The nodes without dependencies, smallest rank first; nil where no node has any.
    private let free: [Int]?

    /// Number of nodes without dependencies.
    var freeCount: Int { free?.count ?? nodeCount }
    /// The node at this position among the nodes without dependencies.
    func free(at place: Int) -> Int { free?[place] ?? place }

    /// The locks that a node takes.
    func locks(of node: Int) -> [Int] { lockCount == 0 || node >= caseCount ? [] : locks[node] }
    /// The nodes that must have passed before this one.
    func needs(of node: Int) -> [Int] { needs.isEmpty ? [] : needs[node] }
    /// The nodes that can start only if this one has passed.
    func dependents(of node: Int) -> [Int] { dependents.isEmpty ? [] : dependents[node] }
    /// The nodes that can start only when this one has ended, with any outcome.
    func followers(of node: Int) -> [Int] { followers.isEmpty ? [] : followers[node] }
    /// Whether the node is a case of `after`, or the end that such cases wait for: these run also when a run ends
    /// early.
    func isAfter(_ node: Int) -> Bool { afterNodes.isEmpty ? false : afterNodes[node] }
    /// The start order, smallest first: a needed case has the place of the first case that needs it.
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

    /// - Parameters:
    ///   - order: the order in which cases start unless dependencies require another.
    ///   - startsOnRequest: whether a case starts only once it is asked for, directly or by a case that needs it; `before`,
    ///     `after` and what they need start without that.
    package init(_ nodes: [Node], order: [Int]? = nil, startsOnRequest: Bool = false) {
        lockCount = (nodes.lazy.flatMap(\.locks).max() ?? -1) + 1
        locks = lockCount == 0 ? [] : nodes.map(\.locks)
        caseCount = nodes.count
        if order == nil, !startsOnRequest, !nodes.contains(where: { !$0.needs.isEmpty || $0.phase != .main }) {
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
        if startsOnRequest {
            let framing = Self.closure(of: before + after, needs)
            onRequest = Set(nodes.indices.filter { !framing[$0] })
            for node in onRequest { waits[node] = 1 }
        }
        if !before.isEmpty {
            let early = Self.closure(of: before, needs)
            needs[gate] = before
            for node in nodes.indices where !early[node] && nodes[node].phase == .main { needs[node].append(gate) }
        }
        if !after.isEmpty {
            afterNodes[end] = true
            for node in after { afterNodes[node] = true }
            // A case that a case of `after` needs is torn down after that one.
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

    /// The nodes that wait for `before`.
    var behindBefore: [Int] { dependents.isEmpty ? [] : dependents[caseCount] }

    /// Marks the given nodes and all that they need, directly or not.
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
        // Topological order, from the nodes that no other needs to their dependencies.
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
