import BatonHTTP
import BatonTesting
import Testing

/// What must come of a request to a hostile server.
struct HostileOutcome: Sendable {
    /// 1 MB, where the bombs want 1 GB; only the largest document needs more.
    static func bodyLimit(_ misbehaviour: Misbehaviour) -> Int {
        misbehaviour.name.hasPrefix("json-") ? 32_000_000 : 1_000_000
    }

    private enum Ending: Sendable {
        case failure(Failure.Kind, String)
        /// A status and the beginning of the body.
        case response(Int, String)
    }

    private let ending: Ending
    /// Whether it can only end by the request's own timeout.
    private(set) var isSlow = false

    func check(_ response: Response, limit: Int) {
        guard case .response(let status, let body) = ending else {
            Issue.record("a response with status \(response.status) and \(response.size) bytes instead of a failure")
            return
        }
        #expect(response.status == status)
        #expect(String(decoding: response.body.prefix(100), as: UTF8.self).hasPrefix(body))
        #expect(response.body.count <= limit)
    }

    func check(_ failure: Failure, limit: Int) {
        guard case .failure(let kind, let words) = ending else {
            Issue.record("\(failure.kind): \(failure.message) (\(failure.cause ?? ""))")
            return
        }
        #expect(failure.kind == kind, "\(failure.message)")
        #expect(
            isSlow ? failure.message.contains(words) : failure.message.hasSuffix(words),
            "\(failure.message) (\(failure.cause ?? ""))")
        #expect(failure.message.contains("127.0.0.1:"))
        #expect(failure.message.utf8.count < 1000)
        #expect((failure.response?.body.count ?? 0) <= limit)
    }

    private static func fails(_ kind: Failure.Kind, _ words: String) -> Self { Self(ending: .failure(kind, words)) }
    private static func slow(_ words: String) -> Self { Self(ending: .failure(.timeout, words), isSlow: true) }
    private static func responses(_ body: String = "ok", status: Int = 200) -> Self {
        Self(ending: .response(status, body))
    }

    private static let notHTTP = fails(.protocol, "answered with something that is not HTTP")
    private static let secondStatus = fails(.protocol, "sent a second status line among its headers")
    private static func badStatus(_ line: String) -> Self {
        fails(.protocol, "answered with a malformed status line: `\(line)`")
    }
    private static func badCoding(_ value: String) -> Self {
        fails(.protocol, "sends its body in a Transfer-Encoding other than one `chunked`: `\(value)`")
    }
    private static func spacedColon(_ name: String) -> Self {
        fails(.protocol, "sent whitespace between the name of a header and its colon: `\(name) :`")
    }
    private static func badChunk(_ size: String) -> Self {
        fails(.protocol, "sends a chunk whose size is no hexadecimal number: `\(size)`")
    }
    private static let badEnd = fails(.protocol, "sends a chunk whose bytes do not end with CRLF where its size says")
    private static let badExtension = fails(.protocol, "sends a control character in the extension of a chunk")
    private static let spaceBehindSize = fails(
        .protocol, "sends whitespace behind the size of a chunk, and no extension")
    private static func bareCR(_ line: String) -> Self {
        fails(.protocol, "sent a CR within a line of its headers: `\(line)`")
    }
    private static func sizeWithLF(_ size: String) -> Self {
        fails(.protocol, "ends the size of a chunk with LF alone, not with CRLF: `\(size)`")
    }
    private static func badLength(_ value: String) -> Self {
        fails(.protocol, "announces a length that is no number: `\(value)`")
    }
    private static func versionAsText(_ version: String) -> Self {
        fails(.protocol, "says HTTP/\(version) on a connection of HTTP/1.1")
    }
    private static let badEncoding = fails(.encoding, "is not encoded as its Content-Encoding says")
    private static let cutEncoding = fails(.encoding, "ends before its Content-Encoding does: it is cut off")
    private static let manyHeaders = fails(.tooLarge, "sent more than 262144 bytes of headers")
    private static let longHeader = fails(.tooLarge, "sent a longer header line than libcurl takes, 100 kB")
    private static let bigBody = fails(.tooLarge, "is larger than max_response, 1000000 bytes")
    private static let fine = responses("{\"fine\": true}")
    private static func scheme(_ name: String) -> Self {
        fails(.protocol, "which has the scheme `\(name)`; only http and https are sent")
    }

    static let byName: [String: Self] = [
        "status-garbage": notHTTP, "http-0.9": notHTTP, "status-word": notHTTP, "status-long": notHTTP,
        "status-missing": notHTTP, "status-zero": notHTTP, "version-unknown": notHTTP, "other-protocol": notHTTP,
        "status-fraction": badStatus("HTTP/1.1 200.5 OK"), "status-glued": badStatus("HTTP/1.1 200OK"),
        "status-two-spaces": badStatus("HTTP/1.1  200 OK"), "status-tab": notHTTP,
        "status-tab-behind": badStatus("HTTP/1.1 200\tOK"), "status-short": notHTTP, "status-signed": notHTTP,
        "status-leading-space": notHTTP, "version-three-parts": notHTTP, "version-two-digits": notHTTP,
        "version-small-letters": badStatus("http/1.1 200 OK"), "status-twice": secondStatus,
        "status-in-trailer": secondStatus,
        "version-2-as-text": versionAsText("2"), "version-2.0-as-text": versionAsText("2"),
        "status-leading-zero": notHTTP, "status-99": notHTTP,
        "status-1000": notHTTP,
        "status-line-bare-cr": bareCR(#"HTTP/1.1 200 OK\rContent-Length: …"#),
        "status-without-reason": responses(), "status-empty-reason": responses(),
        "tls-on-plain-port": notHTTP, "interim-flood": manyHeaders, "interim-hints-flood": manyHeaders,
        "interim-only": fails(.reset, "closed the connection without a response"),
        "switching-protocols": fails(.protocol, "switches to another protocol, which nobody asked for"),

        "header-without-colon": fails(.protocol, "sent a header line without a colon"),
        "header-without-name": fails(.protocol, "sent a header without a name: `: value`"),
        "header-space-before-colon": spacedColon("X-Space"),
        "header-folded": responses(),
        "header-folded-first": fails(.protocol, "sent whitespace before its first header"),
        "header-folded-length": fails(.protocol, "goes on with its length or Transfer-Encoding on another line"),
        "header-folded-coding": badCoding(""),
        "header-space-in-name": fails(.protocol, "sent whitespace in the name of a header: `X Space:`"),
        "header-tab-in-name": fails(.protocol, "sent whitespace in the name of a header: `Content-Length\tX:`"),
        "header-control-in-name": fails(.protocol, "sent a control character in the name of a header: `X-A\u{B}`"),
        "header-nul": fails(.protocol, "sent a header with a NUL byte in it"),
        "header-bare-cr": bareCR(#"X-One: 1\rX-Two: 2"#), "header-cr-length": bareCR(#"X-A: b\rContent-Length: 1"#),
        "header-two-crs": bareCR(#"X-A: b\r"#), "header-mixed-lines": responses(),
        "header-controls": responses(), "header-not-utf8": responses(), "header-bare-lf": responses(),
        "header-of-1mb": longHeader, "headers-10000": responses(), "headers-endless": manyHeaders,
        "header-line-endless": longHeader, "status-line-endless": longHeader,
        "header-smuggling": spacedColon("Content-Length"),

        "length-too-large": fails(.reset, "closed the connection after 9 of 500 bytes"),
        "length-too-small": responses(),
        "lengths-differ": fails(.protocol, "announces two lengths of its body, 2 and 7"),
        "length-list": fails(.protocol, "announces two lengths of its body, 2 and 7"),
        "lengths-equal": responses(), "lengths-equal-list": responses(), "length-plus": badLength("+2"),
        "length-spaces": badLength("2 2"), "length-empty": fails(.protocol, "announces a length that is no number"),
        "length-and-chunked": fails(.protocol, "announces a length beside `Transfer-Encoding: chunked`"),
        "length-negative": fails(.protocol, "announces a length that is no number"),
        "length-huge": bigBody,
        "length-overflow": fails(
            .protocol, "announces a length that no body has: `\(String(repeating: "9", count: 32))…`"),
        "length-word": fails(.protocol, "announces a length that is no number"),
        "length-hex": fails(.protocol, "announces a length that is no number: `0x2`"),
        "chunked-twice": badCoding("chunked, chunked"), "chunked-on-two-lines": badCoding("chunked"),
        "transfer-gzip": badCoding("gzip, chunked"), "transfer-unknown": badCoding("xchunked"),
        "transfer-identity": badCoding("identity"), "chunked-then-identity": badCoding("chunked, identity"),
        "chunked-in-list": badCoding(", chunked"), "transfer-empty": badCoding(""), "chunked-capitals": responses(),
        "chunked-in-1.0": fails(.protocol, "sends a Transfer-Encoding in HTTP/1.0, which does not have any"),
        "chunked-two-responses": responses(),
        "chunk-size-space-behind": spaceBehindSize, "chunk-size-tab-behind": spaceBehindSize,
        "chunk-size-zeros": responses(), "chunk-size-lf": sizeWithLF("2"), "chunk-last-lf": sizeWithLF("0"),
        "chunk-size-cr": fails(.protocol, "ends the size of a chunk with CR alone, not with CRLF"),
        "chunk-end-lf": badEnd, "chunk-end-cr": badEnd, "chunk-end-missing": badEnd, "chunk-takes-cr": badEnd,
        "chunk-extension-cr": fails(.protocol, "ends the size of a chunk with CR alone, not with CRLF"),
        "chunk-extension-lf": badExtension, "trailer-lf": responses(), "trailer-cr": bareCR(#"X-A: 1\rX-B: 2"#),
        "trailer-without-colon": fails(.protocol, "sent a header line without a colon"),
        "transfer-parameter": badCoding("chunked;q=1"),
        "chunk-size-garbage": badChunk("zz"), "chunk-size-negative": badChunk("-2"), "chunk-size-hex": badChunk("0x2"),
        "chunk-size-space": badChunk(" 2"), "chunk-size-plus": badChunk("+2"),
        "chunk-size-overflow": fails(.protocol, "announces a chunk that no body has: `100000000000000000000`"),
        "chunk-size-long": badChunk(String(repeating: "0", count: 32) + "…"),
        "chunk-extension": responses(), "chunk-size-empty": fails(.protocol, "sends a chunk without a size"),
        "chunk-overrun": badEnd,
        "chunk-cut": fails(.reset, "closed the connection after 2 bytes, before the body's end"),
        "chunks-without-end": fails(.reset, "closed the connection after 2 bytes, before the body's end"),
        "trailers-endless": manyHeaders,
        "trailer-line-endless": fails(.tooLarge, "sent a longer trailer than libcurl takes, 4 kB"),
        "chunk-extension-endless": slow("was not complete within 2s: 0 bytes had come"),
        "trailer-smuggling": responses(),

        "body-endless": bigBody, "chunks-endless": bigBody, "chunks-tiny": bigBody,
        "body-slow": slow("was not complete within 2s: "),
        "headers-slow": slow("was not complete within 2s: 0 bytes had come"),
        "silence": slow("no response within 2s from 127.0.0.1:"),
        "headers-unfinished": slow("was not complete within 2s: 0 bytes had come"),
        "body-unfinished": slow("was not complete within 2s: 10 of 100 bytes had come"),

        "gzip-garbage": badEncoding, "deflate-garbage": badEncoding, "br-garbage": badEncoding,
        "zstd-garbage": badEncoding, "gzip-bomb": bigBody, "br-bomb": bigBody, "zstd-bomb": bigBody,
        "gzip-gzip-bomb": bigBody, "gzip-cut": cutEncoding, "encoding-inner-cut": cutEncoding, "gzip-members": fine,
        "gzip-member-cut": cutEncoding, "gzip-wrong-checksum": badEncoding,
        "gzip-then-garbage": badEncoding, "gzip-twice": fine,
        "encoding-chain": fails(.encoding, "has 40 encodings over one another, more than 5"),
        "encoding-unknown": fails(
            .encoding, "has the Content-Encoding `rot13`, which is none of deflate, gzip, br, zstd"),
        "encoding-empty-body": responses(""),

        "redirect-loop": fails(.protocol, "redirects again after 10 redirects"),
        "redirect-endless": fails(.protocol, "redirects again after 10 redirects"),
        "redirect-file": scheme("file"), "redirect-ftp": scheme("ftp"), "redirect-data": scheme("data"),
        "redirect-script": scheme("javascript"), "redirect-gopher": scheme("gopher"),
        "redirect-port-0": fails(.protocol, "which has a port outside 1…65535"),
        "redirect-port-99999": fails(.protocol, "which has a port outside 1…65535"),
        "redirect-no-host": fails(.protocol, "which has no host"),
        "redirect-empty": fails(.protocol, "redirects with an empty Location"),
        "redirect-cr": bareCR(#"Location: /well\rX-Injected: 1"#), "redirect-crlf": fine, "redirect-blank": fine,
        "redirect-controls": fails(.protocol, "which has a control character in its host"),
        "redirect-userinfo": fine, "redirect-long": longHeader,
        "redirect-two": fails(.protocol, "redirects to two addresses, `/well` and `file:///etc/passwd`"),
        "cookie-foreign-domain": responses(), "cookie-public-suffix": responses(), "cookie-false-promise": responses(),
        "cookie-controls": bareCR(#"Set-Cookie: b=x\rX-Injected: 1"#), "cookies-10000": responses(),
        "cookie-of-1mb": longHeader,
        "cookie-of-50kb": responses(),

        "json-not-utf8": responses("{"), "json-nul": responses("{"), "json-utf16": responses(""),
        "charset-unknown": responses("{"), "charset-latin1": responses("Gr"), "json-lone-surrogate": responses("{"),
        "json-duplicate-keys": responses("{"), "json-1e400": responses("{"), "json-exponent": responses("{"),
        "json-100000-digits": responses("{"), "json-nested-100000": responses("[[["),
        "json-nested-objects": responses("{\"a\":{"), "json-10000000-values": responses("[1,1,"),
        "json-100000-keys": responses("{"), "json-unfinished": responses("{"), "json-two-documents": responses("{"),
        "xml-entity-bomb": responses("<!DOCTYPE"), "xml-external-entity": responses("<!DOCTYPE"),

        "close-before-response": fails(.reset, "closed the connection without a response"),
        "close-in-headers": fails(.reset, "closed the connection in the middle of its headers"),
        "close-after-headers": fails(.reset, "closed the connection after 0 of 100 bytes"),
        "reset-before-response": fails(.reset, "broke the connection off without a response"),
        "reset-in-body": fails(.reset, "broke the connection off after 10 of 100 bytes"),
        "drop-kept": fails(.reset, "closed the connection without a response"),
        "early-response": responses("", status: 413), "two-responses": responses(), "close-lie": responses(),
        "keep-lie": responses(), "body-of-204": responses("", status: 204),
    ]
}
