package import BatonRecords

/// The runs that a question is asked of.
package struct HistoryScope: Sendable, Equatable {
    /// Nil for all branches.
    package var branch: String?
    /// Nil for all environments.
    package var environment: String?
    /// The earliest start of a run; nil for the latest runs, as many as a question reads.
    package var since: Microseconds?

    package init(branch: String? = nil, environment: String? = nil, since: Microseconds? = nil) {
        self.branch = branch
        self.environment = environment
        self.since = since
    }

    /// Conditions for the columns of `run`, each with a question mark for its value.
    var conditions: [String] {
        [
            branch.map { _ in "branch = ?" }, environment.map { _ in "environment = ?" },
            since.map { _ in "started >= ?" },
        ]
        .compactMap(\.self)
    }

    /// Binds the values of the conditions, in their order.
    func bind(to statement: Statement) {
        if let branch { statement.bind(branch) }
        if let environment { statement.bind(environment) }
        if let since { statement.bind(since) }
    }
}
