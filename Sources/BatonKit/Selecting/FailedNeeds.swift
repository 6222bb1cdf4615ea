import BatonHistory
import BatonRunner

/// What has to run so that what failed runs again which is only part of a run because others need it, or because
/// baton.yaml has it run before or after everything.
struct FailedNeeds {
    /// What failed itself, and what brings along the rest of what failed.
    private(set) var plan: Plan
    /// Why more runs than what failed itself.
    private(set) var notes: [String] = []

    /// - Parameters:
    ///   - failed: what failed when it last ran.
    ///   - whole: what may run.
    ///   - completed: that with all that it needs.
    ///   - own: what runs because it failed itself.
    init(_ failed: Set<LatestFailures.Kin>, of whole: Plan, completed: Plan, beside own: Plan) {
        plan = own
        var chosen = Set(own.cases.map { LatestFailures.Case($0.identity) })
        let isNeeded = completed.cases.contains { $0.identity.role != .selected }
        guard isNeeded else { return }
        for file in failed.sorted(by: { ($0.path, $0.isVariant ? 1 : 0) < ($1.path, $1.isVariant ? 1 : 0) }) {
            let places = completed.cases.indices.filter {
                let identity = completed.cases[$0].identity
                return identity.role != .selected && LatestFailures.Case(identity).kin == file
            }
            guard let first = places.first else { continue }
            let isFrame = completed.cases[first].phase != .main
            let users = isFrame ? whole.cases.map(\.identity) : Self.users(of: places, in: completed)
            let cases = Set(users.map(LatestFailures.Case.init))
            // With any of them it runs.
            guard !cases.isEmpty, chosen.isDisjoint(with: cases), !(isFrame && !chosen.isEmpty) else { continue }
            chosen.formUnion(cases)
            let count = cases.count == 1 ? "1 workflow" : "\(cases.count) workflows"
            notes.append("\(file.path) failed, so \(isFrame ? "everything" : "what needs it") runs: \(count)")
        }
        if !notes.isEmpty { plan = whole.filtered { chosen.contains(.init($0)) } }
    }

    /// The selected cases that need one of these, directly or not.
    private static func users(of places: [Int], in plan: Plan) -> [CaseIdentity] {
        var found = Set(places)
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
