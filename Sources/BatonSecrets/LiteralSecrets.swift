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
        var scan = LiteralScan(line, below: LiteralContext.of(start, in: file))
        scan.run()
        return Redactor.joined(scan.found + LiteralShapes.places(in: line, withSchemes: true))
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
        return masking(text, Redactor.joined(places))
    }

    /// What is hidden in a line, as a message may repeat it: of `user:password`, `name=value` and `Bearer token` also the
    /// second part.
    package static func texts(in line: [UInt8], _ places: [Range<Int>]) -> [[UInt8]] {
        places.flatMap { place in
            let text = Array(line[place])
            let second = text.firstIndex { ":= ".utf8.contains($0) }.map {
                Array(text[($0 + 1)...].drop { $0 == 0x20 })
            }
            return [text] + (second.map { $0.count >= SecretRegistry.shortestSearched ? [$0] : [] } ?? [])
        }
    }

    private static func masking(_ text: String, _ places: [Range<Int>]) -> String {
        var text = text
        return places.isEmpty ? text : text.withUTF8 { Redactor.masking($0, places) }
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
