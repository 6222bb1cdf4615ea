import BatonHistory
package import BatonRecords

/// The options of `baton history`.
package struct HistoryOptions: Sendable {
    package enum Question: Sendable, Equatable {
        case list, show, flaky, slow, timings, broken, trend, prune
        case `case`, compare, export, `import`, site, sql
    }

    package var question = Question.list
    /// The words behind the question: runs, a case, a file, a statement.
    package var words: [String] = []
    package var branch: String?
    package var environment: String?
    /// `14d`, or a date.
    package var since: HistorySince?
    /// Maximum number of lines; nil for the question's own one.
    package var limit: Int?
    package var isJSON = false
    package var onlyFailed = false

    package init() {}

    func scope(now: Microseconds) -> HistoryScope {
        HistoryScope(branch: branch, environment: environment, since: since?.moment(now: now))
    }
}

/// The start of a time span: a date, or a duration before now.
package enum HistorySince: Sendable, Equatable {
    case before(Microseconds)
    case moment(Microseconds)

    func moment(now: Microseconds) -> Microseconds {
        switch self {
        case .before(let span): now - span
        case .moment(let moment): moment
        }
    }
}
