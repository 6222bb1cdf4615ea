import BatonHTTP
import BatonRecords
import BatonSecrets
import Synchronization

/// The exchange of a passed step, kept until the end of its case: the reports of a failed case show what led there.
///
/// It is not masked, so only the runner can read it.
final class KeptExchange: Sendable {
    struct Content: Sendable {
        var request: Request
        /// The content of the session before the request was sent.
        var session: Session?
        var response: Response
        var started: Microseconds
        /// The secrets that only its step hides.
        var words: SecretWords
    }

    private let content: Mutex<Content?>
    /// Bytes of the bodies, and an estimate of the rest.
    let size: Int

    /// - Parameter content: the body of the response is cut to what a report reads of it.
    init(_ content: Content) {
        var content = content
        if content.response.body.count > BodyExcerpt.readLimit + 1 {
            content.response.body = Array(content.response.body.prefix(BodyExcerpt.readLimit + 1))
        }
        content.response.events = content.response.events?.keepingLast(EventsExcerpt.mostKept)
        var size = 1024 + content.response.body.count
        if case .bytes(let bytes, _) = content.request.body { size += bytes.count }
        self.size = size
        self.content = Mutex(content)
    }

    /// Returns the content, once.
    func take() -> Content? {
        content.withLock { content in
            defer { content = nil }
            return content
        }
    }
}
