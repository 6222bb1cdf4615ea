import BatonHistory
import BatonRunner

/// What has to run so that what failed runs again which is only part of a run because others need it, or because
/// baton.yaml has it run before or after everything.
struct FailedNeeds {
    /// What failed itself, and what brings along the rest of what failed.
    private(set) var plan: Plan
    /// How many others failed that what was added brings along.
    var count: Int { brought.count }
    /// Their files.
    var broughtPaths: Set<String> { Set(brought.map(\.path)) }
    /// Why more runs than what failed itself, a sentence for each file.
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

    /// What runs because a file of that path failed.
    private var added: [String: Users] = [:]
    private var brought: Set<LatestFailures.Case> = []

    /// - Parameters:
    ///   - failed: what failed when it last ran; who gives other values to a workflow needs another case of it.
    ///   - renamed: files of which a case failed that is not known any more: it may be any of theirs.
    ///   - whole: what may run.
    ///   - completed: that with all that it needs.
    ///   - own: what runs because it failed itself.
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
            let users = isFrame ? whole.cases.map(\.identity) : Self.users(of: place, in: completed)
            let cases = Set(users.map(LatestFailures.Case.init))
            // With any of them it runs.
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
    /// Without the number that tells cases apart whose values look alike, as secrets do: who else is selected decides
    /// about it.
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
