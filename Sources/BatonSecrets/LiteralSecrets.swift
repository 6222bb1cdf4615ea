/// Finds what somebody wrote as a secret into a line of a file, which a message is about to show.
///
/// Before a file is read there is nothing else to go by than names (`SecretNames.isSecretKey`) and shapes: the value of
/// `password:`, `Authorization:` and the like, all that is said in `auth` and of an input with `secret: true`, what follows
/// `Bearer`, the password of a URL, `token=…` and `--password …`. Keys stay, and so does what an expression gives, since
/// it is only named here: of `x$(nope)` only the `x` is hidden.
package enum LiteralSecrets {
    /// The places of such values in a line, in order.
    ///
    /// - Parameters:
    ///   - line: the line as it is shown, or a part of it.
    ///   - start: where the line begins in its file.
    ///   - file: says below which keys the line stands; empty where there is none.
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

    /// The line with `***` for them.
    package static func hidden(in line: String, at start: Int = 0, of file: [UInt8] = []) -> String {
        masking(line, places(in: Array(line.utf8), at: start, of: file))
    }

    /// A message without the passwords of URLs, `token=…` and `--password …`, and without the secrets of the lines that it
    /// is about.
    package static func hidden(inMessage text: String, secrets: [[UInt8]] = []) -> String {
        let bytes = Array(text.utf8)
        var places = LiteralShapes.places(in: bytes, withSchemes: false)
        for secret in secrets { places += Self.places(of: secret, in: bytes) }
        places += LiteralMentions.places(of: secrets, in: bytes)
        return masking(text, Redactor.joined(places))
    }

    /// Whether one of these secrets, or the beginning of a long one, can be read in the text.
    package static func shows(_ secrets: [[UInt8]], in text: String) -> Bool {
        secrets.contains { !places(of: $0, in: Array(text.utf8)).isEmpty }
    }

    /// A URL with `***` for its password and for what its query has below names of secrets.
    package static func hidden(inURL url: String) -> String {
        masking(url, Redactor.joined(LiteralShapes.places(inURL: Array(url.utf8))))
    }

    /// What is hidden in a line, as a message may repeat it: also the parts into which YAML divides it, and of
    /// `user:password`, `name=value` and `Bearer token` the second part. Words of the language are none: advice is made of
    /// them.
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

    /// Whether a part of `password` or the like is meant, which hides nothing and would be readable by what is left of it.
    private static func isInLanguageWord(_ place: Range<Int>, of text: [UInt8]) -> Bool {
        func isWordByte(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || 0x61...0x7A ~= byte | 0x20 }
        var (start, end) = (place.lowerBound, place.upperBound)
        while start > 0, isWordByte(text[start - 1]) { start -= 1 }
        while end < text.count, isWordByte(text[end]) { end += 1 }
        return start..<end != place && SecretNames.isLanguageWord(String(decoding: text[start..<end], as: UTF8.self))
    }

    /// Where a message repeats a secret, or the beginning of a long one. A short one counts between quotes only: as a word
    /// it could be any.
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
