package import BatonDiagnostics

/// Something that keeps a command from beginning: exit code 2, with what to do instead.
package struct UsageError: Error, Sendable {
    package var diagnostics: [Diagnostic]

    package init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    package init(_ code: String, _ message: String, help: String? = nil) {
        diagnostics = [Diagnostic(code, message, at: nil, help: help)]
    }
}
