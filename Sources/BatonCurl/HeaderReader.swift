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
    /// Whether two ways to tell the body's end stand in it: another reader may see another end (RFC 9112 section 6.1).
    var hasTwoEnds: Bool { hasTransferEncoding && announcedLength != nil }
    /// Why the answer cannot be understood, as the end of a sentence about its sender.
    private(set) var fault: String?
    private var announcedLength: Int?

    mutating func read(_ line: UnsafeRawBufferPointer, limit: Int) -> Outcome {
        let (count, overflow) = byteCount.addingReportingOverflow(line.count)
        byteCount = overflow ? Int.max : count
        guard byteCount <= limit else { return .went }
        var end = line.count
        while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        if isStatusLine(line) {
            start(UnsafeRawBufferPointer(rebasing: line[..<end]))
            return .restarted
        }
        if end == 0 { isComplete = true }
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
        status = 0
        var index = 5
        var numbers: (major: UInt8, minor: UInt8) = (1, 0)
        if index < line.count, line[index].isASCIIDigit {
            numbers = (line[index] - 0x30, 0)
            index += 1
            if index + 1 < line.count, line[index] == UInt8(ascii: "."), line[index + 1].isASCIIDigit {
                numbers.minor = line[index + 1] - 0x30
            }
        }
        version = HTTPVersion(major: numbers.major, minor: numbers.minor)
        while index < line.count, line[index] != 0x20 { index += 1 }
        while index < line.count, line[index] == 0x20 { index += 1 }
        while index < line.count, line[index].isASCIIDigit, status < 1000 {
            status = status * 10 + Int(line[index] - 0x30)
            index += 1
        }
    }

    private mutating func readField(_ line: UnsafeRawBufferPointer, end: Int) {
        if line[0] == 0x20 || line[0] == 0x09 {
            return headers.extendLast(with: trimmed(line, 0, end))
        }
        var colon = 0
        while colon < end, line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon > 0, colon < end else { return }
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
            hasTransferEncoding = true
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
                return note("announces a length that is no number: `\(LengthWords.shown(value))`")
            }
            guard let length = Int(String(decoding: digits, as: UTF8.self)) else {
                return note("announces a length that no body has: `\(LengthWords.shown(value))`")
            }
            if let announcedLength, announcedLength != length {
                return note("announces two lengths of its body, \(announcedLength) and \(length)")
            }
            announcedLength = length
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

private enum LengthWords {
    /// As much of a header's value as fits into a sentence.
    static func shown(_ value: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: value.prefix(32), as: UTF8.self)
        return value.count > 32 ? text + "…" : text
    }
}
