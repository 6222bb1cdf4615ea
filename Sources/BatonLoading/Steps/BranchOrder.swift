import BatonDiagnostics
import BatonJudging
import BatonWorkflow

/// Which step of a section goes on after which other one, with `await` between the branches of `parallel`.
///
/// It takes O(steps) time and no recursion but that of groups.
struct BranchOrder {
    private struct Moment {
        /// The moments that come before it.
        var before: [Int]
        /// For a step that waits for one of another branch.
        var awaited: Step.Awaited?
    }

    private let sink: DiagnosticSink
    private var moments: [Moment] = []
    private var moment: [String: Int] = [:]
    private let steps: [Step]

    init(_ steps: [Step], _ sink: DiagnosticSink) {
        self.sink = sink
        self.steps = steps
        _ = add(steps, after: nil)
    }

    private mutating func add(_ steps: [Step], after start: Int?) -> Int? {
        var last = start
        for step in steps { last = add(step, after: last) }
        return last
    }

    /// The moment at which the step has ended; for a stream, at which it is open.
    private mutating func add(_ step: Step, after last: Int?) -> Int {
        var end = Moment(before: last.map { [$0] } ?? [])
        switch step.action {
        case .group(let group) where group.isParallel: end.before = group.steps.map { add($0, after: last) }
        case .group(let group): end.before = add(group.steps, after: last).map { [$0] } ?? []
        case .awaiting(let awaited): end.awaited = awaited
        case .request, .set, .that, .wait, .log, .exec, .workflow: break
        }
        moments.append(end)
        if let id = step.id { moment[id] = moments.count - 1 }
        return moments.count - 1
    }

    /// Reports what no other branch of the same `parallel` has, and branches that wait for each other.
    func check() {
        let unmet = steps.flatMap(\.unmet)
        for awaited in unmet { sink.report(.awaitsNoBranch(awaited, isKnown: moment[awaited.id] != nil)) }
        guard unmet.isEmpty else { return }
        var awaiting: [[Int]] = Array(repeating: [], count: moments.count)
        var open = moments.map(\.before.count)
        for (index, item) in moments.enumerated() {
            for before in item.before { awaiting[before].append(index) }
            guard let awaited = item.awaited.flatMap({ moment[$0.id] }) else { continue }
            awaiting[awaited].append(index)
            open[index] += 1
        }
        var ended = open.indices.filter { open[$0] == 0 }
        while let next = ended.popLast() {
            for index in awaiting[next] {
                open[index] -= 1
                if open[index] == 0 { ended.append(index) }
            }
        }
        if let stuck = open.indices.first(where: { open[$0] > 0 }) { report(circle(from: stuck, open)) }
    }

    /// The moments that wait for each other, found by going back from one that never comes.
    private func circle(from start: Int, _ open: [Int]) -> ArraySlice<Int> {
        var way: [Int] = []
        var places: [Int: Int] = [:]
        var index = start
        while places[index] == nil {
            places[index] = way.count
            way.append(index)
            let awaited = moments[index].awaited.flatMap { moment[$0.id] }
            let before = moments[index].before + (awaited.map { [$0] } ?? [])
            guard let stuck = before.first(where: { open[$0] > 0 }) else { return [] }
            index = stuck
        }
        return way[(places[index] ?? 0)...]
    }

    private func report(_ circle: ArraySlice<Int>) {
        let awaited = circle.compactMap { moments[$0].awaited }.sorted { $0.range.lower < $1.range.lower }
        guard let first = awaited.first else { return }
        sink.report(.branchesAwaitEachOther(first, others: awaited.dropFirst().map(\.range)))
    }
}

extension Step {
    /// Whether the step, or one within it, waits for a step of another branch.
    var isAwaiting: Bool {
        switch action {
        case .awaiting: true
        case .group(let group): group.steps.contains { $0.isAwaiting }
        case .request, .set, .that, .wait, .log, .exec, .workflow: false
        }
    }

    /// What is awaited in the step, and stands in no other branch of a `parallel` around that.
    var unmet: [Awaited] {
        switch action {
        case .awaiting(let awaited): return [awaited]
        case .group(let group) where group.isParallel:
            let ids = group.steps.map { Set($0.all.compactMap(\.id)) }
            return group.steps.enumerated().flatMap { index, branch in
                branch.unmet.filter { awaited in
                    !ids.indices.contains { $0 != index && ids[$0].contains(awaited.id) }
                }
            }
        case .group(let group): return group.steps.flatMap(\.unmet)
        case .request, .set, .that, .wait, .log, .exec, .workflow: return []
        }
    }
}

extension Diagnostic {
    static func awaitsNoBranch(_ awaited: Step.Awaited, isKnown: Bool) -> Diagnostic {
        Diagnostic(
            "workflow.branches-clash",
            "`await: \(awaited.id)` waits for a step of another branch of the same `parallel`, and "
                + (isKnown ? "this step is in none" : "no step has this `id`"),
            at: awaited.range,
            help: "give the step `id: \(awaited.id)`, and put both into branches of one `parallel`")
    }

    static func branchesAwaitEachOther(_ awaited: Step.Awaited, others: [SourceRange]) -> Diagnostic {
        Diagnostic(
            "workflow.branches-clash",
            "`\(awaited.id)` would never come: its branch waits for this one", at: awaited.range,
            notes: others.map { Note("it waits here", at: $0) }, help: "let one of them go first")
    }
}
