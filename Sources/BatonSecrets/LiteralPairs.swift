/// Finds `"password": "…"`, `password:…` and `<password>…</password>` in a text within a line: in a body, a comment, or
/// a line that is not YAML.
enum LiteralPairs {
    /// - Parameters:
    ///   - range: the text in which the values begin.
    ///   - end: the end of an unquoted value that begins at this index.
    static func places(in line: [UInt8], _ range: Range<Int>, end: (Int) -> Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if line[index] == UInt8(ascii: ":"), isKey(before: index, in: line, from: range.lowerBound),
                let value = value(in: line, after: index, range, end)
            {
                found += LiteralTemplate.literals(in: line, value)
                index = max(value.upperBound, index + 1)
            } else if line[index] == UInt8(ascii: "<"), let value = element(in: line, index..<range.upperBound) {
                found += LiteralTemplate.literals(in: line, value)
                index = max(value.upperBound, index + 1)
            } else {
                index += 1
            }
        }
        return found
    }

    /// Whether the name of a secret stands before the colon, quoted or not.
    private static func isKey(before colon: Int, in line: [UInt8], from lower: Int) -> Bool {
        var end = colon
        while end > lower, line[end - 1] == 0x20 { end -= 1 }
        let last = end
        while end > lower, "\"'\\".utf8.contains(line[end - 1]) { end -= 1 }
        // `a ? token : b` is a condition.
        guard end < last || last == colon || !line[lower..<end].contains(UInt8(ascii: "?")) else { return false }
        var start = end
        while start > lower, SecretNames.isNameByte(line[start - 1]) || line[start - 1] == UInt8(ascii: "-") {
            start -= 1
        }
        // `https://token:80` and `/token:refresh` are URLs, not keys.
        guard start == lower || line[start - 1] != UInt8(ascii: "/") else { return false }
        return SecretNames.isSecretKey(String(decoding: line[start..<end], as: UTF8.self))
    }

    private static func value(
        in line: [UInt8], after colon: Int, _ range: Range<Int>, _ end: (Int) -> Int
    ) -> Range<Int>? {
        let start = line[(colon + 1)...].firstIndex { $0 != 0x20 } ?? line.count
        guard start < range.upperBound else {
            // `"user, password: "hunter"`: the quote was closed too early.
            guard start + 1 < line.count, line[start] == UInt8(ascii: "\"") || line[start] == UInt8(ascii: "'"),
                let next = line[(start + 1)...].first(where: { $0 != 0x20 }), !",}]#".utf8.contains(next)
            else { return nil }
            return start + 1..<line.count
        }
        guard line[start] != UInt8(ascii: "/") else { return nil }
        if let part = QuotedPart(in: line, at: start, before: range.upperBound) {
            let next = line[part.end..<range.upperBound].first { $0 != 0x20 }
            if !part.isClosed || next.map({ ",}])\\".utf8.contains($0) }) ?? true { return part.content }
            // The quote is a part of the secret.
            return part.content.lowerBound..<max(end(start), part.content.upperBound)
        }
        let plain = start..<max(end(start), start)
        let word = String(decoding: line[plain].prefix { !" ,}]".utf8.contains($0) }, as: UTF8.self)
        return SecretNames.isNoSecret(word, below: "") ? nil : plain
    }

    /// `<password kind="x">…<`
    private static func element(in line: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        let name = line[range].dropFirst().prefix { SecretNames.isNameByte($0) || ":-.".utf8.contains($0) }
        guard SecretNames.isSecretKey(String(decoding: name, as: UTF8.self)),
            let start = line[name.endIndex..<range.upperBound].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let end = line[(start + 1)..<range.upperBound].firstIndex(of: UInt8(ascii: "<")) ?? range.upperBound
        return start + 1 < end ? start + 1..<end : nil
    }
}
