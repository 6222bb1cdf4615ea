import BatonDiagnostics
import BatonHTTP
import BatonSecrets
import BatonTime

/// A file that did not load, as a case that could not run: reports show it beside the others.
enum InvalidFile {
    static func record(_ identity: CaseIdentity, _ diagnostics: [Diagnostic]) -> CaseRecord {
        let now = ClockReading.wallMicroseconds()
        let errors = diagnostics.filter { $0.severity == .error }.map(\.hidingLiteralSecrets)
        let failures = errors.map { diagnostic in
            FailureRecord(
                kind: Failure.Kind.workflowInvalid.rawValue, message: diagnostic.message,
                hint: diagnostic.advice(LiteralSecrets.hidden),
                place: place(diagnostic, identity))
        }
        let step = StepRecord(
            caseIndex: identity.index, index: 0, section: .steps, name: "load", kind: .load, outcome: .error,
            place: failures.first?.place ?? Place(file: identity.path, line: 1, column: 1), started: now, duration: 0,
            failures: failures)
        return CaseRecord(
            identity: identity, outcome: .error, reason: "the file is not valid", started: now, duration: 0,
            steps: [step])
    }

    private static func place(_ diagnostic: Diagnostic, _ identity: CaseIdentity) -> Place {
        guard let range = diagnostic.range else { return Place(file: identity.path, line: 1, column: 1) }
        return Place(hidingSecretsOf: range)
    }
}
