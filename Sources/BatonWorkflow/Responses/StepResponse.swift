package import BatonHTTP
package import BatonJSON
import BatonTime
import Synchronization

/// A response as checks, captures and expressions see it: each view of the body is made once, when first asked for.
package final class StepResponse: Sendable {
    /// The JSON in the body, or why there is none.
    package enum Document: Sendable {
        case value(JSONValue)
        case failed(JSONParseError)
        /// The body has no bytes at all.
        case empty
    }

    package let http: Response
    /// What a program left beside its output, which is the body; nil for the response of a server.
    package let program: ProgramResult?
    /// Which attempt this response belongs to, from 1.
    package let attempt: Int
    /// Whether this stands for the result of a called workflow; there is no HTTP response then.
    private let isResult: Bool
    private let document: Mutex<Reading>
    /// How far the body has been read as JSON.
    private enum Reading {
        case nothing
        /// It is JSON, of which single values have been wanted so far.
        case outline(JSONDocument)
        case whole(Document)
    }

    private let markup = Mutex<XMLBody?>(nil)
    /// What its XPaths found, each by its identity.
    let findings = Mutex<[ObjectIdentifier: XPathQuery.Finding]>([:])
    /// The schemas that the document was held against ahead of the checks, and fits.
    private let fitted = Mutex<Set<ObjectIdentifier>>([])

    package init(_ response: Response, attempt: Int = 1) {
        http = response
        self.attempt = attempt
        program = nil
        isResult = false
        document = Mutex(.nothing)
    }

    /// The outputs of a called workflow: only the document can be looked at.
    package init(result: JSONValue) {
        http = Response(status: 0, url: .nowhere)
        attempt = 1
        program = nil
        isResult = true
        document = Mutex(.whole(.value(result)))
    }

    /// What a program gave, as checks, captures and expressions see it.
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

    /// Bodies above this size are parsed away from the transfer loops: it would delay other transfers.
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

    /// What a path finds that finds one value at most, without making values of the rest of a body that nothing else has
    /// looked at; nil also where only `json` can tell.
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
            let made = XMLBody(http.body, contentType: http.headers.first("content-type"))
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
    package var text: String {
        program == nil ? String(decoding: http.body, as: UTF8.self) : ProgramResult.text(http.body)
    }

    /// The same response without its body: what later steps keep that read only its head.
    package var withoutBody: StepResponse {
        var response = http
        response.body = []
        return StepResponse(response, program.map { ProgramResult(exitCode: $0.exitCode) }, attempt: attempt)
    }

    /// Bytes that the response may take as long as it is kept: its body, and 32 for each value that can be read from it as
    /// JSON or markup, counted by the signs that begin one.
    package var keptBytes: Int {
        var signs = 0
        for byte in http.body {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"), UInt8(ascii: "<"):
                signs += 1
            default: break
            }
        }
        return http.body.count + 32 * min(signs, Self.mostValues) + (program?.errors.count ?? 0)
    }

    /// More values than these are refused in any document.
    private static let mostValues = 5_000_000

    /// What messages call the body.
    var bodyName: String { isResult ? "the result" : program == nil ? "the body" : "stdout" }

    /// What relative URLs in the body count from.
    var base: URLText? { program == nil && !isResult ? http.url : nil }

    /// The age of a response from the cache, as shown to readers; nil for a response of the server.
    var storedAge: String? {
        guard case .stored(let age)? = http.cacheUse else { return nil }
        return DurationText.brief(age)
    }

    /// The cookies that this response sets, first to last, also those that a client must ignore: a check of `Secure` is
    /// of use where the server has no TLS.
    package var cookies: [Cookie] {
        http.headers.values("set-cookie").compactMap { Cookie.written($0, from: http.url) }
    }
}

/// What a program leaves beside its output.
package struct ProgramResult: Sendable {
    package let exitCode: Int
    /// What it wrote to standard error.
    package let errors: [UInt8]

    package init(exitCode: Int, errors: [UInt8] = []) {
        self.exitCode = exitCode
        self.errors = errors
    }

    var errorText: String { Self.text(errors) }

    /// What a program wrote without the line ends behind it, as shells have it in `$(…)`; bytes that are no UTF-8 are
    /// replaced.
    static func text(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
    }
}
