/// The deadlines that apply to a workflow in progress, outermost first.
struct Deadlines {
    private var limits: [TimeLimit]
    /// Number of deadlines, counted from the outermost, that are suspended while teardown runs.
    private var suspended = 0

    init(_ limits: [TimeLimit] = []) {
        self.limits = limits
    }

    mutating func enter(_ limit: TimeLimit) { limits.append(limit) }

    mutating func leave() { limits.removeLast() }

    /// Suspends all deadlines.
    ///
    /// - Returns: the argument for `resume`.
    mutating func suspend() -> Int {
        defer { suspended = limits.count }
        return suspended
    }

    mutating func resume(_ before: Int) { suspended = before }

    var active: ArraySlice<TimeLimit> { limits.isEmpty ? [] : limits[suspended...] }

    /// The outermost active deadline that has passed.
    var overdue: TimeLimit? { active.first(where: \.hasPassed) }

    /// The reason of the outermost deadline that has passed, active or suspended; nil where none has passed.
    var reason: EarlyEnd? { limits.lazy.compactMap(\.reason).first }
}
