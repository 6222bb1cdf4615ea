package import BatonDiagnostics
import BatonJudging

extension Diagnostic {
    package static let execNotAllowedCode = "workflow.exec-not-allowed"

    package static func execNotAllowed(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            execNotAllowedCode, "this workflow starts a program, and the run does not allow that", at: range,
            help: "look at what it starts, and allow it for all workflows of the run: `--allow-exec`")
    }

    static func noProgram(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.does-nothing", "`exec` starts nothing", at: range,
            help: "write the program and its arguments: `exec: [python3, seed.py, $(count)]`")
    }

    static func computedProgram(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the program is spelled out, so that everyone can read what a file starts",
            at: range, help: "arguments may hold `$(…)`")
    }

    static func programWithSpaces(_ text: String, at range: SourceRange) -> Diagnostic {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: ", ")
        return Diagnostic(
            .warning, "workflow.wrong-value",
            "no shell splits this into words: the program would be called `\(text)`",
            at: range, help: "write a list, `exec: [\(words)]`, or start a shell: `exec: [sh, -c, …]`")
    }

    static func notOfPrograms(_ what: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "a program answers without \(what)", at: range,
            help: "take the value from what it wrote: a path into its JSON, `regex`, or `$(response.stdout)`")
    }

    /// - Parameter action: nil for a request.
    static func needsProgram(_ key: String, action: String?, at range: SourceRange) -> Diagnostic {
        let what = action.map { "a `\($0)` step" } ?? "a request"
        return Diagnostic(
            "workflow.key-does-not-fit", "`\(key)` belongs to `exec`, not to \(what)", at: range)
    }
}
