import BatonRecords
import BatonValues

/// The cases that never ran because a case that they need did not pass, in one block: the failure to read is that of
/// the needed case.
enum ConsoleBlockedText {
    private static let most = 10

    /// Empty where no case was blocked.
    static func text(_ records: [CaseRecord], style: ConsoleStyle) -> String {
        let blocked = records.filter(\.isBlocked).sorted { $0.identity.index < $1.identity.index }
        guard !blocked.isEmpty else { return "" }
        let count = blocked.count == 1 ? "1 workflow was blocked" : "\(blocked.count) workflows were blocked"
        var text = "\(style.strong(count)): nothing of \(blocked.count == 1 ? "it" : "them") ran [workflow.blocked]\n"
        for record in blocked.prefix(most) {
            let failure = record.failures.first
            let reason = failure.map { ": \(PrintableText.line(CutText.head($0.message.text, 400)))" } ?? ""
            let path = PrintableText.line(record.identity.path)
            let place = failure.flatMap { $0.place.file == record.identity.path ? $0.place : nil }
            text += "  \(path)\(place.map { ":\($0.line):\($0.column)" } ?? "")\(style.faint(reason))\n"
        }
        if blocked.count > most { text += "  and \(blocked.count - most) more\n" }
        return text
    }
}
