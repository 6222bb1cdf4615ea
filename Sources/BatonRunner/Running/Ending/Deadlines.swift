/// The deadlines around what a workflow does, outermost first.
struct Deadlines {
    private var limits: [TimeLimit]
    /// Number of deadlines, from outside in, that are not active since teardown runs.
    private var suspended = 0

    init(_ limits: [TimeLimit] = []) {
        self.limits = limits
    }

    mutating func enter(_ limit: TimeLimit) { limits.append(limit) }

    mutating func leave() { limits.removeLast() }

    /// Makes all of them inactive.
    ///
    /// - Returns: what `resume` is to be given.
    mutating func suspend() -> Int {
        defer { suspended = limits.count }
        return suspended
    }

    mutating func resume(_ before: Int) { suspended = before }

    var active: ArraySlice<TimeLimit> { limits.isEmpty ? [] : limits[suspended...] }

    /// The outermost of the active deadlines that have passed.
    var overdue: TimeLimit? { active.first(where: \.hasPassed) }

    /// Why the outermost deadline ended, active or not, that has passed; nil where all have time left.
    var reason: CutShort? { limits.lazy.compactMap(\.reason).first }
}
