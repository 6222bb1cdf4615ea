import BatonDiagnostics
import BatonHTTP
import BatonRecords
import BatonSecrets

/// Reports a file that did not load as a case that could not run.
enum InvalidFile {
    static func record(_ identity: CaseIdentity, _ diagnostics: [Diagnostic], _ settings: RunSettings) -> CaseRecord {
        let errors = diagnostics.filter { $0.severity == .error }.map { $0.hidingValues(settings.secrets.names) }
        let failures = errors.map { diagnostic in
            FailureRecord(
                kind: Failure.Kind.workflowInvalid.rawValue, message: settings.secrets.masked(diagnostic.message.text),
                hint: diagnostic.advice.map(settings.secrets.masked),
                place: place(diagnostic, identity, settings))
        }
        return UnstartedCase.record(identity, "load", failures, because: "the file is not valid", settings)
    }

    private static func place(_ diagnostic: Diagnostic, _ identity: CaseIdentity, _ settings: RunSettings) -> Place {
        guard let range = diagnostic.range else { return Place(file: identity.path, line: 1, column: 1) }
        return Place(range, settings.secrets.names, masked: settings.secrets.masked)
    }
}
