import BatonSecrets
import BatonValues
import Synchronization

/// The space left for the texts that `log` writes, shared by a case, its copies and the workflows that it calls.
final class LogSpace: Sendable {
    /// Maximum bytes of one text.
    static let textLimit = 64 << 10
    /// Maximum bytes of all texts of a case.
    static let limit = 1 << 20

    private let used = Mutex(0)

    /// The text, cut to the remaining space with a note about the missing part; nil once an earlier note has said that
    /// no more texts are kept.
    func keep(_ text: MaskedText) -> MaskedText? {
        let count = text.text.utf8.count
        let room = used.withLock { used in
            defer { used = min(Self.limit, used + min(count, Self.textLimit)) }
            return Self.limit - used
        }
        if room == 0 { return nil }
        // The text that uses up the space carries the note.
        let isLast = min(count, Self.textLimit) >= room
        let head = text.reshaped { CutText.beginning($0, min(Self.textLimit, room)) }
        if isLast { return "\(head)\n… (no more is kept of what this workflow logs than \(Self.limit) bytes)" }
        return head.text.utf8.count < count ? "\(head)\n… (\(count) bytes)" : text
    }
}
