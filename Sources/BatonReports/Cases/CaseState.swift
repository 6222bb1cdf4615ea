import BatonRecords

/// The outcome of a case as shown to the user: a symbol and a word, never colour alone.
package enum CaseState: UInt8, Sendable, CaseIterable {
    case passed, flaky, failed, error, blocked, quarantined, skipped

    init(_ record: CaseRecord) {
        if record.isQuarantined {
            self = .quarantined
            return
        }
        switch record.outcome {
        case .passed: self = record.isFlaky ? .flaky : .passed
        case .failed: self = .failed
        case .error: self = record.isBlocked ? .blocked : .error
        case .skipped: self = .skipped
        }
    }

    init(_ outcome: Outcome) {
        switch outcome {
        case .passed: self = .passed
        case .failed: self = .failed
        case .error: self = .error
        case .skipped: self = .skipped
        }
    }

    var word: StaticString {
        switch self {
        case .passed: "passed"
        case .flaky: "flaky"
        case .failed: "failed"
        case .error: "error"
        case .blocked: "blocked"
        case .quarantined: "quarantined"
        case .skipped: "skipped"
        }
    }

    var sign: StaticString {
        switch self {
        case .passed: "✓"
        case .flaky: "~"
        case .failed: "✗"
        case .error, .blocked: "!"
        case .quarantined: "◌"
        case .skipped: "–"
        }
    }

    /// Whether the state makes a run fail.
    var isBad: Bool { self == .failed || self == .error || self == .blocked }
}
