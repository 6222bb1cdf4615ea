package import BatonDiagnostics
import BatonRunner
import BatonSecrets

/// Shows diagnostics on standard error; what a server program said last, and paths, command no other tool there.
package struct Messages: Sendable {
    private let errorOutput: @Sendable (String) -> Void
    private let usesColour: Bool
    /// What no message may hold, as it becomes known: a line of a file may, and a text of the system.
    let secrets = SecretRegistry()
    /// Who sees these knows how to go on.
    private static let mostShown = 1000

    package init(_ context: ProcessContext, _ colour: RunOptions.ColourChoice) {
        errorOutput = context.errorOutput
        usesColour = context.errorTerminal.usesColour(colour)
    }

    package func show(_ diagnostics: [Diagnostic]) {
        let redactor = secrets.redactor
        // Carets stand below the line as it is shown, so that nothing more may be masked in it later.
        let renderer = DiagnosticRenderer(style: usesColour ? .colour : .plain) { line, start, file in
            Redactor.joined(LiteralSecrets.places(in: line, at: start, of: file) + redactor.places(in: line))
        }
        // A blank line between two: where one ends is seen at a glance.
        if !diagnostics.isEmpty {
            let text = diagnostics.prefix(Self.mostShown).map { renderer.render($0.hidingLiteralSecrets) }.joined(
                separator: "\n\n")
            errorOutput(secrets.redact(text) + "\n")
        }
        let rest = diagnostics.count - Self.mostShown
        if rest > 0 { errorOutput("… and \(rest) more\n") }
    }

    /// One below the other, each place once.
    package func show(notes: [Diagnostic]) {
        var seen: Set<String> = []
        let notes = notes.filter { seen.insert("\($0.range?.description ?? "") \($0.message)").inserted }
        guard !notes.isEmpty else { return }
        let renderer = DiagnosticRenderer(style: usesColour ? .colour : .plain)
        let text = notes.prefix(Self.mostShown).map { renderer.render($0.hidingLiteralSecrets) }.joined(separator: "\n")
        let rest = notes.count - Self.mostShown
        errorOutput(secrets.redact(text) + "\n" + (rest > 0 ? "… and \(rest) more\n" : ""))
    }

    package func warn(_ message: String) {
        show([Diagnostic(.warning, "run.warning", message, at: nil)])
    }
}
