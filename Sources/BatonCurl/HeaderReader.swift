import BatonHTTP
import BatonSystem
import BatonValues
import CLibCurl

/// Reads the head of a response line by line as libcurl hands it over; each status line starts a new head.
struct HeaderReader {
    enum Outcome {
        case restarted
        case went
    }

    private(set) var status = 0
    private(set) var version = HTTPVersion.http11
    private(set) var headers = Headers()
    /// The fields behind the body.
    private(set) var trailers = Headers()
    /// The interim responses so far.
    private(set) var interim: [Response.Interim] = []
    private static let mostInterim = 64
    /// Whether what comes next answers a request that was sent again.
    private var isAgain = false
    /// The bytes of all heads, interim ones included.
    private(set) var byteCount = 0
    /// The length in `Content-Length`; nil for a body with a content encoding.
    var contentLength: Int? { isEncoded ? nil : announcedLength }
    /// Whether the head of a response is complete; lines behind the body (trailers) come after it.
    private(set) var isComplete = true
    /// Whether it is the head of the response itself, and complete: no interim response comes before another one.
    var isFinal: Bool { isComplete && (status >= 200 || status == 101) }
    private(set) var isEncoded = false
    private var hasTransferEncoding = false
    /// Whether the body is chunked; HTTP/2 has no chunks.
    var isChunked: Bool { hasTransferEncoding && version.major < 2 }
    /// Whether the body, if there is one, ends with the connection (RFC 9112 section 6.3).
    var endsWithConnection: Bool { version.major < 2 && !hasTransferEncoding && announcedLength == nil }
    /// Why the response is invalid, as the end of a sentence about the server.
    private(set) var violation: String?
    private var announcedLength: Int?
    /// Whether a status line may come: at the start, after an interim head, and after a request was sent again.
    private var expectsStatus = true
    /// The line that a line beginning with whitespace would continue.
    private var foldable = Foldable.nothing

    private enum Foldable {
        case nothing
        case framing
        case field
    }

    /// Starts a new response; must be called when a request is sent.
    mutating func expectResponse() {
        expectsStatus = true
        isAgain = true
    }

    mutating func read(_ line: UnsafeRawBufferPointer, limit: Int) -> Outcome {
        let (count, overflow) = byteCount.addingReportingOverflow(line.count)
        byteCount = overflow ? Int.max : count
        guard byteCount <= limit else { return .went }
        // A line ends with CRLF, or with LF alone (RFC 9112 section 2.2). Some clients read a CR inside a line as its
        // end.
        var end = line.count
        if end > 0, line[end - 1] == 0x0A { end -= 1 }
        if end > 0, line[end - 1] == 0x0D { end -= 1 }
        let text = UnsafeRawBufferPointer(rebasing: line[..<end])
        if let start = text.baseAddress, memchr(start, 0x0D, end) != nil {
            note("sent a CR within a line of its headers: `\(text.shown)`")
        }
        if expectsStatus {
            start(text)
            return .restarted
        }
        if isStatusLine(line) { note("sent a second status line among its headers") }
        if end == 0 {
            isComplete = true
            checkFraming()
            expectsStatus = status < 200
        }
        if end > 0 { readField(line, end: end) }
        return .went
    }

    /// Refuses framing that clients interpret differently (RFC 9112 section 6.1).
    private mutating func checkFraming() {
        guard hasTransferEncoding else { return }
        if version.major != 1 || version.minor == 0 {
            note("sends a Transfer-Encoding in HTTP/\(version), which does not have any")
        } else if announcedLength != nil {
            note("announces a length beside `Transfer-Encoding: chunked`")
        }
    }

    private func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count >= 5 && line[0] == UInt8(ascii: "H") && line[1] == UInt8(ascii: "T") && line[2] == UInt8(ascii: "T")
            && line[3] == UInt8(ascii: "P") && line[4] == UInt8(ascii: "/")
    }

    private mutating func start(_ line: UnsafeRawBufferPointer) {
        if isAgain {
            isAgain = false
            interim = []
        } else if status > 0, interim.count < Self.mostInterim {
            interim.append(Response.Interim(status: status, headers: headers))
        }
        trailers = Headers()
        headers = Headers()
        headers.reserve(fields: 12, bytes: 400)
        announcedLength = nil
        isComplete = false
        isEncoded = false
        hasTransferEncoding = false
        expectsStatus = false
        foldable = .nothing
        readStatusLine(line)
    }

    /// Reads `HTTP/1.1 200 OK` (RFC 9112 section 4); the reason and the space before it may be missing. For HTTP/2,
    /// libcurl writes `HTTP/2 200`. libcurl also accepts a status whose digits are followed by other characters.
    private mutating func readStatusLine(_ line: UnsafeRawBufferPointer) {
        status = 0
        version = .http11
        guard isStatusLine(line), let space = line.firstIndex(of: 0x20), let version = Self.version(line[5..<space]),
            line.count >= space + 4, line.count == space + 4 || line[space + 4] == 0x20,
            line[space + 1] != UInt8(ascii: "0"), line[space + 1..<space + 4].allSatisfy(\.isDigit)
        else { return note("answered with a malformed status line: `\(line.shown)`") }
        self.version = version
        for digit in line[space + 1..<space + 4] { status = status * 10 + Int(digit - 0x30) }
    }

    /// A version of one digit, or of two with a dot between; nil for other text.
    private static func version(_ text: Slice<UnsafeRawBufferPointer>) -> HTTPVersion? {
        let text = UnsafeRawBufferPointer(rebasing: text)
        guard text.count == 1 || text.count == 3 && text[1] == UInt8(ascii: "."), let last = text.last,
            text[0].isDigit, last.isDigit
        else { return nil }
        return HTTPVersion(major: text[0] - 0x30, minor: text.count == 1 ? 0 : last - 0x30)
    }

    /// Reads a field of the head, or of the trailers.
    private mutating func readField(_ line: UnsafeRawBufferPointer, end: Int) {
        if line[0] == 0x20 || line[0] == 0x09 { return readFold(line, end: end) }
        var colon = 0
        while colon < end, line[colon] != UInt8(ascii: ":"), line[colon] > 0x20 { colon += 1 }
        guard colon > 0, colon < end, line[colon] == UInt8(ascii: ":") else {
            return noteName(UnsafeRawBufferPointer(rebasing: line[..<end]))
        }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let value = trimmed(line, colon + 1, end)
        guard !isComplete else { return trailers.append(name: name, value: value) }
        foldable = .field
        if colon + 2 + value.count == end, line[colon + 1] == 0x20 {
            headers.append(field: UnsafeRawBufferPointer(rebasing: line[..<end]), nameLength: colon)
        } else {
            headers.append(name: name, value: value)
        }
        if 14...17 ~= name.count { noteLength(name, value) }
    }

    /// Reads a folded line (RFC 9112 section 5.2). All clients that accept folded lines read the same value, but some
    /// do not accept them for the headers that tell the length of the body.
    private mutating func readFold(_ line: UnsafeRawBufferPointer, end: Int) {
        if isComplete {
            if trailers.isEmpty { return note("sent whitespace before its first header") }
            return trailers.extendLast(with: trimmed(line, 0, end))
        }
        switch foldable {
        case .nothing: note("sent whitespace before its first header")
        case .framing: note("goes on with its length or Transfer-Encoding on another line")
        case .field: headers.extendLast(with: trimmed(line, 0, end))
        }
    }

    /// Notes the error in a line that does not begin with a name and a colon (RFC 9112 section 5.1).
    private mutating func noteName(_ line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return note("sent a header line without a colon")
        }
        if colon == 0 { return note("sent a header without a name: `\(line.shown)`") }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        if name.contains(where: { $0 < 0x20 && $0 != 0x09 }) {
            return note("sent a control character in the name of a header: `\(name.shown)`")
        }
        let isBehind = name.last == 0x20 || name.last == 0x09
        note(
            "sent whitespace \(isBehind ? "between the name of a header and its colon" : "in the name of a header"): "
                + "`\(name.shown):`")
    }

    private mutating func noteLength(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if equals(name, "content-encoding") {
            isEncoded = true
        } else if equals(name, "transfer-encoding") {
            foldable = .framing
            readTransferEncoding(value)
        } else if equals(name, "content-length") {
            foldable = .framing
            readLength(value)
        }
    }

    /// Reads a `Content-Length`. Different or invalid lengths leave the end of the response uncertain (RFC 9112 section
    /// 6.3): libcurl takes the last one, and the digits at the beginning. A list of equal lengths is valid.
    private mutating func readLength(_ value: UnsafeRawBufferPointer) {
        if announcedLength == nil, 1...18 ~= value.count, value.allSatisfy(\.isDigit) {
            return announcedLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        for item in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let digits = trimmed(value, item.startIndex, item.endIndex)
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
                return note("announces a length that is no number: `\(value.shown)`")
            }
            guard let length = Int(String(decoding: digits, as: UTF8.self)) else {
                return note("announces a length that no body has: `\(value.shown)`")
            }
            if let announcedLength, announcedLength != length {
                return note("announces two lengths of its body, \(announcedLength) and \(length)")
            }
            announcedLength = length
        }
    }

    /// Reads a `Transfer-Encoding`. Only `chunked` was requested, and it may be applied once (RFC 9112 section 6.1).
    /// libcurl decodes the codings that it knows, as often as they are named; other clients read an unknown coding as a
    /// body that ends with the connection.
    private mutating func readTransferEncoding(_ value: UnsafeRawBufferPointer) {
        guard !hasTransferEncoding, equals(value, "chunked") else {
            return note("sends its body in a Transfer-Encoding other than one `chunked`: `\(value.shown)`")
        }
        hasTransferEncoding = true
    }

    private mutating func note(_ words: String) {
        violation = violation ?? words
    }

    private func equals(_ name: UnsafeRawBufferPointer, _ expected: StaticString) -> Bool {
        expected.withUTF8Buffer { expected in
            guard name.count == expected.count else { return false }
            for index in 0..<name.count where name[index].asciiLowercased != expected[index] { return false }
            return true
        }
    }

    private func trimmed(_ line: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        var start = start
        var end = end
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[start..<end])
    }
}

/// Request headers as the linked list that libcurl reads, without an allocation for each header.
///
/// libcurl does not copy the list, so it must not change until the transfer has ended.
struct HeaderLines {
    private var text = ByteBuffer()
    private var starts: [Int] = []
    private var nodes: UnsafeMutablePointer<curl_slist>
    private var capacity = 16

    init() {
        nodes = .allocate(capacity: capacity)
        starts.reserveCapacity(capacity)
    }

    func deallocate() {
        text.deallocate()
        nodes.deallocate()
    }

    mutating func removeAll() {
        text.removeAll()
        starts.removeAll(keepingCapacity: true)
    }

    /// Adds all fields. A field without a value is written `Name;`, because `Name:` would tell libcurl to omit its own
    /// field.
    mutating func append(_ headers: Headers) {
        let start = text.count
        text.append(headers.block)
        for slot in headers.slots {
            let fieldStart = start + Int(slot.nameStart)
            starts.append(fieldStart)
            if slot.valueLength == 0 {
                let colon = fieldStart + Int(slot.nameLength)
                text.start.storeBytes(of: UInt8(ascii: ";"), toByteOffset: colon, as: UInt8.self)
                text.start.storeBytes(of: 0, toByteOffset: colon + 1, as: UInt8.self)
            }
        }
    }

    mutating func append(_ name: String, _ value: String = "") {
        starts.append(text.count)
        text.append(name)
        text.append(value)
        text.append(0)
    }

    /// The list; nil without any header.
    mutating func list() -> UnsafeRawPointer? {
        guard !starts.isEmpty else { return nil }
        if starts.count > capacity {
            capacity = starts.count * 2
            nodes.deallocate()
            nodes = .allocate(capacity: capacity)
        }
        for (index, start) in starts.enumerated() {
            let next = index + 1 < starts.count ? nodes + index + 1 : nil
            nodes[index] = curl_slist(data: (text.start + start).assumingMemoryBound(to: CChar.self), next: next)
        }
        return UnsafeRawPointer(nodes)
    }
}

extension Collection<UInt8> {
    /// The first 32 bytes of text from a server, to be quoted in a message; a CR, which would end a line, is written
    /// `\r`.
    var shown: String {
        var text = ""
        for scalar in String(decoding: prefix(32), as: UTF8.self).unicodeScalars {
            if scalar == "\r" { text += "\\r" } else { text.unicodeScalars.append(scalar) }
        }
        return count > 32 ? text + "…" : text
    }
}
