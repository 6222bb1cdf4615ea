package import BatonLanguage
import BatonValues

/// The reason and the period for which the failures of a workflow do not break the build.
package struct Quarantine: Sendable, Equatable {
    /// The last day of the quarantine, as written: `2026-12-31`.
    package let until: String
    /// The last day as the number of days since 1970-01-01 in UTC.
    package let lastDay: Int
    package let reason: String
    /// The person or team that is responsible for the quarantine.
    package let owner: String?

    package init(until: String, lastDay: Int, reason: String, owner: String?) {
        self.until = until
        self.lastDay = lastDay
        self.reason = reason
        self.owner = owner
    }
}

extension Language {
    /// `quarantine`.
    package enum Quarantine {
        package static let until = Key(
            "until", .plainText, "The last day, in UTC, on which a failure does not count.", takes: "date",
            example: "until: 2030-01-31")
        package static let reason = Key(
            "reason", .plainText, "What is wrong.", example: "reason: The stock is counted twice.")
        package static let owner = Key(
            "owner", .plainText, "The person or team that takes care of it.", example: "owner: shop team")
        package static let map = Map("`quarantine`", [until, reason, owner], rules: [.all([until, reason])])
    }
}
