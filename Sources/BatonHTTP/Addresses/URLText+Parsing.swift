import BatonValues

extension URLText {
    /// Reads an absolute URL.
    ///
    /// Throws for a text that cannot be sent: without a scheme or with one other than http and https, without a host,
    /// with a port outside 1…65535, with spaces or control characters before the path. Path, query and fragment may
    /// hold any character.
    public static func parse(_ text: String) throws(URLTextError) -> URLText {
        var text = text
        text.makeContiguousUTF8()
        let result = text.utf8.withContiguousStorageIfAvailable { bytes in
            Result { () throws(URLTextError) -> URLText in
                var reader = URLReader(bytes: bytes)
                return try reader.read(original: text)
            }
        }
        guard let result else { throw URLTextError("cannot be read", at: 0..<0) }
        return try result.get()
    }
}

extension URLText {
    /// The result of `parse` for this URL, without slashes at its end, and a path behind it, on a fast path: nil for a
    /// path with a query, a fragment or a character that has to be encoded.
    package func appending(plainPath: String) -> URLText? {
        guard !parts.hasQuery, fragment == nil, Int(parts.pathEnd) == text.utf8.count else { return nil }
        var (base, added) = (text, plainPath)
        let (plain, pathStart) = (ASCIISet.path, Int(parts.pathStart))
        let joined = base.withUTF8 { base in
            added.withUTF8 { path -> String? in
                guard path.first == UInt8(ascii: "/"), path.allSatisfy({ plain.contains($0) }) else { return nil }
                var end = base.count
                while end > pathStart, base[end - 1] == UInt8(ascii: "/") { end -= 1 }
                let count = end + path.count
                guard count <= 1 << 20 else { return nil }
                return String(unsafeUninitializedCapacity: count) { text in
                    let rest = text[..<end].update(fromContentsOf: base[..<end])
                    _ = text[rest...].update(fromContentsOf: path)
                    return count
                }
            }
        }
        guard let joined else { return nil }
        var parts = parts
        parts.pathEnd = Int32(joined.utf8.count)
        return URLText(text: joined, fragment: nil, parts: parts)
    }
}

/// Reads the bytes of a URL once; it copies them only from the first byte that must be written differently.
struct URLReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The URL as it is sent; nil as long as it equals the text.
    private var output: [UInt8]?
    private var parts = URLText.Parts()

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private var written: Int32 { Int32(truncatingIfNeeded: output?.count ?? position) }

    mutating func read(original: String) throws(URLTextError) -> URLText {
        guard bytes.count <= 1 << 20 else { throw URLTextError("is longer than 1 MB", at: 0..<0) }
        try readScheme()
        try readAuthority()
        parts.pathStart = written
        if position == bytes.count || bytes[position] != UInt8(ascii: "/") { insertSlash() }
        readEncoded(ASCIISet.path, until: UInt8(ascii: "?"), UInt8(ascii: "#"))
        parts.pathEnd = written
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            parts.hasQuery = true
            keep(bytes[position])
            readEncoded(ASCIISet.query, until: UInt8(ascii: "#"), UInt8(ascii: "#"))
        }
        let end = position
        var fragment: String?
        if position < bytes.count {
            position += 1
            fragment = PercentEncoding.encode(bytes[position...], keeping: .query)
        }
        if let output {
            return URLText(text: String(decoding: output, as: UTF8.self), fragment: fragment, parts: parts)
        }
        let text =
            end == bytes.count
            ? original : String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
        return URLText(text: text, fragment: fragment, parts: parts)
    }

    // MARK: Scheme and authority

    private mutating func readScheme() throws(URLTextError) {
        var end = 0
        while end < bytes.count, ASCIISet.scheme.contains(bytes[end]) { end += 1 }
        guard end > 0, end + 2 < bytes.count, bytes[end] == UInt8(ascii: ":"), bytes[end + 1] == UInt8(ascii: "/"),
            bytes[end + 2] == UInt8(ascii: "/")
        else {
            // `127.0.0.1:8080` lacks its scheme.
            let isPort = end + 1 < bytes.count && bytes[end + 1].isDigit
            if end > 0, end < bytes.count, bytes[end] == UInt8(ascii: ":"), !isHTTP(end), !isPort {
                throw unsupportedScheme(end)
            }
            throw URLTextError("does not start with http:// or https://", at: 0..<bytes.count)
        }
        guard isHTTP(end) else { throw unsupportedScheme(end) }
        for _ in 0..<end { keepLowercased() }
        for _ in 0..<3 { keep(bytes[position]) }
        parts.schemeEnd = Int32(end)
        parts.port = end == 4 ? 80 : 443
    }

    private func isHTTP(_ end: Int) -> Bool {
        guard end == 4 || end == 5 else { return false }
        let name: StaticString = "https"
        return name.withUTF8Buffer { name in (0..<end).allSatisfy { bytes[$0].asciiLowercased == name[$0] } }
    }

    private func unsupportedScheme(_ end: Int) -> URLTextError {
        let name = String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
        return URLTextError("has the scheme `\(name)`; only http and https are sent", at: 0..<end)
    }

    private mutating func readAuthority() throws(URLTextError) {
        let start = position
        var end = start
        var at: Int?
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "@") { at = end }
            end += 1
        }
        if let at {
            readEncoded(ASCIISet.userInfo, upTo: at)
            parts.userInfoEnd = written
            keep(bytes[at])
        }
        parts.hostStart = written
        let hostStart = position
        var hostEnd = end
        if hostStart < end, bytes[hostStart] == UInt8(ascii: "[") {
            guard let bracket = bytes[hostStart..<end].firstIndex(of: UInt8(ascii: "]")) else {
                throw URLTextError("has a `[` in its host without `]`", at: hostStart..<end)
            }
            hostEnd = bracket + 1
            if hostEnd < end, bytes[hostEnd] != UInt8(ascii: ":") {
                throw URLTextError("has characters between its host and the path", at: hostEnd..<end)
            }
            try readAddress(upTo: hostEnd)
        } else {
            if let colon = bytes[hostStart..<end].firstIndex(of: UInt8(ascii: ":")) { hostEnd = colon }
            try readName(upTo: hostEnd)
        }
        guard hostEnd > hostStart else { throw URLTextError("has no host", at: start..<end) }
        parts.hostEnd = written
        if hostEnd < end { try readPort(upTo: end) }
    }

    private mutating func readAddress(upTo end: Int) throws(URLTextError) {
        let inner = bytes[position + 1..<end - 1]
        guard !inner.isEmpty else { throw URLTextError("has no address between `[` and `]`", at: position..<end) }
        guard IPv6Text.isAddress(inner) else {
            throw URLTextError("has no IPv6 address between `[` and `]`", at: position..<end)
        }
        while position < end { keepLowercased() }
    }

    private mutating func readName(upTo end: Int) throws(URLTextError) {
        if bytes[position..<end].contains(where: { $0 >= 0x80 }) { return try readInternationalName(upTo: end) }
        while position < end {
            guard ASCIISet.host.contains(bytes[position]) else { throw badHostCharacter() }
            keepLowercased()
        }
    }

    private mutating func readInternationalName(upTo end: Int) throws(URLTextError) {
        let range = position..<end
        guard let name = String(validating: bytes[range], as: UTF8.self) else {
            throw URLTextError("has bytes in its host that are no text", at: range)
        }
        do {
            let ascii = try InternationalHost.ascii(name)
            skip(to: end)
            output?.append(contentsOf: ascii.utf8)
        } catch {
            throw URLTextError(error.message, at: range)
        }
    }

    private func badHostCharacter() -> URLTextError {
        let byte = bytes[position]
        let name =
            byte == 0x20
            ? "a space" : byte < 0x20 || byte == 0x7F ? "a control character" : "`\(Character(UnicodeScalar(byte)))`"
        return URLTextError("has \(name) in its host", at: position..<position + 1)
    }

    private mutating func readPort(upTo end: Int) throws(URLTextError) {
        let start = position + 1
        var port = 0
        for byte in bytes[start..<end] {
            guard byte.isDigit else {
                throw URLTextError("has a port that is not a number", at: start..<end)
            }
            port = min(port * 10 + Int(byte - 0x30), 100_000)
        }
        guard start < end else { return skip(to: end) }
        guard port >= 1, port <= 65535 else {
            throw URLTextError("has a port outside 1…65535", at: start..<end)
        }
        parts.port = UInt16(port)
        while position < end { keep(bytes[position]) }
    }

    // MARK: Copying

    private mutating func keep(_ byte: UInt8) {
        output?.append(byte)
        position += 1
    }

    private mutating func keepLowercased() {
        let byte = bytes[position]
        let lowercased = byte.asciiLowercased
        if byte != lowercased { startCopy() }
        keep(lowercased)
    }

    private mutating func skip(to end: Int) {
        startCopy()
        position = end
    }

    private mutating func insertSlash() {
        startCopy()
        output?.append(UInt8(ascii: "/"))
    }

    private mutating func startCopy() {
        guard output == nil else { return }
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count + 16)
        copy.append(contentsOf: bytes[..<position])
        output = copy
    }

    private mutating func readEncoded(_ allowed: ASCIISet, until first: UInt8, _ second: UInt8) {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == first || byte == second { return }
            readEncodedByte(byte, allowed)
        }
    }

    private mutating func readEncoded(_ allowed: ASCIISet, upTo end: Int) {
        while position < end { readEncodedByte(bytes[position], allowed) }
    }

    private mutating func readEncodedByte(_ byte: UInt8, _ allowed: ASCIISet) {
        if allowed.contains(byte) || byte == UInt8(ascii: "%") && PercentEncoding.isEscape(bytes[position...]) {
            return keep(byte)
        }
        startCopy()
        output?.append(contentsOf: PercentEncoding.escape(byte))
        position += 1
    }
}
