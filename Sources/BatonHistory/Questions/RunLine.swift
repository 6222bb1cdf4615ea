/// Runs whose results follow one another: those of one branch in one environment.
package struct RunLine: Sendable, Hashable {
    /// Nil for runs outside git, and on a detached head.
    package var branch: String?
    package var environment: String?

    private struct Place: Hashable {
        var host: String
        var environment: String?
    }

    /// The lines of runs, which come latest first.
    ///
    /// A run without a branch and a commit (outside git, or before the first commit) belongs to the branch of the next
    /// later run on its host, in its environment. One of a commit without a branch (a detached head) has no line if
    /// such a run followed: nothing goes on there. Without such a run, either is in the line without a branch.
    static func lines(of runs: [RunSummary]) -> [RunLine?] {
        var branches: [Place: String] = [:]
        return runs.map { run in
            let place = Place(host: run.host, environment: run.environment)
            if let branch = run.branch { branches[place] = branch }
            if run.commit != nil, run.branch == nil, branches[place] != nil { return nil }
            return RunLine(branch: run.branch ?? branches[place], environment: run.environment)
        }
    }
}
