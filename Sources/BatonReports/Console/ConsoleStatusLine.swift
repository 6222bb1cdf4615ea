import BatonRecords
import BatonValues

/// The line that a live run rewrites: its progress and the current step.
struct ConsoleStatusLine {
    /// Minimum time between redraws: 20 per second is more than a user can read.
    private static let interval: Microseconds = 50_000
    static let erase = "\r\u{1B}[2K"

    let style: ConsoleStyle
    let width: Int
    let total: Int
    var ended = 0
    var bad = 0
    private var drawn: Microseconds?
    /// What the line says of the current step.
    private(set) var shown = ""
    private var isShown = false
    /// Whether a change came too soon after the last redraw to be shown.
    private(set) var isStale = false

    init(style: ConsoleStyle, width: Int, total: Int) {
        self.style = style
        self.width = width
        self.total = total
    }

    /// The text that erases the status line before other output; empty where no status line is shown.
    mutating func clearing() -> String {
        guard isShown else { return "" }
        isShown = false
        drawn = nil
        return Self.erase
    }

    /// The text that redraws the line; nil if it was redrawn a moment ago.
    mutating func drawing(_ current: String, now: Microseconds, isForced: Bool) -> String? {
        if !isForced, let drawn, isShown, now >= drawn, now - drawn < Self.interval {
            isStale = true
            return nil
        }
        isStale = false
        drawn = now
        isShown = true
        shown = current
        let progress = "\(ended)/\(total)"
        let failed = bad > 0 ? " \(bad) failed" : ""
        // The last column stays free because a terminal would wrap there. Two more are left for a typed `^C`, whose
        // second character would otherwise wrap to a line that is never erased.
        let room = max(width - 3, 1)
        if TextWidth.of(progress) + TextWidth.of(failed) + 3 >= room {
            return Self.erase + TextWidth.fitting(progress + failed, room)
        }
        let rest = TextWidth.fitting(current, room - TextWidth.of(progress) - TextWidth.of(failed) - 2)
        return Self.erase + style.strong(progress) + style.bad(failed) + "  " + style.faint(rest)
    }
}
