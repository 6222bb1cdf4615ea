/// Finds secrets by the text around them, in lines of files, in commands and in messages.
enum LiteralShapes {
    /// - Parameter withSchemes: whether the text behind `Bearer` and `Basic` is a secret, as in a line of a file; in
    ///   the prose of messages it is not.
    static func places(in text: [UInt8], withSchemes: Bool) -> [Range<Int>] {
        var shapes = Search(text: text)
        shapes.findUserInfo()
        shapes.findAssignments()
        shapes.findOptions()
        if withSchemes { shapes.findSchemes() }
        return shapes.found
    }

    /// The secrets in a URL. A value in its query ends only at `&` or `#`.
    static func places(inURL url: [UInt8]) -> [Range<Int>] {
        var shapes = Search(text: url)
        shapes.findUserInfo()
        shapes.findAssignments(endingAt: "&#", isSecret: SecretNames.isSecretParameter)
        return shapes.found
    }

    private struct Search {
        /// The most bytes before an `@` that may be a user and a password.
        private static let farthest = 4096

        let text: [UInt8]
        private let quotes: QuotesOfText
        var found: [Range<Int>] = []

        init(text: [UInt8]) {
            self.text = text
            quotes = QuotesOfText(text)
        }

        private mutating func add(_ range: Range<Int>) {
            // The punctuation of a sentence is not a value.
            let value = text[range].reversed().drop { ":,.;".utf8.contains($0) }.reversed()
            guard !["", "***", "…"].contains(String(decoding: Array(value), as: UTF8.self)) else { return }
            found += LiteralTemplate.literals(in: text, range)
        }

        /// The end of a value that may contain `$(…)`. A comma or a closing bracket ends it only if no text follows.
        private func valueEnd(_ start: Int, at ends: String) -> Int {
            var index = start
            while index < text.count {
                if let end = LiteralTemplate.referenceEnd(in: text, at: index, before: text.count) {
                    index = end
                    continue
                }
                if isEnd(index, of: start, ends) || ",;)]}".utf8.contains(text[index]) && isLast(index) { break }
                index += 1
            }
            return index
        }

        /// Whether the byte at this index is one of `ends` and ends a value. A quote in the middle of a value does not.
        private func isEnd(_ index: Int, of start: Int, _ ends: String) -> Bool {
            ends.utf8.contains(text[index])
                && (!QuotesOfText.isQuote(text[index]) || quotes.closes(index, openedBefore: start))
        }

        private func isLast(_ index: Int) -> Bool {
            index + 1 == text.count || " \"'`,)]}\\\r\n".utf8.contains(text[index + 1])
        }

        /// Finds `http://user:password@host`, with or without a scheme.
        mutating func findUserInfo() {
            findUserInfoOfURLs()
            var index = 0
            // Without a colon before it no `@` needs a look back, of which a path may have thousands.
            var latest: Int?
            while let at = text[index...].firstIndex(of: UInt8(ascii: "@")) {
                latest = text[index..<at].lastIndex { ":%".utf8.contains($0) } ?? latest
                index = at + 1
                guard let latest, at - latest <= Self.farthest else { continue }
                let start = userInfoStart(before: at)
                guard start < at, let colon = (start..<at).first(where: { colonLength(at: $0) > 0 }),
                    !text[start..<colon].contains(where: { "/?#".utf8.contains($0) }),
                    !text[colon..<at].contains(UInt8(ascii: "/"))
                else { continue }
                add(colon + colonLength(at: colon)..<at)
            }
        }

        /// The start of the word before the `@`, behind the slashes of its scheme. The password may contain quotes.
        private func userInfoStart(before at: Int) -> Int {
            let limit = max(0, at - Self.farthest)
            var start = at
            while start > limit, text[start - 1] != 0x20, text[start - 1] != 0x09 {
                if start == at, QuotesOfText.isQuote(text[at - 1]) {
                    // `u:'password'@host`
                    guard let other = text[limit..<at - 1].lastIndex(of: text[at - 1]) else { break }
                    start = other
                } else if quotes.opens(start - 1) {
                    break
                } else {
                    start -= 1
                }
            }
            guard let slash = text[start..<at].lastIndex(of: UInt8(ascii: "/")), slash > start,
                "/:\\".utf8.contains(text[slash - 1])
            else { return start }
            return slash + 1
        }

        /// The length of a colon at this index: 1 for `:`, 3 for `%3A`, 0 for other text.
        private func colonLength(at index: Int) -> Int {
            if text[index] == UInt8(ascii: ":") { return 1 }
            guard index + 2 < text.count, text[index] == UInt8(ascii: "%"), text[index + 1] == UInt8(ascii: "3") else {
                return 0
            }
            return text[index + 2] | 0x20 == UInt8(ascii: "a") ? 3 : 0
        }

        /// The text behind `user:` is a password unless it is the number of a port; it may contain `#` and `/`.
        private mutating func findUserInfoOfURLs() {
            var index = 0
            while let slash = text[index...].firstIndex(of: UInt8(ascii: "/")) {
                index = text[slash...].firstIndex { $0 != UInt8(ascii: "/") } ?? text.count
                guard isBeforeHost(slash..<index) else { continue }
                let start = index
                while index < text.count, colonLength(at: index) == 0, !isEnd(index, of: start, "/?#@ \"'`<>,") {
                    index = LiteralTemplate.referenceEnd(in: text, at: index, before: text.count) ?? index + 1
                }
                // `[::1]:80` is an address, not a user.
                guard index < text.count, colonLength(at: index) > 0,
                    !text[start..<index].contains(UInt8(ascii: "["))
                else { continue }
                let first = index + colonLength(at: index)
                index = first
                if isPort(from: first) { continue }
                // The password ends at the last `@` of the URL; a space or a quote in the password may have ended the
                // search too early.
                let last = end(from: first, at: " \"'`<>")
                let at =
                    text[first..<last].lastIndex(of: UInt8(ascii: "@"))
                    ?? text[last...].prefix(Self.farthest).lastIndex(of: UInt8(ascii: "@"))
                guard let at else { continue }
                add(first..<at)
                index = at
            }
        }

        /// Whether a host follows these slashes: `//` behind a scheme or at the beginning of a word, or the single `/`
        /// of `http:/host`.
        private func isBeforeHost(_ slashes: Range<Int>) -> Bool {
            guard slashes.lowerBound > 0 else { return slashes.count > 1 }
            let before = text[slashes.lowerBound - 1]
            if before == UInt8(ascii: ":") {
                let scheme = text[..<(slashes.lowerBound - 1)].suffix(2)
                return slashes.count > 1 || scheme.count == 2 && scheme.allSatisfy(SecretNames.isNameByte)
            }
            return slashes.count > 1 && " \t\"'`([{,=\\".utf8.contains(before)
        }

        /// Whether only a port follows: digits, or an expression.
        private func isPort(from start: Int) -> Bool {
            var index = start
            while index < text.count {
                if 0x30...0x39 ~= text[index] {
                    index += 1
                } else if let end = LiteralTemplate.referenceEnd(in: text, at: index, before: text.count) {
                    index = end
                } else {
                    break
                }
            }
            guard index < text.count else { return true }
            if QuotesOfText.isQuote(text[index]) { return quotes.closes(index, openedBefore: start) }
            return "/?#\r\n".utf8.contains(text[index])
                || index > start && " ,;)]}<>\\".utf8.contains(text[index])
        }

        /// The next index, outside of `$(…)`, of a byte that ends the value.
        private func end(from start: Int, at ends: String) -> Int {
            var index = start
            while index < text.count, !isEnd(index, of: start, ends) {
                index = LiteralTemplate.referenceEnd(in: text, at: index, before: text.count) ?? index + 1
            }
            return index
        }

        /// Finds `token=…` in queries, forms and commands, and `token == '…'` in conditions.
        ///
        /// - Parameter isSecret: whether a value of this name is a secret.
        mutating func findAssignments(
            endingAt ends: String = " &\"'`", isSecret: (String) -> Bool = SecretNames.isSecretKey
        ) {
            var index = 0
            while let equals = text[index...].firstIndex(of: UInt8(ascii: "=")) {
                index = equals + 1
                var first = equals
                while first > 0, text[first - 1] == 0x20 || text[first - 1] == UInt8(ascii: "!") { first -= 1 }
                let isComparison = first < equals || index < text.count && text[index] == UInt8(ascii: "=")
                while first > 0 {
                    let length = "\"'])\\".utf8.contains(text[first - 1]) ? 1 : encodedBracket(endingAt: first)
                    if length == 0 { break }
                    first -= length
                }
                var start = first
                while start > 0, SecretNames.isNameByte(text[start - 1]) || text[start - 1] == UInt8(ascii: "-") {
                    start -= 1
                }
                let name = String(decoding: text[start..<first], as: UTF8.self)
                let isInQuery = start > 0 && "?&".utf8.contains(text[start - 1])
                guard isSecret(name) || isInQuery && SecretNames.isSecretParameter(name), !isOwnOption(name) else {
                    continue
                }
                let value =
                    isComparison
                    ? text[index...].firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "=") } ?? text.count : index
                if let part = QuotedPart(in: text, at: value, before: text.count)?
                    .asMeant(in: text, before: text.count, isExpression: isComparison)
                {
                    add(part.content)
                    index = max(part.end, index)
                } else {
                    let end = valueEnd(value, at: ends)
                    // An unquoted value in a condition is the name of another value; with a lone quote it is a text.
                    if !isComparison || hasLoneQuote(value..<end) { add(value..<end) }
                    index = end
                }
            }
        }

        /// The length of `%5D`, which ends a name such as `user[password]` in a URL; 0 for other text.
        private func encodedBracket(endingAt end: Int) -> Int {
            guard end >= 3, text[end - 3] == UInt8(ascii: "%"), text[end - 2] == UInt8(ascii: "5") else { return 0 }
            return text[end - 1] | 0x20 == UInt8(ascii: "d") ? 3 : 0
        }

        private func hasLoneQuote(_ range: Range<Int>) -> Bool {
            "\"'`".utf8.contains { quote in text[range].count { $0 == quote } % 2 == 1 }
        }

        /// Options of curl and HTTPie that a user and a password follow.
        private static let ofUsers: Set<String> = ["-u", "--user", "-U", "--proxy-user", "--auth"]

        /// Finds `--password …` and `-u user:…`, in one text or as elements of a list.
        mutating func findOptions() {
            var index = 0
            while let dash = text[index...].firstIndex(of: UInt8(ascii: "-")) {
                index = dash + 1
                if dash > 0, SecretNames.isNameByte(text[dash - 1]) || text[dash - 1] == UInt8(ascii: "-") { continue }
                var end = dash
                while end < text.count, text[end] == UInt8(ascii: "-") || SecretNames.isNameByte(text[end]) { end += 1 }
                index = end
                let name = String(decoding: text[dash..<end], as: UTF8.self)
                let isUser = Self.ofUsers.contains(name)
                if name.hasPrefix("-u"), end + 1 < text.count, text[end] == UInt8(ascii: ":"), text[end + 1] != 0x20 {
                    // `-uada:password`, the short form of curl.
                    add(end + 1..<valueEnd(end + 1, at: " \"'`"))
                }
                guard isUser || name.hasPrefix("--") && (SecretNames.isSecretOption(name) || isOwnOption(name)) else {
                    continue
                }
                let start = text[end...].firstIndex { !" ,=\"'".utf8.contains($0) } ?? text.count
                guard start > end, start - end < 8, start < text.count, text[start] != UInt8(ascii: "-") else {
                    continue
                }
                let quote = text[start - 1]
                let valueEnd =
                    QuotesOfText.isQuote(quote)
                    ? (start..<text.count).first { text[$0] == quote && quotes.closes($0) } ?? text.count
                    : valueEnd(start, at: " \"'`")
                let second = text[start..<valueEnd].firstIndex(of: isUser ? UInt8(ascii: ":") : UInt8(ascii: "="))
                if !isUser, !isOwnOption(name) {
                    add(start..<valueEnd)
                } else if let second {
                    add(second + 1..<valueEnd)
                }
                index = valueEnd
            }
        }

        /// Whether this is an option of Baton itself, which names of secrets or a file follow.
        private func isOwnOption(_ name: String) -> Bool { name == "--secret" || name == "--secrets-file" }

        mutating func findSchemes() {
            for word in ["Bearer ", "bearer ", "Basic "] {
                let scheme = Array(word.utf8)
                var index = 0
                while index + scheme.count < text.count {
                    guard text[index] == scheme[0], text[index...].starts(with: scheme) else {
                        index += 1
                        continue
                    }
                    let start = index + scheme.count
                    let end = valueEnd(start, at: " \"'")
                    if end - start >= SecretRegistry.shortestSearched, !isParameter(start..<end) { add(start..<end) }
                    index = max(end, start)
                }
            }
        }

        /// `Basic realm="registry"`: a server's description of the credentials that it requires (RFC 9110 section 11).
        private func isParameter(_ range: Range<Int>) -> Bool {
            ["realm=", "charset=", "scope=", "error=", "error_description="].contains {
                text[range].starts(with: $0.utf8)
            }
        }
    }
}
