import BatonRecords
import BatonValues

/// One line for each case that makes the run fail, below the failures in full.
enum ConsoleFailingCases {
    private static let most = 20

    /// Empty where fewer than two cases failed: a single failure stands right above.
    static func text(_ bad: [CaseRecord], style: ConsoleStyle, width: Int?) -> String {
        let failing = bad.filter { !$0.isBlocked }.sorted { $0.identity.index < $1.identity.index }
        guard failing.count > 1 else { return "" }
        var text = ""
        for record in failing.prefix(most) {
            let sign = record.outcome == .failed ? "✗" : "!"
            let message = record.firstFailure?.message.text ?? record.reason?.text ?? ""
            let place = record.firstFailure.map { "\($0.place.file):\($0.place.line)" } ?? record.identity.path
            let head = PrintableText.line(record.identity.path)
            let marks = record.identity.marks.isEmpty ? "" : " \(record.identity.marks)"
            let line = place.hasPrefix(record.identity.path) ? String(place.dropFirst(record.identity.path.count)) : ""
            let rest = PrintableText.line("\(line)\(marks)  \(CutText.head(message, 400))")
            let room = max(20, (width ?? 200) - 5)
            text += "  \(style.bad(sign)) \(TextWidth.fitting(head + rest, room))\n"
        }
        if failing.count > most { text += "  and \(failing.count - most) more\n" }
        return text + "\n"
    }
}
