import BatonHTTP

/// `retry`: the failures after which another attempt follows, and the pauses between attempts.
package final class RetryPolicy: Sendable {
    /// The growth of the pauses.
    package enum Backoff: String, Sendable, CaseIterable {
        case constant, linear, exponential
    }

    /// The maximum number of attempts after the first; nil where `within` is the only bound.
    package let attempts: Int?
    package let every: DurationTemplate
    package let backoff: Backoff
    /// The longest pause.
    package let longest: DurationTemplate
    package let hasJitter: Bool
    /// The time after the start of the first attempt within which another attempt may start.
    package let within: DurationTemplate?
    package let reasons: Reasons

    init(
        attempts: Int?, every: DurationTemplate, backoff: Backoff, longest: DurationTemplate, hasJitter: Bool,
        within: DurationTemplate?, reasons: Reasons
    ) {
        self.attempts = attempts
        self.every = every
        self.backoff = backoff
        self.longest = longest
        self.hasJitter = hasJitter
        self.within = within
        self.reasons = reasons
    }

    static let standardAttempts = 3
    static let standardPause: Int64 = 1_000_000
    static let standardLongest: Int64 = 60_000_000

    /// The failures and statuses of an attempt after which another one follows.
    package struct Reasons: Sendable, Equatable {
        /// Families and whole kinds of failure: `network`, `http.conflict`.
        package var kinds: Set<String>
        package var statuses: Set<Int>
        /// The first digits of `5xx` and the like.
        package var classes: Set<Int>

        package init(kinds: Set<String> = [], statuses: Set<Int> = [], classes: Set<Int> = []) {
            self.kinds = kinds
            self.statuses = statuses
            self.classes = classes
        }

        static let standard = Reasons(kinds: ["network"], statuses: [429, 502, 503, 504])

        /// The default for programs, which have no status.
        static let ofPrograms = Reasons(kinds: ["exec", "check"])

        /// The families of failures that another attempt may avoid.
        static let families = ["network", "http", "stream", "response", "mapping", "check"]

        /// Whether the reasons include one of the failures, or the status, even if the status was expected.
        package func include(kinds ended: [String], status: Int?) -> Bool {
            if let status {
                if statuses.contains(status) || classes.contains(status / 100) { return true }
                if !(200...299).contains(status), names(Failure.Kind.status(status).rawValue) { return true }
            }
            return ended.contains(where: names)
        }

        private func names(_ kind: String) -> Bool {
            // `network.tls.expired` is of `network.tls` and of `network`.
            var name = kind[...]
            while !kinds.contains(String(name)) {
                guard let dot = name.lastIndex(of: ".") else { return false }
                name = name[..<dot]
            }
            return true
        }
    }
}
