package import BatonDiagnostics
import BatonHTTP
import BatonSecrets
import BatonTime
import BatonWorkflow

/// Cases of which nothing ran.
package enum UnstartedCase {
    /// A case whose turn never came, since the run ended early.
    static func record(_ planned: Plan.Case, _ ending: RunEnding) -> CaseRecord {
        if case .invalid(let diagnostics)? = planned.content {
            return InvalidFile.record(planned.identity, diagnostics)
        }
        if case .failFast? = ending.reason {
            return skipped(planned, because: "an earlier workflow failed (--fail-fast)")
        }
        let now = ClockReading.wallMicroseconds()
        let place = Place(file: planned.identity.path, line: 1, column: 1)
        let failure =
            switch ending.reason {
            case .timeout:
                FailureRecord(
                    kind: ending.cut.kind.rawValue, message: "\(ending.cut.message) before this workflow began",
                    place: place)
            case .interrupted:
                FailureRecord(
                    kind: ending.cut.kind.rawValue, message: "the run was interrupted before this workflow began",
                    place: place)
            case .failFast, nil:
                FailureRecord(
                    kind: Failure.Kind.cancelled.rawValue, message: "its turn never came", place: place)
            }
        let step = StepRecord(
            caseIndex: planned.identity.index, index: 0, section: .steps, name: planned.identity.name, kind: .load,
            outcome: .error, place: place, started: now, duration: 0, failures: [failure])
        return CaseRecord(
            identity: planned.identity, outcome: .error, reason: failure.message, started: now, duration: 0,
            steps: [step])
    }

    static func skipped(_ planned: Plan.Case, because reason: String) -> CaseRecord {
        CaseRecord(
            identity: planned.identity, outcome: .skipped, reason: reason, started: ClockReading.wallMicroseconds(),
            duration: 0, steps: [])
    }

    /// A case of a run whose server did not start.
    ///
    /// - Parameter place: where the project says how it starts.
    package static func withoutServer(_ planned: Plan.Case, because reason: String, at place: Place?) -> CaseRecord {
        if case .invalid(let diagnostics)? = planned.content {
            return InvalidFile.record(planned.identity, diagnostics)
        }
        return blocked(
            planned, because: reason, at: place ?? Place(file: planned.identity.path, line: 1, column: 1))
    }

    private static func blocked(_ planned: Plan.Case, because message: String, at place: Place) -> CaseRecord {
        let failure = FailureRecord(kind: Failure.Kind.blocked.rawValue, message: message, place: place)
        return CaseRecord(
            identity: planned.identity, outcome: .error, started: ClockReading.wallMicroseconds(), duration: 0,
            steps: [], failures: [failure])
    }

    /// A case that needs another which did not pass.
    ///
    /// - Parameters:
    ///   - record: how that other ended; nil where nothing of it ran.
    ///   - isEnding: whether the run was told to end.
    static func blocked(
        _ planned: Plan.Case, by cause: Plan.Case?, ended record: CaseRecord?, isEnding: Bool
    ) -> CaseRecord {
        let path = cause?.identity.path ?? "what runs before everything"
        let named = cause.map { "\(path) (\($0.identity.title))" } ?? path
        let need = planned.needs.first { $0.index == cause?.identity.index }
        let place =
            need.map { Place(hidingSecretsOf: $0.range) } ?? cause?.origin
            ?? Place(file: planned.identity.path, line: 1, column: 1)
        let end = record.map(word) ?? (isEnding ? "never ran" : "is blocked itself")
        let message =
            need == nil ? "\(named), which runs before everything, \(end)" : "it needs \(named), which \(end)"
        return blocked(planned, because: message, at: place)
    }

    private static func word(_ record: CaseRecord) -> String {
        if record.isBlocked { return "is blocked itself" }
        if record.isInvalidFile { return "is not valid" }
        switch record.outcome {
        case .failed: return "failed"
        case .error: return record.isCancelled ? "was cancelled" : "could not run to its end"
        case .skipped: return "was skipped" + (record.reason.map { ": \($0)" } ?? "")
        case .passed: return "passed"
        }
    }
}

extension Place {
    /// A place with its line, in which secrets that are written there are hidden.
    package init(hidingSecretsOf range: SourceRange) {
        let (start, end) = (range.start, range.end)
        self.init(
            file: range.file.path, line: start.line, column: start.column,
            excerpt: range.hiddenLine,
            width: end.line == start.line ? max(1, end.column - start.column) : 1)
    }
}
