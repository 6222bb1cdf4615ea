package import BatonDiagnostics

/// An error that keeps a command from starting: exit code 2, with advice what to do instead.
package struct UsageError: Error, Sendable {
    package var diagnostics: [Diagnostic]

    package init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    package init(_ code: String, _ message: Message, help: Message? = nil) {
        diagnostics = [Diagnostic(code, message, at: nil, help: help)]
    }
}
