/// Why and how long the failures of a workflow do not break the build.
package struct Quarantine: Sendable, Equatable {
    /// The last day on which it holds, as written: `2026-12-31`.
    package let until: String
    /// The same as days since 1970-01-01; days are those of UTC.
    package let lastDay: Int
    package let reason: String
    /// Who takes care of it.
    package let owner: String?

    package init(until: String, lastDay: Int, reason: String, owner: String?) {
        self.until = until
        self.lastDay = lastDay
        self.reason = reason
        self.owner = owner
    }
}
