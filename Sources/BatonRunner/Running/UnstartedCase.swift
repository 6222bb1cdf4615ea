package import BatonDiagnostics
import BatonHTTP
import BatonJudging
package import BatonRecords
package import BatonSecrets
import BatonSources
import BatonWorkflow

/// Records for cases that never ran.
package enum UnstartedCase {
    /// The record of a case that did not start because the run ended early.
    static func record(_ planned: Plan.Case, _ settings: RunSettings) -> CaseRecord {
        let ending = settings.ending
        if case .invalid(let diagnostics)? = planned.content {
            return invalid(planned.identity, diagnostics, settings)
        }
        if case .failures(let limit, _)? = ending.reason {
            let reason: MaskedText =
                limit == 1
                ? "an earlier workflow failed (--fail-fast)"
                : "\(limit) earlier workflows failed (--max-failures)"
            return skipped(planned, because: reason, settings)
        }
        let message: MaskedText =
            switch ending.reason {
            case .timeout: "\(settings.secrets.masked(ending.cut.message)) before this workflow began"
            case .interrupted: "the run was interrupted before this workflow began"
            case .failures, nil: "its turn never came"
            }
        let place = Place(file: planned.identity.path, line: 1, column: 1)
        let failure = FailureRecord(kind: Failure.Kind.cancelled.rawValue, message: message, place: place)
        return record(planned.identity, planned.identity.name, [failure], because: message, settings)
    }

    /// The record of a case whose file did not load.
    static func invalid(
        _ identity: CaseIdentity, _ diagnostics: [Diagnostic], _ settings: RunSettings
    ) -> CaseRecord {
        let place = Place(file: identity.path, line: 1, column: 1)
        let failures = diagnostics.filter { $0.severity == .error }.map { diagnostic in
            let diagnostic = diagnostic.hidingValues(settings.secrets.names)
            return FailureRecord(diagnostic, advice: diagnostic.advice, elsewhere: place, settings.secrets)
        }
        return record(identity, "load", failures, because: "the file is not valid", settings)
    }

    /// The record of a case whose only step, which never ran, has these failures.
    static func record(
        _ identity: CaseIdentity, _ step: String, _ failures: [FailureRecord], because reason: MaskedText,
        _ settings: RunSettings
    ) -> CaseRecord {
        let now = settings.dependencies.clock()
        let step = StepRecord(
            caseIndex: identity.index, index: 0, section: .steps, name: step, kind: .load, outcome: .error,
            place: failures.first?.place ?? Place(file: identity.path, line: 1, column: 1), started: now, duration: 0,
            failures: failures)
        return CaseRecord(
            identity: identity, outcome: .error, reason: reason, started: now, duration: 0, steps: [step])
    }

    static func skipped(_ planned: Plan.Case, because reason: MaskedText, _ settings: RunSettings) -> CaseRecord {
        CaseRecord(
            identity: planned.identity, outcome: .skipped, reason: reason, started: settings.dependencies.clock(),
            duration: 0, steps: [])
    }

    /// The record of a case whose run could not start the server.
    ///
    /// - Parameter place: where baton.yaml gives the server's command.
    package static func withoutServer(
        _ planned: Plan.Case, because reason: MaskedText, at place: Place?, _ settings: RunSettings
    ) -> CaseRecord {
        if case .invalid(let diagnostics)? = planned.content {
            return invalid(planned.identity, diagnostics, settings)
        }
        return blocked(
            planned, because: reason, at: place ?? Place(file: planned.identity.path, line: 1, column: 1), settings)
    }

    private static func blocked(
        _ planned: Plan.Case, by needed: CaseReference? = nil, because message: MaskedText, at place: Place,
        _ settings: RunSettings
    ) -> CaseRecord {
        var failure = FailureRecord(kind: Failure.Kind.blocked.rawValue, message: message, place: place)
        failure.needed = needed
        return CaseRecord(
            identity: planned.identity, outcome: .error, started: settings.dependencies.clock(), duration: 0,
            steps: [], failures: [failure])
    }

    /// The record of a case that needs another case which did not pass.
    ///
    /// - Parameters:
    ///   - record: how the needed case ended; nil where it never ran.
    static func blocked(
        _ planned: Plan.Case, by cause: Plan.Case?, ended record: CaseRecord?, _ settings: RunSettings
    ) -> CaseRecord {
        let named: MaskedText =
            cause.map { settings.secrets.masked("\($0.identity.path) (\($0.identity.title))") }
            ?? "what runs before everything"
        let need = planned.needs.first { $0.index == cause?.identity.index }
        let place =
            (need?.range ?? cause?.origin).map { Place($0, settings.secrets.names, masked: settings.secrets.masked) }
            ?? Place(file: planned.identity.path, line: 1, column: 1)
        let end: MaskedText = record.map(word) ?? (settings.ending.reason != nil ? "never ran" : "is blocked itself")
        let message: MaskedText =
            need == nil ? "\(named), which runs before everything, \(end)" : "it needs \(named), which \(end)"
        return blocked(
            planned, by: cause.map { CaseReference($0.identity) }, because: message, at: place, settings)
    }

    private static func word(_ record: CaseRecord) -> MaskedText {
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

extension FailureRecord {
    /// The failure of a file that is not valid.
    ///
    /// - Parameters:
    ///   - advice: what to do about it.
    ///   - place: the place of a diagnostic that belongs to no file.
    package init(_ diagnostic: Diagnostic, advice: String?, elsewhere place: Place, _ secrets: SecretRegistry) {
        self.init(
            kind: Failure.Kind.workflowInvalid.rawValue, message: secrets.masked(diagnostic.message.text),
            hint: advice.map(secrets.masked),
            place: diagnostic.range.map { Place($0, secrets.names, masked: secrets.masked) } ?? place)
    }
}
