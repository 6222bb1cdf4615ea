import BatonDiagnostics
import BatonRunner

/// Colours and signs of the console: few, and never the only carrier of a meaning.
struct ConsoleStyle {
    let isColoured: Bool

    func good(_ text: String) -> String { painted(text, "32") }
    func bad(_ text: String) -> String { painted(text, "31") }
    func note(_ text: String) -> String { painted(text, "33") }
    func faint(_ text: String) -> String { painted(text, "2") }
    func strong(_ text: String) -> String { painted(text, "1") }
    func strongBad(_ text: String) -> String { painted(text, "1;31") }
    func strongGood(_ text: String) -> String { painted(text, "1;32") }

    func sign(_ outcome: Outcome) -> String {
        switch outcome {
        case .passed: good("✓")
        case .failed: bad("✗")
        case .error: bad("!")
        case .skipped: note("-")
        }
    }

    /// Begins what is painted in a line that is put together piece by piece; `end` ends it.
    ///
    /// - Parameter code: `1` for strong, `2` for faint.
    func begin(_ code: StaticString, in line: inout TextBuffer) {
        guard isColoured else { return }
        line.append("\u{1B}[")
        line.append(code)
        line.append("m")
    }

    func end(in line: inout TextBuffer) {
        if isColoured { line.append("\u{1B}[0m") }
    }

    private func painted(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
