package import BatonRecords

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

    package var detail: Detail
    /// Whether each case is shown, failures apart; false for a recorded run.
    package var listsCases = true
    package var isColoured: Bool
    /// Whether the output is a terminal whose last line can be rewritten.
    package var isLive: Bool
    /// The terminal's width in columns; nil for unlimited lines.
    package var width: Int?
    /// Whether the errors of invalid files are printed in full; false where they were printed before the run.
    package var showsInvalidFiles: Bool
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
