package import BatonAPI
import BatonHTTP
import BatonJudging
import BatonRecords
package import BatonSecrets
import Synchronization

/// An exchange as its case keeps it: its URLs and its purpose as they were, to be masked when the case has ended; what was
/// cut is masked already. `CaseMasking` makes its record, of which these are the fields.
struct EndedExchange: Sendable {
    let attempt: Int
    let method: String
    let url: String
    var responseURL: String?
    let urlTemplate: String
    let status: Int?
    let httpVersion: HTTPVersion?
    let started: Microseconds
    let duration: Microseconds
    let timings: Response.Timings
    let requestBytes: Int
    let responseBytes: Int
    var failure: Failure.Kind?
    var detail: ExchangeRecord.Detail?
    var note: MaskedText?
    var isPoll = false
    var page: Int?
    var purpose: String?
    var cache: ExchangeRecord.CacheMark?
    /// What the detail is made of at the end of a case that went wrong; nil where there is one already.
    var kept: KeptExchange?
    /// The short secrets that only its step hides.
    let words: SecretWords

    /// Whether a request was sent to the server for its step.
    var wasSent: Bool { ExchangeRecord.wasSent(cache, failure: failure?.rawValue) }
}

/// The exchange of a passed step, kept until the end of its case: the reports of a failed case show what led there.
///
/// It is not masked, so only the runner can read it.
final class KeptExchange: Sendable {
    struct Content: Sendable {
        let sent: RequestView
        /// The content of the session before the request was sent.
        let session: Session?
        var response: StepResponse
        let started: Microseconds
        /// The secrets that only its step hides.
        let words: SecretWords
    }

    private let content: Mutex<Content?>
    /// Bytes of the bodies, and an estimate of headers and the request.
    let size: Int

    /// Bytes of a body that are kept with what was read from them; of a larger one only the bytes are kept.
    private static let mostRead = 4 << 10

    /// - Parameters:
    ///   - content: the body of the response is cut to what a report reads of it.
    ///   - keepsValues: whether what was read from a small body may stay with it: of a few exchanges, since `size` does not count it.
    init(_ content: consuming Content, keepsValues: Bool) {
        if !keepsValues || content.response.http.body.count > Self.mostRead || content.response.http.events != nil {
            content.response = StepResponse(content.response.http.excerpt)
        }
        var size = 1024 + content.response.http.body.count
        if case .bytes(let bytes, _) = content.sent.request.body { size += bytes.count }
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

extension Response {
    /// The response with as much of its body as a report reads.
    fileprivate var excerpt: Response {
        var excerpt = self
        if body.count > BodyExcerpt.readLimit + 1 { excerpt.body = Array(body.prefix(BodyExcerpt.readLimit + 1)) }
        excerpt.events = events?.keepingLast(EventsExcerpt.mostKept)
        return excerpt
    }
}

/// The latest exchanges of the passed steps of a case, or with `--trace` as many as there is room for.
final class ExchangeTrail: Sendable {
    private let most: Int
    /// Maximum bytes of all bodies together.
    private let largest: Int

    private let latest = Mutex<(exchanges: [KeptExchange], size: Int)>(([], 0))

    init(isTracing: Bool) {
        most = isTracing ? .max : 20
        largest = isTracing ? 64 << 20 : 4 << 20
    }

    /// Keeps an exchange, and forgets the oldest ones that it leaves no room for.
    func keep(_ content: consuming KeptExchange.Content) -> KeptExchange {
        let kept = KeptExchange(content, keepsValues: most < .max)
        latest.withLock { latest in
            latest.exchanges.append(kept)
            latest.size += kept.size
            while latest.exchanges.count > most || latest.size > largest {
                let oldest = latest.exchanges.removeFirst()
                latest.size -= oldest.size
                _ = oldest.take()
            }
        }
        return kept
    }

    func forgetAll() {
        latest.withLock { latest in
            for kept in latest.exchanges { _ = kept.take() }
            latest = ([], 0)
        }
    }
}

/// The responses on disk that one case stored or used, including its parallel branches and the workflows that it calls.
///
/// A response is stored as soon as its step has passed, but a later step may reveal that it holds a secret.
final class UsedDiskResponses: Sendable {
    private struct Entry {
        let response: DiskResponse
        let environment: RunEnvironment
        let knownSecrets: Int
    }

    private let entries = Mutex<[Entry]>([])

    /// - Parameter knownSecrets: number of secrets known when the stored response was last searched for them.
    func add(_ response: DiskResponse, _ environment: RunEnvironment, knownSecrets: Int) {
        let entry = Entry(response: response, environment: environment, knownSecrets: knownSecrets)
        entries.withLock { $0.append(entry) }
    }

    /// Removes the responses that hold a secret known only since they were searched.
    func removeSecrets(knownTo run: CaseRun) async {
        let known = run.context.secrets.count
        let doubtful = entries.withLock { $0.filter { $0.knownSecrets < known } }
        for entry in doubtful {
            let secrecy = ExchangeSecrecy(run: run, environment: entry.environment)
            if let response = await entry.response.response(), secrecy.isSecret(response) {
                await entry.response.remove()
            }
        }
    }
}

/// The warning for a run that cannot store responses on disk; the run continues with the cache in memory.
package enum CacheWarning {
    package static func text(_ error: CacheStoreError, masked: (String) -> MaskedText) -> MaskedText {
        guard error.isTooLarge else { return text(error.message, masked: masked) }
        return
            "the cache on disk does not keep what is large: \(masked(error.message)) (`cache: { disk: … }` in baton.yaml); it is kept for this run only"
    }

    package static func text(_ message: String, masked: (String) -> MaskedText) -> MaskedText {
        "the cache on disk is not used: \(masked(message)); responses are kept for this run only"
    }
}

extension JobContext {
    /// Warns once per run that the cache on disk cannot be used, or cannot store a response.
    func warnOfCache(_ error: CacheStoreError) {
        if settings.isFirstCacheWarning() {
            hub.emit(.warning(CacheWarning.text(error, masked: settings.secrets.masked)))
        }
    }
}
