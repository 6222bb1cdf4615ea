/// Parts of a secret that a message quotes: the name of an alias, or the word at which an expression went wrong.
enum LiteralMentions {
    /// The quoted words of a message that are a part of one of these secrets. Short words count only if they are whole
    /// words of the secret. Words of the workflow language never count, because messages use them for advice.
    static func places(of secrets: [[UInt8]], in message: [UInt8]) -> [Range<Int>] {
        guard !secrets.isEmpty else { return [] }
        let ticks = message.indices.filter { message[$0] == UInt8(ascii: "`") }
        return zip(ticks, ticks.dropFirst()).compactMap { open, close in
            var start = open + 1
            var end = close
            // In a message, `&name` may name the alias `*name`.
            while start < end, "&*!".utf8.contains(message[start]) { start += 1 }
            let isCut = message[start..<end].reversed().starts(with: "…".utf8.reversed())
            if isCut { end -= "…".utf8.count }
            let word = message[start..<end]
            guard word.contains(where: isWordByte),
                !SecretNames.isLanguageWord(String(decoding: word, as: UTF8.self)),
                secrets.contains(where: { isPart(word, of: $0, isCut) })
            else { return nil }
            return start..<end
        }
    }

    private static func isPart(_ word: ArraySlice<UInt8>, of secret: [UInt8], _ isCut: Bool) -> Bool {
        guard let first = word.first, word.count <= secret.count else { return false }
        return (0...secret.count - word.count).contains { start in
            guard secret[start] == first, secret[start...].starts(with: word) else { return false }
            let end = start + word.count
            if word.count >= SecretRegistry.shortestSearched { return true }
            return (start == 0 || !isWordByte(secret[start - 1]))
                && (isCut || end == secret.count || !isWordByte(secret[end]))
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { SecretNames.isNameByte(byte) || byte >= 0x80 }
}
