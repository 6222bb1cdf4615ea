import BatonHTTP

/// Reads the head of an answer line by line as libcurl hands it over, starting anew with each status line.
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
    /// Whether the head of an answer came to its end; what stands behind the body (trailers) is counted, not kept.
    private(set) var isComplete = true
    private(set) var isEncoded = false
    private var hasTransferEncoding = false
    /// Whether the body comes in chunks, which HTTP/2 does not know.
    var isChunked: Bool { hasTransferEncoding && version.major < 2 }
    /// Whether readers may see different ends of the body: the version does not know the way that the head tells it in
    /// (RFC 9112 section 6.1).
    var hasTwoEnds: Bool { hasTransferEncoding && version == .http10 }
    /// Whether the body, if there is one, ends where the connection does (RFC 9112 section 6.3).
    var endsWithConnection: Bool { version.major < 2 && !hasTransferEncoding && announcedLength == nil }
    /// Why the answer cannot be understood, as the end of a sentence about its sender.
    private(set) var fault: String?
    private var announcedLength: Int?
    /// Whether a status line may come: at the start, behind an interim head, and when a request was sent once more.
    private var expectsStatus = true

    /// To be called when a request is sent: a response begins anew.
    mutating func expectResponse() { expectsStatus = true }

    mutating func read(_ line: UnsafeRawBufferPointer, limit: Int) -> Outcome {
        let (count, overflow) = byteCount.addingReportingOverflow(line.count)
        byteCount = overflow ? Int.max : count
        guard byteCount <= limit else { return .went }
        var end = line.count
        while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        if expectsStatus {
            start(UnsafeRawBufferPointer(rebasing: line[..<end]))
            return .restarted
        }
        if isStatusLine(line) { note("sent a second status line among its headers") }
        if end == 0 {
            isComplete = true
            if isChunked, announcedLength != nil { note("announces a length beside `Transfer-Encoding: chunked`") }
            expectsStatus = status < 200
        }
        guard !isComplete else { return .went }
        readField(line, end: end)
        return .went
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
        else { return note("answered with a malformed status line: `\(FaultWords.shown(line))`") }
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

    private mutating func readField(_ line: UnsafeRawBufferPointer, end: Int) {
        if line[0] == 0x20 || line[0] == 0x09 {
            return headers.extendLast(with: trimmed(line, 0, end))
        }
        var colon = 0
        while colon < end, line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon > 0, colon < end else { return }
        // Some readers take it for a part of the name (RFC 9112 section 5.1): what it says is uncertain.
        if line[colon - 1] == 0x20 || line[colon - 1] == 0x09 {
            let shown = UnsafeRawBufferPointer(rebasing: line[..<colon])
            return note("sent whitespace between the name of a header and its colon: `\(FaultWords.shown(shown)):`")
        }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let value = trimmed(line, colon + 1, end)
        if colon + 2 + value.count == end, line[colon + 1] == 0x20 {
            headers.append(field: UnsafeRawBufferPointer(rebasing: line[..<end]), nameLength: colon)
        } else {
            headers.append(name: name, value: value)
        }
        if 14...17 ~= name.count { noteLength(name, value) }
    }

    private mutating func noteLength(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if equals(name, "content-encoding") {
            isEncoded = true
        } else if equals(name, "transfer-encoding") {
            readTransferEncoding(value)
        } else if equals(name, "content-length") {
            readLength(value)
        }
    }

    /// Lengths that differ, and what is no length, make an answer's end uncertain (RFC 9112 section 6.3): libcurl takes
    /// the last one, and the digits at the beginning. A list of equal ones is one length.
    private mutating func readLength(_ value: UnsafeRawBufferPointer) {
        if announcedLength == nil, 1...18 ~= value.count, value.allSatisfy(\.isASCIIDigit) {
            return announcedLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        for item in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let digits = trimmed(value, item.startIndex, item.endIndex)
            guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else {
                return note("announces a length that is no number: `\(FaultWords.shown(value))`")
            }
            guard let length = Int(String(decoding: digits, as: UTF8.self)) else {
                return note("announces a length that no body has: `\(FaultWords.shown(value))`")
            }
            if let announcedLength, announcedLength != length {
                return note("announces two lengths of its body, \(announcedLength) and \(length)")
            }
            announcedLength = length
        }
    }

    /// No other coding than `chunked` was asked for, and that one is applied once (RFC 9112 section 6.1): libcurl undoes what
    /// it knows, as often as it is named.
    private mutating func readTransferEncoding(_ value: UnsafeRawBufferPointer) {
        for item in value.split(separator: UInt8(ascii: ",")) {
            let name = trimmed(value, item.startIndex, item.endIndex)
            if name.isEmpty || equals(name, "identity") { continue }
            guard !hasTransferEncoding, equals(name, "chunked") else {
                return note(
                    "sends its body in a Transfer-Encoding other than one `chunked`: `\(FaultWords.shown(value))`")
            }
            hasTransferEncoding = true
        }
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

private enum FaultWords {
    /// As much of a line as fits into a sentence.
    static func shown(_ value: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: value.prefix(32), as: UTF8.self)
        return value.count > 32 ? text + "…" : text
    }
}
