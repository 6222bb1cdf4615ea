package import BatonHTTP
package import BatonJSON
package import BatonJSONSchema
import BatonLanguage
import BatonValues
import Synchronization

/// A response for checks, captures and expressions. Each view of the body is made once, on first use.
///
/// What is asked of it is a `PathTemplate` or an `XPathQuery`; a `Neighbourhood` tells what is there instead of what a path
/// does not find. Expressions see it through `ResponseViews`.
package final class StepResponse: Sendable {
    /// The JSON in the body, or the reason why there is none.
    package enum Document: Sendable {
        case value(JSONValue)
        case failed(JSONParseError)
        /// The body has no bytes at all.
        case empty
    }

    package let http: Response
    /// Whether the body was left compressed: it begins as gzip does (RFC 1952, section 2.3.1).
    package var isGzip: Bool { http.body.starts(with: [0x1F, 0x8B]) }
    static let gzipHint: Hint =
        "leave out `compressed: false` and an `Accept-Encoding` of your own: then it is unpacked"
    /// The results of a program other than its output, which is the body; nil for the response of a server.
    package let program: ProgramResult?
    /// The number of the attempt that this response belongs to, from 1.
    package let attempt: Int
    /// Whether this is the result of a called workflow, without an HTTP response.
    private let isResult: Bool
    private let document: Mutex<Reading>
    /// The progress of reading the body as JSON.
    private enum Reading {
        case nothing
        /// The body is JSON, of which only single values have been read so far.
        case outline(JSONDocument)
        case whole(Document)
    }

    private let markup = Mutex<XMLBody?>(nil)
    /// The text of a body that is decoded from another encoding than UTF-8.
    private let decoded = Mutex<String?>(nil)
    /// The findings of XPaths, by the identity of the query.
    let findings = Mutex<[ObjectIdentifier: XPathQuery.Finding]>([:])
    /// The schemas that the document was found to fit before the checks.
    private let fitted = Mutex<Set<ObjectIdentifier>>([])

    package init(_ response: Response, attempt: Int = 1) {
        http = response
        self.attempt = attempt
        program = nil
        isResult = false
        document = Mutex(.nothing)
    }

    /// The outputs of a called workflow, of which only the document can be read.
    package init(result: JSONValue) {
        http = Response(status: 0, url: .nowhere)
        attempt = 1
        program = nil
        isResult = true
        document = Mutex(.whole(.value(result)))
    }

    /// The result of a program, for checks, captures and expressions.
    ///
    /// - Parameter duration: in microseconds.
    package init(_ program: ProgramResult, output: [UInt8], duration: Int64) {
        var response = Response(status: 0, body: output, url: .nowhere)
        response.timings.total = duration
        http = response
        self.program = program
        attempt = 1
        isResult = false
        document = Mutex(.nothing)
    }

    private init(_ response: Response, _ program: ProgramResult?, attempt: Int) {
        http = response
        self.program = program
        self.attempt = attempt
        isResult = false
        document = Mutex(.nothing)
    }

    /// Bodies above this size in bytes are parsed outside of the transfer loops, where parsing would delay other
    /// transfers.
    package static let largeBody = 64 << 10

    package var json: Document {
        document.withLock { document in
            let made: Document
            switch document {
            case .whole(let document): return document
            case .outline(let outline): made = .value(outline.value)
            case .nothing: made = Self.parse(http.body)
            }
            document = .whole(made)
            return made
        }
    }

    /// The value of a singular path, found without parsing the rest of the body into values; nil where the path finds
    /// nothing, or where only `json` can find it.
    func single(_ find: (JSONDocument) -> JSONValue?) -> JSONValue? {
        document.withLock { document in
            if case .nothing = document, !http.body.isEmpty, http.body.count <= Self.largeBody,
                let outline = try? JSONDocument(http.body)
            {
                document = .outline(outline)
            }
            guard case .outline(let outline) = document else { return nil }
            return find(outline)
        }
    }

    var xml: XMLBody {
        markup.withLock { markup in
            if let markup { return markup }
            let made = XMLBody(
                http.body, contentType: http.headers.first("content-type"),
                charset: http.ignoresCharset ? "utf-8" : nil)
            markup = made
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

    /// Tests the document against a schema before the check that needs the result, so that another thread can do it.
    package func judge(by schema: JSONSchema) {
        guard case .value(let value) = json, (try? schema.accepts(value)) == true else { return }
        fitted.withLock { _ = $0.insert(ObjectIdentifier(schema)) }
    }

    /// Whether the document was found to fit the schema before the checks; the check itself tells why a document does
    /// not fit.
    func isKnownToFit(_ schema: JSONSchema) -> Bool {
        fitted.withLock { $0.contains(ObjectIdentifier(schema)) }
    }

    /// The events of a stream as a list; empty for any other response.
    var eventList: JSONValue { .array(http.events?.values ?? []) }

    /// The body as text in its encoding; bytes that are not valid in it are replaced.
    package var text: String {
        if program != nil { return ProgramResult.text(http.body) }
        guard http.isInOtherCharset else { return http.bodyText }
        return decoded.withLock { decoded in
            let text = decoded ?? http.bodyText
            decoded = text
            return text
        }
    }

    /// The same response without its body, kept where later steps read only its head.
    package var withoutBody: StepResponse {
        var response = http
        response.body = []
        response.events = nil
        return StepResponse(response, program.map { ProgramResult(exitCode: $0.exitCode) }, attempt: attempt)
    }

    /// The estimated number of bytes that the kept response takes: its body, and 32 for each value that can be read
    /// from it as JSON or markup, counted by the characters that begin a value.
    package var keptBytes: Int {
        var signs = 0
        for byte in http.body {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"), UInt8(ascii: "<"):
                signs += 1
            default: break
            }
        }
        // Events are kept beside the text that they came in.
        let count = http.body.count * (http.events == nil ? 1 : 2)
        return count + 32 * min(signs, Self.mostValues) + (program?.errors.count ?? 0)
    }

    /// The maximum number of values in a document.
    private static let mostValues = 5_000_000

    /// The name of the body in messages.
    var bodyName: String { isResult ? "the result" : program == nil ? "the body" : "stdout" }

    /// The base of relative URLs in the body.
    var base: URLText? { program == nil && !isResult ? http.url : nil }

    /// The age of a response from the cache, as reports show it; nil for a response of the server.
    var storedAge: String? {
        guard case .stored(let age)? = http.cacheUse else { return nil }
        return DurationText.brief(age)
    }

    /// The cookies that this response sets, first to last, including those that a client must ignore: a check of
    /// `Secure` is useful even where the server has no TLS.
    package var cookies: [Cookie] {
        http.headers.values("set-cookie").compactMap { Cookie.written($0, from: http.url) }
    }
}

/// The results of a program other than its output.
package struct ProgramResult: Sendable {
    package let exitCode: Int
    /// The bytes that the program wrote to standard error.
    package let errors: [UInt8]

    package init(exitCode: Int, errors: [UInt8] = []) {
        self.exitCode = exitCode
        self.errors = errors
    }

    var errorText: String { Self.text(errors) }

    /// The output of a program without the line ends at its end, as `$(…)` of shells gives it; bytes that are not valid
    /// UTF-8 are replaced.
    static func text(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
    }
}

/// The part of a response that is kept after its step.
package enum Retention: Int, Sendable, Comparable {
    case nothing
    /// Everything except the body.
    case head
    case body

    /// The part that an expression with this member of `response` needs; without a member the whole response is used as
    /// a value.
    package static func needed(for member: String?) -> Retention {
        switch member {
        case nil, "body", "bytes", "json", "events", "stdout", "stderr": .body
        default: .head
        }
    }

    package static func < (left: Retention, right: Retention) -> Bool { left.rawValue < right.rawValue }
}
