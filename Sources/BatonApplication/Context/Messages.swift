package import BatonDiagnostics
import BatonLoading
import BatonProcesses
import BatonRunner
import BatonSecrets
import BatonSources
import BatonWorkflow

/// Prints diagnostics on standard error, without control sequences or CI commands from program output or paths.
package struct Messages: Sendable {
    private let errorOutput: @Sendable (String) -> Void
    private let usesColour: Bool
    /// Secrets known so far, hidden in all messages: source lines and system errors may contain them.
    let secrets = SecretRegistry()
    /// Maximum number of diagnostics; a user with that many does not need more.
    private static let mostShown = 1000

    package init(_ context: ProcessContext, _ colour: RunOptions.ColourChoice) {
        errorOutput = context.errorOutput
        usesColour = context.errorTerminal.usesColour(colour)
    }

    package func show(_ diagnostics: [Diagnostic]) {
        if !diagnostics.isEmpty { errorOutput(text(diagnostics) + "\n") }
        let rest = diagnostics.count - Self.mostShown
        if rest > 0 { errorOutput("… and \(rest) more\n") }
    }

    /// The first diagnostics as text, secrets masked.
    func text(_ diagnostics: [Diagnostic]) -> String {
        let redactor = secrets.redactor
        let names = secrets.names
        // Masked before the caret is placed below the line: masking it later would shift the columns.
        let renderer = DiagnosticRenderer(style: usesColour ? .colour : .plain) { file, line in
            let known = redactor.places(in: Array(file.bytes[line])).map {
                line.lowerBound + $0.lowerBound..<line.lowerBound + $0.upperBound
            }
            return Redactor.joined(HiddenValues.ranges(in: file, names) + known)
        }
        // An empty line between two diagnostics.
        let text = diagnostics.prefix(Self.mostShown).map { renderer.render($0.hidingValues(names)) }.joined(
            separator: "\n\n")
        return secrets.redact(text)
    }

    /// Prints notes one below the other, each place once.
    package func show(notes: [Diagnostic]) {
        var seen: Set<String> = []
        let notes = notes.filter { seen.insert("\($0.range?.description ?? "") \($0.message)").inserted }
        guard !notes.isEmpty else { return }
        let renderer = DiagnosticRenderer(style: usesColour ? .colour : .plain)
        let text = notes.prefix(Self.mostShown).map { renderer.render($0.hidingValues(secrets.names)) }
            .joined(separator: "\n")
        let rest = notes.count - Self.mostShown
        errorOutput(secrets.redact(text) + "\n" + (rest > 0 ? "… and \(rest) more\n" : ""))
    }

    package func warn(_ message: Message) {
        show([Diagnostic(.warning, "run.warning", message, at: nil)])
    }
}

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
