import BatonRecords
import BatonValues

/// Progress of a large upload or download as text: `sent 12.3 of 50.0 MB, 8.2 MB/s`.
enum ConsoleTransferText {
    static func text(_ shown: TransferBoard.Shown) -> String {
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
