import BatonHTTP

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads the head of a response line by line as libcurl hands it over, starting anew with each status line.
struct HeaderReader {
    enum Outcome {
        case restarted
        case went
    }

    private(set) var status = 0
    private(set) var version = HTTPVersion.http11
    private(set) var headers = Headers()
    /// Of all heads, interim ones included.
    private(set) var byteCount = 0
    /// What `Content-Length` announced, when the body comes as it is.
    var contentLength: Int? { isEncoded ? nil : announcedLength }
    /// Whether the head of a response came to its end; what stands behind the body (trailers) is counted, not kept.
    private(set) var isComplete = true
    private(set) var isEncoded = false
    private var hasTransferEncoding = false
    /// Whether the body comes in chunks, which HTTP/2 does not know.
    var isChunked: Bool { hasTransferEncoding && version.major < 2 }
    /// Whether the body, if there is one, ends where the connection does (RFC 9112 section 6.3).
    var endsWithConnection: Bool { version.major < 2 && !hasTransferEncoding && announcedLength == nil }
    /// Why the response cannot be understood, as the end of a sentence about its sender.
    private(set) var fault: String?
    private var announcedLength: Int?
    /// Whether a status line may come: at the start, behind an interim head, and when a request was sent once more.
    private var expectsStatus = true
    /// What a line that begins with whitespace would go on with.
    private var foldable = Foldable.nothing

    private enum Foldable {
        case nothing
        case framing
        case field
    }

    /// To be called when a request is sent: a response begins anew.
    mutating func expectResponse() { expectsStatus = true }

    mutating func read(_ line: UnsafeRawBufferPointer, limit: Int) -> Outcome {
        let (count, overflow) = byteCount.addingReportingOverflow(line.count)
        byteCount = overflow ? Int.max : count
        guard byteCount <= limit else { return .went }
        // A line ends with CRLF, or with LF alone (RFC 9112 section 2.2). A CR within it ends a line for some readers.
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

    /// What some readers take one way and others another (RFC 9112 section 6.1) is never taken.
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

    /// `HTTP/1.1 200 OK` (RFC 9112 section 4), where the reason and the space before it may lack; of HTTP/2 libcurl makes
    /// `HTTP/2 200`. It takes the digits at the beginning of other words too.
    private mutating func readStatusLine(_ line: UnsafeRawBufferPointer) {
        status = 0
        version = .http11
        guard isStatusLine(line), let space = line.firstIndex(of: 0x20), let version = Self.version(line[5..<space]),
            line.count >= space + 4, line.count == space + 4 || line[space + 4] == 0x20,
            line[space + 1] != UInt8(ascii: "0"), line[space + 1..<space + 4].allSatisfy(\.isASCIIDigit)
        else { return note("answered with a malformed status line: `\(line.shown)`") }
        self.version = version
        for digit in line[space + 1..<space + 4] { status = status * 10 + Int(digit - 0x30) }
    }

    /// A digit, or two with a dot between; nil for anything else.
    private static func version(_ text: Slice<UnsafeRawBufferPointer>) -> HTTPVersion? {
        let text = UnsafeRawBufferPointer(rebasing: text)
        guard text.count == 1 || text.count == 3 && text[1] == UInt8(ascii: "."), let last = text.last,
            text[0].isASCIIDigit, last.isASCIIDigit
        else { return nil }
        return HTTPVersion(major: text[0] - 0x30, minor: text.count == 1 ? 0 : last - 0x30)
    }

    /// Of trailers only the shape is looked at.
    private mutating func readField(_ line: UnsafeRawBufferPointer, end: Int) {
        if line[0] == 0x20 || line[0] == 0x09 { return readFold(line, end: end) }
        var colon = 0
        while colon < end, line[colon] != UInt8(ascii: ":"), line[colon] > 0x20 { colon += 1 }
        guard colon > 0, colon < end, line[colon] == UInt8(ascii: ":") else {
            return noteName(UnsafeRawBufferPointer(rebasing: line[..<end]))
        }
        guard !isComplete else { return }
        foldable = .field
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let value = trimmed(line, colon + 1, end)
        if colon + 2 + value.count == end, line[colon + 1] == 0x20 {
            headers.append(field: UnsafeRawBufferPointer(rebasing: line[..<end]), nameLength: colon)
        } else {
            headers.append(name: name, value: value)
        }
        if 14...17 ~= name.count { noteLength(name, value) }
    }

    /// A line that goes on with the one before (RFC 9112 section 5.2): a header's own value is the same to all who read
    /// such lines, but where it says how long the body is, others do not read them.
    private mutating func readFold(_ line: UnsafeRawBufferPointer, end: Int) {
        guard !isComplete else { return }
        switch foldable {
        case .nothing: note("sent whitespace before its first header")
        case .framing: note("goes on with its length or Transfer-Encoding on another line")
        case .field: headers.extendLast(with: trimmed(line, 0, end))
        }
    }

    /// Says what is wrong with a line that does not begin with a name and a colon (RFC 9112 section 5.1).
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

    /// Lengths that differ, and what is no length, make a response's end uncertain (RFC 9112 section 6.3): libcurl takes
    /// the last one, and the digits at the beginning. A list of equal ones is one length.
    private mutating func readLength(_ value: UnsafeRawBufferPointer) {
        if announcedLength == nil, 1...18 ~= value.count, value.allSatisfy(\.isASCIIDigit) {
            return announcedLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        for item in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let digits = trimmed(value, item.startIndex, item.endIndex)
            guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else {
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

    /// No other coding than `chunked` was asked for, and that one is applied once (RFC 9112 section 6.1): libcurl undoes
    /// what it knows, as often as it is named, and others take what they do not know for a body up to the end.
    private mutating func readTransferEncoding(_ value: UnsafeRawBufferPointer) {
        guard !hasTransferEncoding, equals(value, "chunked") else {
            return note("sends its body in a Transfer-Encoding other than one `chunked`: `\(value.shown)`")
        }
        hasTransferEncoding = true
    }

    private mutating func note(_ words: String) {
        fault = fault ?? words
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
