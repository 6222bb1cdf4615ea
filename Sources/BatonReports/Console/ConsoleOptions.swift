package import BatonRunner

/// How much the console shows, and how.
package struct ConsoleOptions: Sendable {
    package enum Detail: Sendable {
        /// Only failures and the last line.
        case quiet
        case normal
        /// Every step with its requests.
        case verbose
    }

    package var detail: Detail
    package var isColoured: Bool
    /// Whether the output is a terminal whose last line may be rewritten.
    package var isLive: Bool
    /// The terminal's columns; nil where lines may be as long as they like.
    package var width: Int?
    /// Whether files with errors are told of in full; not where their errors stand above already.
    package var showsInvalidFiles: Bool
    /// Where the time comes from that keeps a live line from being redrawn more than 20 times a second.
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
