import BatonSecrets
import BatonText
import Synchronization

/// How much of what `log` writes the records of a case still keep, those of its copies and of the workflows that it calls
/// among them.
final class LogSpace: Sendable {
    /// In bytes, of one text.
    static let textLimit = 64 << 10
    /// In bytes, of all texts of a case.
    static let limit = 1 << 20

    private let used = Mutex(0)

    /// The beginning of a text, with what is missing said; nil when an earlier text has said that
    /// no more is kept.
    func keep(_ text: MaskedText) -> MaskedText? {
        let count = text.text.utf8.count
        let room = used.withLock { used in
            defer { used = min(Self.limit, used + min(count, Self.textLimit)) }
            return Self.limit - used
        }
        if room == 0 { return nil }
        // The text that takes the last of the space is the one that says so.
        let isLast = min(count, Self.textLimit) >= room
        let head = text.reshaped { CutText.beginning($0, min(Self.textLimit, room)) }
        if isLast { return "\(head)\n… (no more is kept of what this workflow logs than \(Self.limit) bytes)" }
        return head.text.utf8.count < count ? "\(head)\n… (\(count) bytes)" : text
    }
}
