package import BatonDiagnostics

/// Shows diagnostics on standard error.
package struct Messages: Sendable {
    private let errorOutput: @Sendable (String) -> Void
    private let usesColour: Bool

    package init(_ surroundings: Surroundings, _ colour: RunOptions.ColourChoice) {
        errorOutput = surroundings.errorOutput
        usesColour = surroundings.errorTerminal.usesColour(colour)
    }

    package func show(_ diagnostics: [Diagnostic]) {
        let renderer = DiagnosticRenderer(style: usesColour ? .colour : .plain)
        for diagnostic in diagnostics { errorOutput(renderer.render(diagnostic) + "\n") }
    }

    package func warn(_ message: String) {
        show([Diagnostic(.warning, "run.warning", message, at: nil)])
    }
}
