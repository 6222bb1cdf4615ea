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

    private func painted(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
