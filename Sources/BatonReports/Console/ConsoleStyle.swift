import BatonDiagnostics
package import BatonRecords
import BatonValues

/// Colours and symbols of the console: few, and colour never carries a meaning alone.
struct ConsoleStyle {
    let isColoured: Bool

    func good(_ text: String) -> String { painted(text, "32") }
    func bad(_ text: String) -> String { painted(text, "31") }
    func note(_ text: String) -> String { painted(text, "33") }
    func faint(_ text: String) -> String { painted(text, Weight.faint.code) }
    func strong(_ text: String) -> String { painted(text, Weight.strong.code) }
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

    /// The importance of a part of a line.
    enum Weight {
        case strong, faint

        fileprivate var code: String {
            switch self {
            case .strong: "1"
            case .faint: "2"
            }
        }
    }

    /// Starts a style in a line that is built piece by piece; `end` ends it.
    func begin(_ weight: Weight, in line: inout TextBuffer) {
        if isColoured { line.append(text: "\u{1B}[\(weight.code)m") }
    }

    /// Ends the style that `begin` started.
    func end(in line: inout TextBuffer) {
        if isColoured { line.append("\u{1B}[0m") }
    }

    private func painted(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// The level of detail and the format of the console output.
package struct ConsoleOptions: Sendable {
    package enum Detail: Sendable {
        /// Only failures and the summary line.
        case quiet
        case normal
        /// Every step with its requests.
        case verbose
        /// Every step with its requests and responses in full.
        case full

        var isVerbose: Bool { self == .verbose || self == .full }
    }

    /// The file of a step and its lines.
    package struct StepPlace: Sendable {
        let file: String
        let lines: ClosedRange<Int>

        package init(file: String, lines: ClosedRange<Int>) {
            self.file = file
            self.lines = lines
        }

        func isPlace(of step: StepRecord) -> Bool { lines.contains(step.place.line) && step.place.file == file }
    }

    package var detail: Detail
    /// The step whose request and response are shown in full, also where it passed; nil for none.
    package var sentStep: StepPlace?
    /// Whether each case is shown, failures apart; false for a recorded run.
    package var listsCases = true
    package var isColoured: Bool
    /// Whether the output is a terminal whose last line can be rewritten.
    package var isLive: Bool
    /// The terminal's width in columns; nil for unlimited lines.
    package var width: Int?
    /// Whether the errors of invalid files are printed in full; false where they were printed before the run.
    package var showsInvalidFiles: Bool
    /// Writes the commands by which GitHub Actions folds the blocks of failures; nil elsewhere.
    package var fold: (@Sendable (String) -> Void)?
    /// Clock for limiting redraws of the status line to 20 per second.
    package var now: @Sendable () -> Microseconds

    package init(
        detail: Detail = .normal, isColoured: Bool = false, isLive: Bool = false, width: Int? = nil,
        showsInvalidFiles: Bool = true, now: @escaping @Sendable () -> Microseconds = { 0 }
    ) {
        self.detail = detail
        self.isColoured = isColoured
        self.isLive = isLive
        self.width = width
        self.showsInvalidFiles = showsInvalidFiles
        self.now = now
    }
}
