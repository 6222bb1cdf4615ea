import BatonDiagnostics
import BatonHTTP
package import BatonRecords
import BatonSecrets

/// Why workflows could not be listed, or a run of them could not begin.
package struct EmbeddingError: Error, Sendable {
    /// All errors as text, in the form of the command line, secrets masked.
    package let text: String
    /// One for each error. The place of an error that belongs to no file has an empty path.
    package let failures: [FailureRecord]

    init(_ diagnostics: [Diagnostic], _ messages: Messages, shown: String = "") {
        let errors = diagnostics.filter { $0.severity == .error }
        text = errors.isEmpty ? shown : messages.text(errors)
        failures = errors.map { diagnostic in
            let diagnostic = diagnostic.hidingValues(messages.secrets.names)
            return FailureRecord(
                diagnostic, advice: diagnostic.help?.text, elsewhere: .nowhere, messages.secrets)
        }
    }

    /// - Parameter message: holds no secret.
    init(_ code: String, _ message: Message, help: Message? = nil) {
        let context = ProcessContext.embedded(in: "/")
        self.init([Diagnostic(code, message, at: nil, help: help)], Messages(context, .never))
    }
}

extension Place {
    /// The place of what belongs to no file.
    static let nowhere = Place(file: "", line: 1, column: 1)
}
