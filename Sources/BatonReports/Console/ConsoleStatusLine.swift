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

/// The steps in progress, for the status line: it shows the one that has run longest.
struct ConsoleRunningSteps {
    private struct Entry {
        var text: String
        var since: Microseconds
    }

    private var entries: [Int: Entry] = [:]
    /// Time after which the line shows for how long a step has been running.
    private static let worthTelling: Microseconds = 1_000_000

    mutating func start(_ caseIndex: Int, _ text: String, at now: Microseconds) {
        entries[caseIndex] = Entry(text: text, since: now)
    }

    mutating func end(_ caseIndex: Int) { entries[caseIndex] = nil }

    /// `workflows/orders.yaml › List the orders  12 s, 3 more`.
    func text(at now: Microseconds) -> String {
        guard let (_, entry) = entries.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) else {
            return ""
        }
        var text = entry.text
        let more = entries.count > 1 ? "\(entries.count - 1) more" : nil
        let span = now - entry.since
        let time = span >= Self.worthTelling ? "\(span / 1_000_000) s" : nil
        let notes = [time, more].compactMap(\.self).joined(separator: ", ")
        if !notes.isEmpty { text += "  \(notes)" }
        return text
    }

    /// Whether the line would now say something else than what it shows.
    func hasMoved(since shown: String?, at now: Microseconds) -> Bool {
        guard let shown, !entries.isEmpty else { return false }
        return shown != text(at: now)
    }
}

/// Progress of a large upload or download as text: `sent 12.3 of 50.0 MB, 8.2 MB/s`.
enum ConsoleTransferText {
    static func text(_ shown: TransferBoard.Summary) -> String {
        let state = shown.state
        let verb = state.direction == .sending ? "sent" : "received"
        let done = state.total.map { "\(number(state.done)) of \(number($0)) MB" } ?? "\(number(state.done)) MB"
        let rate = shown.rate.map { ", \(number($0)) MB/s" } ?? ""
        let others = shown.others > 0 ? " and \(shown.others) more" : ""
        return "\(verb) \(done)\(rate)\(others)  \(PrintableText.line(shown.name))"
    }

    /// Megabytes with one decimal.
    private static func number(_ bytes: Int64) -> String {
        let tenths = (max(0, bytes) + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
