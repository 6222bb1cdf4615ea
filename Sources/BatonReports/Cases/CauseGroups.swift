import BatonRecords
import BatonValues

/// The cases of one cause.
struct CauseGroup {
    let state: Cause.State
    /// In the order of the run.
    let cases: [CauseCase]
    let folded: [Int]
    let owners: [String]

    /// When the failure of a case began; nil where it began now, or before all known runs.
    func start(of entry: CauseCase, _ past: PastRuns?) -> PastRuns.Since? { entry.start(past) }
}

extension CauseCase {
    /// The earlier run in which what is wrong with the case began; nil where it began now, and where that is not known.
    fileprivate func start(_ past: PastRuns?) -> PastRuns.Since? {
        switch state {
        case .known, .quarantined: past?.since(index, record.firstFailure.map(FailureSignature.of))
        case .flaky: past?.flakySince(index)
        case .new, .changed, .interrupted: nil
        }
    }
}

extension FailureEntry {
    var request: RequestLine? {
        let exchange = exchange
        return (exchange ?? step?.exchanges.last).map { RequestLine($0, isAtFault: exchange != nil) }
    }
}

/// Puts the cases of a run into groups: those that share a key, or are connected by cases that do.
struct CauseGroups {
    private static let mostOwners = 10

    private let records: RunRecords
    /// By index, in the order of the run.
    private let shown: [CaseRecord]

    init(_ records: RunRecords) {
        self.records = records
        shown = records.kept.values.sorted { $0.identity.index < $1.identity.index }
    }

    /// - Parameter past: nil where the run is compared with none.
    func groups(_ past: PastRuns?) -> [CauseGroup] {
        let (roots, blocked) = rootsOfBlocked()
        let cases = shown.filter { roots[$0.identity.index] == nil }.map { Self.caseOf($0, past) }
        var sets = JoinedSets(count: cases.count)
        for (member, entry) in cases.enumerated() {
            for key in Self.keys(of: entry, past) { sets.join(member, key) }
        }
        return sets.all.map { members in
            let members = members.map { cases[$0] }
            let folded = members.flatMap { blocked[$0.index] ?? [] }.sorted()
            return CauseGroup(
                state: state(of: members, folded, past), cases: members, folded: folded,
                owners: owners(of: members.map(\.index) + folded))
        }
    }

    private static func caseOf(_ record: CaseRecord, _ past: PastRuns?) -> CauseCase {
        if record.isFlaky { return CauseCase(record: record, entries: [.beforePass(of: record)], state: .flaky) }
        let state: Cause.State =
            record.isQuarantined
            ? .quarantined : record.isCancelled ? .interrupted : past?.state(of: record.identity.index) ?? .new
        return CauseCase(record: record, entries: FailureEntry.all(of: record), state: state)
    }

    /// Cases with an equal key have one cause.
    private static func keys(of entry: CauseCase, _ past: PastRuns?) -> [String] {
        if entry.state == .interrupted { return ["interrupted"] }
        let (standing, failure) = (entry.standing, entry.standing.first)
        let age = entry.state == .changed ? Cause.State.new : entry.state
        let place = failure.place
        var keys = ["\(age) at \(place.file):\(place.line):\(place.column) \(failure.kind)"]
        guard let request = standing.request else { return keys }
        let isStatus = failure.check?.text == "status"
        let way = isStatus ? request.status.map { "status \($0 / 100)" } ?? failure.kind : failure.kind
        // What is flaky begins by chance, so that its first run says nothing.
        let start = age == .new || age == .flaky ? "" : entry.start(past)?.run.id ?? ""
        keys.append("\(age) since \(start) \(request.key) \(way)")
        if failure.isConnectionLoss { keys.append("\(age) without \(request.server)") }
        return keys
    }

    /// What each blocked case followed from, by index, and the blocked cases of each such case.
    private func rootsOfBlocked() -> (roots: [Int: Int], blocked: [Int: [Int]]) {
        let blockedCases = shown.filter(\.isBlocked)
        if blockedCases.isEmpty { return ([:], [:]) }
        var numbers: [CaseReference: Int] = [:]
        for record in shown where record.outcome != .passed {
            let reference = CaseReference(record.identity)
            for name in [reference, CaseReference(path: reference.path, row: reference.row)] where numbers[name] == nil
            {
                numbers[name] = record.identity.index
            }
        }
        var roots: [Int: Int] = [:]
        var blocked: [Int: [Int]] = [:]
        for record in blockedCases {
            var root = record
            // Cases cannot need each other in a circle; a file of events may say so.
            for _ in 0..<shown.count where root.isBlocked {
                guard let number = root.failures.first?.needed.flatMap({ numbers[$0] }), let next = records.kept[number]
                else { break }
                root = next
            }
            guard root !== record, !root.isBlocked else { continue }
            roots[record.identity.index] = root.identity.index
            blocked[root.identity.index, default: []].append(record.identity.index)
        }
        return (roots, blocked)
    }

    /// Where a case in quarantine blocks one that counts, the cause counts.
    private func state(of members: [CauseCase], _ folded: [Int], _ past: PastRuns?) -> Cause.State {
        let own = members.map(\.state).min { $0.rawValue < $1.rawValue } ?? .new
        let counting = folded.filter { records.kept[$0]?.isQuarantined != true }
        guard own == .quarantined, !counting.isEmpty else { return own }
        return counting.map { past?.wasBad($0) == true ? .known : .new }.min { $0.rawValue < $1.rawValue } ?? own
    }

    private func owners(of indices: [Int]) -> [String] {
        var owners: [String] = []
        for index in indices {
            guard let owner = records.kept[index]?.identity.owner.map({ CauseText.line($0, 100) }),
                !owners.contains(owner)
            else { continue }
            owners.append(owner)
            if owners.count == Self.mostOwners { break }
        }
        return owners
    }
}

/// Members that are joined where they have a key in common (a disjoint-set forest).
private struct JoinedSets {
    private var parents: [Int]
    private var firsts: [String: Int] = [:]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ member: Int, _ key: String) {
        guard let first = firsts[key] else {
            firsts[key] = member
            return
        }
        let (left, right) = (root(of: first), root(of: member))
        parents[max(left, right)] = min(left, right)
    }

    private mutating func root(of member: Int) -> Int {
        var member = member
        while parents[member] != member {
            parents[member] = parents[parents[member]]
            member = parents[member]
        }
        return member
    }

    /// The sets in the order of their first members.
    var all: [[Int]] {
        var sets = self
        var members: [Int: [Int]] = [:]
        for member in parents.indices { members[sets.root(of: member), default: []].append(member) }
        return members.keys.sorted().compactMap { members[$0] }
    }
}
