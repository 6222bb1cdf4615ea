/// Finds secrets that a user wrote literally into a line of a file, before a message shows the line.
///
/// Before a file has been read, only names (`SecretNames.isSecretKey`) and shapes indicate a secret: the value of
/// `password:`, `Authorization:` and the like, all values in `auth` and of an input with `secret: true`, the text
/// behind `Bearer`, the password of a URL, `token=…` and `--password …`. Keys are not hidden, and neither are
/// expressions, which only name a value: of `x$(nope)` only the `x` is hidden.
package enum LiteralSecrets {
    /// The places of secrets in a line, in order.
    ///
    /// - Parameters:
    ///   - line: the line as it is shown, or a part of it.
    ///   - start: the offset at which the line begins in its file.
    ///   - file: the file, to find the keys that the line stands below; empty without a file.
    package static func places(in line: [UInt8], at start: Int = 0, of file: [UInt8] = []) -> [Range<Int>] {
        let (values, comments) = found(in: line, at: start, of: file)
        return Redactor.joined(values + comments)
    }

    private static func found(
        in line: [UInt8], at start: Int, of file: [UInt8]
    ) -> (values: [Range<Int>], comments: [Range<Int>]) {
        var scan = LiteralScan(line, below: LiteralContext.of(start, in: file))
        scan.run()
        return (scan.found + LiteralShapes.places(in: line, withSchemes: true), scan.comments)
    }

    /// The line with `***` in place of its secrets.
    package static func hidden(in line: String, at start: Int = 0, of file: [UInt8] = []) -> String {
        masking(line, places(in: Array(line.utf8), at: start, of: file))
    }

    /// A message with `***` in place of the passwords of URLs, `token=…`, `--password …`, and the secrets of the lines
    /// that the message is about.
    package static func hidden(inMessage text: String, secrets: [[UInt8]] = []) -> String {
        let bytes = Array(text.utf8)
        var places = LiteralShapes.places(in: bytes, withSchemes: false)
        for secret in secrets { places += Self.places(of: secret, in: bytes) }
        places += LiteralMentions.places(of: secrets, in: bytes)
        return masking(text, Redactor.joined(places))
    }

    /// Whether the text contains one of these secrets, or the beginning of a long one.
    package static func shows(_ secrets: [[UInt8]], in text: String) -> Bool {
        secrets.contains { !places(of: $0, in: Array(text.utf8)).isEmpty }
    }

    /// A URL with `***` in place of its password and of query parameters whose names are those of secrets.
    package static func hidden(inURL url: String) -> String {
        masking(url, Redactor.joined(LiteralShapes.places(inURL: Array(url.utf8))))
    }

    /// The password of a URL and the values of its query parameters whose names are those of secrets, as they are written.
    package static func values(inURL url: String) -> [String] {
        let bytes = Array(url.utf8)
        return Redactor.joined(LiteralShapes.places(inURL: bytes)).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The secrets of a line, in every form in which a message may repeat them: whole, in the parts into which YAML
    /// divides them, and the second part of `user:password`, `name=value` and `Bearer token`. Words of the workflow
    /// language are left out, because messages use them for advice.
    package static func texts(in line: [UInt8], at start: Int = 0, of file: [UInt8] = []) -> [[UInt8]] {
        let texts = Redactor.joined(found(in: line, at: start, of: file).values).flatMap { place -> [[UInt8]] in
            let text = withoutComment(line[place])
            let parts = text.split { ",{}[]".utf8.contains($0) }.map(trimmed).filter { !$0.isEmpty }
            return [Array(line[place]), Array(text)]
                + (parts + [trimmed(text)]).flatMap { [Array($0)] + second(of: $0) }
        }
        return texts.filter { !SecretNames.isLanguageWord(String(decoding: $0, as: UTF8.self)) }
    }

    private static func withoutComment(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = zip(text.indices, text.indices.dropFirst()).first {
            text[$0] == 0x20 && text[$1] == UInt8(ascii: "#")
        }
        return text[..<(mark?.0 ?? text.endIndex)]
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = text.drop { $0 == 0x20 }
        return start[..<((start.lastIndex { $0 != 0x20 }).map { $0 + 1 } ?? start.endIndex)]
    }

    private static func second(of text: ArraySlice<UInt8>) -> [[UInt8]] {
        guard let divider = text.firstIndex(where: { ":= ".utf8.contains($0) }) else { return [] }
        let second = Array(text[(divider + 1)...].drop { $0 == 0x20 })
        return second.count >= SecretRegistry.shortestSearched ? [second] : []
    }

    private static func masking(_ text: String, _ places: [Range<Int>]) -> String {
        var text = text
        return places.isEmpty ? text : text.withUTF8 { Redactor.masking($0, places) }
    }

    /// Whether the place is a part of a word such as `password`: masking it would hide nothing, and the rest of the
    /// word would show what it was.
    private static func isInLanguageWord(_ place: Range<Int>, of text: [UInt8]) -> Bool {
        func isWordByte(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || 0x61...0x7A ~= byte | 0x20 }
        var (start, end) = (place.lowerBound, place.upperBound)
        while start > 0, isWordByte(text[start - 1]) { start -= 1 }
        while end < text.count, isWordByte(text[end]) { end += 1 }
        return start..<end != place && SecretNames.isLanguageWord(String(decoding: text[start..<end], as: UTF8.self))
    }

    /// The places where a message repeats a secret, or the beginning of a long one. A short secret counts only between
    /// quotes, because it could be any word.
    private static func places(of secret: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        let isShort = secret.count < SecretRegistry.shortestSearched
        let head = secret.prefix(8)
        guard !head.isEmpty, text.count >= head.count else { return [] }
        var places: [Range<Int>] = []
        var index = 0
        while index + head.count <= text.count {
            guard text[index] == head.first, text[index...].starts(with: head) else {
                index += 1
                continue
            }
            var end = index
            while end < text.count, end - index < secret.count, text[end] == secret[end - index] { end += 1 }
            let quotes = "`\"'".utf8
            if isInLanguageWord(index..<end, of: text) {
                index = end
                continue
            }
            if !isShort
                || index > 0 && end < text.count && quotes.contains(text[index - 1]) && quotes.contains(text[end])
            {
                places.append(index..<end)
            }
            index = end
        }
        return places
    }
}
