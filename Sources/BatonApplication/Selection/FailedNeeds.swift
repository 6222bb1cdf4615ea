import BatonHistory
import BatonRecords
import BatonRunner

/// The cases to run again for failed cases that were not selected themselves: cases needed by others, and cases of
/// `before` and `after` in baton.yaml.
struct FailedNeeds {
    /// The failed cases, and the cases that cause the other failed ones to run.
    private(set) var plan: Plan
    /// Number of other failed cases that the added cases bring along.
    var count: Int { brought.count }
    /// The files of these cases.
    var broughtPaths: Set<String> { Set(brought.map(\.path)) }
    /// Why more than the failed cases run, one sentence per file.
    var notes: [String] {
        added.sorted { $0.key < $1.key }.map { path, users in
            let count = users.cases.count == 1 ? "1 workflow" : "\(users.cases.count) workflows"
            return "\(path) failed, so \(users.areAll ? "everything" : "what needs it") runs: \(count)"
        }
    }

    private struct Users {
        var cases: Set<LatestFailures.Case> = []
        var areAll = false
    }

    /// The added cases, by the path of the failed file.
    private var added: [String: Users] = [:]
    private var brought: Set<LatestFailures.Case> = []

    /// - Parameters:
    ///   - failed: cases that failed when they last ran; a case with other input values is a different case.
    ///   - renamed: files with a failed case that no longer exists; any case of the file may be meant.
    ///   - whole: all cases that may run.
    ///   - completed: `whole` with all cases that it needs.
    ///   - own: cases that run because they failed themselves.
    init(
        _ failed: some Sequence<LatestFailures.Case>, renamed: Set<LatestFailures.Kin>, of whole: Plan, completed: Plan,
        beside own: Plan
    ) {
        plan = own
        var chosen = Set(own.cases.map { LatestFailures.Case($0.identity) })
        var places: [LatestFailures.Case: [Int]] = [:]
        for (place, planned) in completed.cases.enumerated() where planned.identity.role != .selected {
            places[LatestFailures.Case(planned.identity).withoutNumber, default: []].append(place)
        }
        if places.isEmpty { return }
        var wanted = failed.flatMap { entry in (places[entry.withoutNumber] ?? []).map { (entry: entry, place: $0) } }
        for kin in renamed {
            for (entry, found) in places where entry.kin == kin { wanted += found.map { (entry, $0) } }
        }
        for (entry, place) in wanted.sorted(by: { $0.place < $1.place }) {
            let isFrame = completed.cases[place].phase != .main
            let users =
                isFrame
                ? completed.cases.filter { $0.phase == .main && $0.identity.role == .selected }.map(\.identity)
                : Self.users(of: place, in: completed)
            let cases = Set(users.map(LatestFailures.Case.init))
            // One of these cases is enough to run the failed one.
            guard !cases.isEmpty, chosen.isDisjoint(with: cases), !(isFrame && !chosen.isEmpty) else { continue }
            chosen.formUnion(cases)
            added[entry.path, default: Users()].cases.formUnion(cases)
            if isFrame { added[entry.path]?.areAll = true }
            brought.insert(entry)
        }
        if count > 0 { plan = whole.filtered { chosen.contains(.init($0)) } }
    }

    /// The selected cases that need this one, directly or not.
    private static func users(of place: Int, in plan: Plan) -> [CaseIdentity] {
        var found: Set = [place]
        while true {
            let more = plan.cases.indices.filter { index in
                !found.contains(index) && plan.cases[index].needs.contains { found.contains($0.index) }
            }
            if more.isEmpty { break }
            found.formUnion(more)
        }
        return found.map { plan.cases[$0].identity }.filter { $0.role == .selected }
    }
}

extension LatestFailures.Case {
    /// The case without the number that distinguishes variants with equal text, such as secrets: the number depends on
    /// which other cases are selected.
    fileprivate var withoutNumber: LatestFailures.Case {
        guard let variant, let sign = variant.utf8.lastIndex(of: UInt8(ascii: "#")), sign > variant.startIndex,
            variant.utf8[variant.utf8.index(before: sign)] == UInt8(ascii: " "),
            Int(variant[variant.utf8.index(after: sign)...]) != nil
        else { return self }
        var entry = self
        entry.variant = String(variant[..<variant.utf8.index(before: sign)])
        return entry
    }
}
