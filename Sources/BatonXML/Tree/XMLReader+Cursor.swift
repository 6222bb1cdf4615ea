extension XMLReader {
    /// Moves past the next `end`; throws an error with the place `start` where there is none.
    mutating func skip(
        to end: StaticString, of what: String, from start: Int? = nil, behind offset: Int = 0
    ) throws(XMLError) {
        let start = start ?? position
        position += offset
        while position < bytes.count {
            if take(end) { return }
            try checkCharacter()
            position += 1
        }
        throw failure("\(what) is not closed: there is no `\(end)`", at: start)
    }

    /// A name with at most one colon, not at its beginning or end.
    mutating func qualifiedName(_ what: String) throws(XMLError) -> Range<Int> {
        let start = position
        let first = XMLBytes.nameLength(in: bytes, at: start)
        guard first > 0 else { throw failure("expected \(what), found \(found)") }
        position += first
        if follows(":") {
            let second = XMLBytes.nameLength(in: bytes, at: position + 1)
            guard second > 0 else {
                throw failure("a name stands behind the colon of `\(written(start..<position)):`", at: start)
            }
            position += 1 + second
        }
        guard position - start <= XMLTree.nameLimit else {
            throw failure("a name is longer than \(XMLTree.nameLimit) bytes", at: start)
        }
        return start..<position
    }

    /// Throws for a control character, which XML does not allow.
    func checkCharacter() throws(XMLError) {
        let byte = bytes[position]
        guard byte < 0x20 || byte == 0xEF else { return }
        if byte == 0xEF {
            // U+FFFE and U+FFFF.
            guard position + 2 < bytes.count, bytes[position + 1] == 0xBF, bytes[position + 2] >= 0xBE else { return }
        } else if XMLBytes.isBlank(byte) {
            return
        }
        throw failure("found \(found), which XML does not have")
    }

    func written(_ range: Range<Int>) -> String { String(decoding: bytes[range].prefix(80), as: UTF8.self) }

    var found: String {
        guard position < bytes.count else { return "the end" }
        switch bytes[position] {
        case 0x20: return "a space"
        case 0x0A, 0x0D: return "the end of the line"
        case ..<0x20: return "a control character"
        default:
            let scalar = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
                .unicodeScalars
            return scalar.first.map { "`\($0)`" } ?? "the end"
        }
    }

    /// The line of a place; in the text of an entity, that of the reference in the document.
    func line(of place: Int) -> Int {
        let (bytes, place) = innermostEntity.place ?? (bytes, place)
        return 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A }
    }

    func failure(_ message: String, at place: Int? = nil) -> XMLError {
        XMLError(message: message, line: line(of: place ?? position))
    }
}
