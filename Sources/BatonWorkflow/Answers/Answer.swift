package import BatonHTTP
package import BatonJSON
import BatonTime
import Synchronization

/// An answer as checks, captures and expressions see it: each view of the body is made once, when first asked for.
package final class Answer: Sendable {
    /// The JSON in the body, or why there is none.
    package enum Document: Sendable {
        case value(JSONValue)
        case failed(JSONParseError)
        /// The body has no bytes at all.
        case empty
    }

    package let response: Response
    /// Which attempt this answer belongs to, from 1.
    package let attempt: Int
    private let document = Mutex<Document?>(nil)
    /// The schemas that the document was held against ahead of the checks, and fits.
    private let fitted = Mutex<Set<ObjectIdentifier>>([])

    package init(_ response: Response, attempt: Int = 1) {
        self.response = response
        self.attempt = attempt
    }

    /// Bodies above this size are parsed away from the transfer loops: it would delay other transfers.
    package static let largeBody = 64 << 10

    package var json: Document {
        document.withLock { document in
            if let document { return document }
            let made = Self.parse(response.body)
            document = made
            return made
        }
    }

    private static func parse(_ body: [UInt8]) -> Document {
        if body.isEmpty { return .empty }
        do throws(JSONParseError) {
            return .value(try JSONParser.parse(body))
        } catch {
            return .failed(error)
        }
    }

    /// Holds the document against a schema ahead of the check that wants it, so that this can be done elsewhere.
    package func judge(by schema: CompiledSchema) {
        guard case .value(let value) = json, (try? schema.schema.accepts(value)) == true else { return }
        fitted.withLock { _ = $0.insert(ObjectIdentifier(schema.schema)) }
    }

    /// Whether the document was found to fit. What it was found not to fit is told by the check.
    func isKnownToFit(_ schema: CompiledSchema) -> Bool {
        fitted.withLock { $0.contains(ObjectIdentifier(schema.schema)) }
    }

    /// The body as text; bytes that are no UTF-8 are replaced.
    package var text: String { String(decoding: response.body, as: UTF8.self) }

    /// The same answer without its body: what later steps keep that read only its head.
    package var withoutBody: Answer {
        var response = response
        response.body = []
        return Answer(response, attempt: attempt)
    }

    /// How long ago an answer was stored that nobody was asked for now, as readers see it; nil for every other.
    var storedAge: String? {
        guard case .stored(let age)? = response.cacheUse else { return nil }
        return DurationText.brief(age)
    }

    /// The cookies that this answer sets, first to last, also those that a client must ignore: a check of `Secure` is
    /// of use where the server has no TLS.
    package var cookies: [Cookie] {
        response.headers.values("set-cookie").compactMap { Cookie.written($0, from: response.url) }
    }
}
