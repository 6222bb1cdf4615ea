/// The quarantine of a case on the day of this run.
package struct CaseQuarantine: Sendable, Equatable {
    package var until: String
    package var reason: String
    package var owner: String?
    /// Whether its last day has passed, so that failures count again.
    package var isOver: Bool

    package init(until: String, reason: String, owner: String?, isOver: Bool) {
        self.until = until
        self.reason = reason
        self.owner = owner
        self.isOver = isOver
    }

    /// The quarantine's reason and the case's owner.
    package var why: String { owner.map { "\(reason) (\($0))" } ?? reason }

    /// The sentence that reports show for a case in quarantine, or one whose quarantine is over.
    ///
    /// - Parameter isBad: whether the case failed or could not run.
    package func sentence(isBad: Bool) -> String {
        if isOver {
            return isBad
                ? "its quarantine ended with \(until), it counts again: \(why)"
                : "its quarantine ended with \(until), and it passes: `quarantine` can go"
        }
        return isBad
            ? "quarantined until \(until): \(why)" : "quarantined until \(until), but it passes: `quarantine` can go"
    }
}

extension CaseRecord {
    /// Whether the case failed but does not count, because it is in quarantine. A file with errors always counts.
    package var isQuarantined: Bool {
        guard let quarantine = identity.quarantine, !quarantine.isOver else { return false }
        return (outcome == .failed || outcome == .error) && !isInvalidFile
    }
}
