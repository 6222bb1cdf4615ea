import BatonValues

/// Parsing of the content of tags.
extension HTMLReader {
    /// A word in lower case, up to a space, `>` or another byte that ends it.
    mutating func word(_ ends: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, !XMLBytes.isBlank(bytes[position]), bytes[position] != UInt8(ascii: ">"),
            !ends(bytes[position])
        { position += 1 }
        return String(decoding: bytes[start..<position].map(XMLBytes.lowered), as: UTF8.self)
    }

    /// The attributes up to the `>`, only the first of equal names; nil when the page ends before.
    mutating func attributes() throws(XMLError) -> [(name: String, value: [UInt8])]? {
        var attributes: [(name: String, value: [UInt8])] = []
        var seen: Set<TextKey> = []
        while true {
            while position < bytes.count, XMLBytes.isBlank(bytes[position]) || bytes[position] == UInt8(ascii: "/") {
                position += 1
            }
            guard position < bytes.count else { return nil }
            if bytes[position] == UInt8(ascii: ">") {
                position += 1
                return attributes
            }
            let start = position
            // The name of an attribute may begin with `=`.
            position += 1
            while position < bytes.count, !XMLBytes.isBlank(bytes[position]), bytes[position] != UInt8(ascii: ">"),
                bytes[position] != UInt8(ascii: "/"), bytes[position] != UInt8(ascii: "=")
            { position += 1 }
            let name = String(decoding: bytes[start..<position].map(XMLBytes.lowered), as: UTF8.self)
            let value = value()
            guard attributes.count < XMLTree.attributeLimit else { throw XMLTree.tooManyAttributes }
            if seen.insert(TextKey(name)).inserted { attributes.append((name, value)) }
        }
    }

    /// A value `= value`, quoted or not; empty where there is none.
    private mutating func value() -> [UInt8] {
        let before = position
        while position < bytes.count, XMLBytes.isBlank(bytes[position]) { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            position = before
            return []
        }
        position += 1
        while position < bytes.count, XMLBytes.isBlank(bytes[position]) { position += 1 }
        guard position < bytes.count else { return [] }
        let quote = bytes[position]
        let start: Int
        let end: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            start = position + 1
            position = start
            while position < bytes.count, bytes[position] != quote { position += 1 }
            end = position
            position = min(position + 1, bytes.count)
        } else {
            start = position
            while position < bytes.count, !XMLBytes.isBlank(bytes[position]), bytes[position] != UInt8(ascii: ">") {
                position += 1
            }
            end = position
        }
        return Array(HTMLEntities.decoded(bytes[start..<end], isAttribute: true))
    }
}

/// The end of an HTML comment: at `-->`, at `--!>`, and immediately in `<!-->` and `<!--->` (HTML, 13.2.5.43 and
/// after).
struct HTMLComment {
    /// The offset after the last byte of the content.
    private(set) var contentEnd: Int
    /// The offset after the last byte of the comment.
    let end: Int

    /// Nil for a comment without an end.
    ///
    /// - Parameter start: the offset after its `<!--`.
    init?(in bytes: ArraySlice<UInt8>, after start: Int) {
        let (dash, close) = (UInt8(ascii: "-"), UInt8(ascii: ">"))
        func holds(_ byte: UInt8, _ index: Int) -> Bool { index < bytes.endIndex && bytes[index] == byte }
        contentEnd = start
        if holds(close, start) {
            end = start + 1
            return
        }
        if holds(dash, start), holds(close, start + 1) {
            end = start + 2
            return
        }
        var position = start
        while position + 2 < bytes.endIndex {
            if bytes[position] == dash, bytes[position + 1] == dash {
                let isOdd = bytes[position + 2] == UInt8(ascii: "!")
                if holds(close, position + (isOdd ? 3 : 2)) {
                    contentEnd = position
                    end = position + (isOdd ? 4 : 3)
                    return
                }
            }
            position += 1
        }
        return nil
    }
}
