/// Finds secrets by what stands around them, in lines of files, in commands and in messages.
enum LiteralShapes {
    /// - Parameter withSchemes: whether what follows `Bearer` and `Basic` is one, as in a line of a file; messages are prose.
    static func places(in text: [UInt8], withSchemes: Bool) -> [Range<Int>] {
        var shapes = Search(text: text)
        shapes.findUserInfo()
        shapes.findAssignments()
        shapes.findOptions()
        if withSchemes { shapes.findSchemes() }
        return shapes.found
    }

    /// Only what a URL may hold, whose query ends its values at `&` alone.
    static func places(inURL url: [UInt8]) -> [Range<Int>] {
        var shapes = Search(text: url)
        shapes.findUserInfo()
        shapes.findAssignments(endingAt: "&#")
        return shapes.found
    }

    private struct Search {
        let text: [UInt8]
        var found: [Range<Int>] = []

        init(text: [UInt8]) { self.text = text }

        private mutating func add(_ range: Range<Int>) {
            // What a sentence goes on with is no value.
            let value = text[range].reversed().drop { ":,.;".utf8.contains($0) }.reversed()
            guard !["", "***", "…"].contains(String(decoding: Array(value), as: UTF8.self)) else { return }
            found += LiteralTemplate.literals(in: text, range)
        }

        /// Where a value ends that may hold `$(…)`. A comma or a closing bracket ends it only where nothing follows.
        private func valueEnd(_ start: Int, at ends: String) -> Int {
            var index = start
            while index < text.count {
                if let end = LiteralTemplate.referenceEnd(in: text, at: index, before: text.count) {
                    index = end
                    continue
                }
                if ends.utf8.contains(text[index]) || ",;)]}".utf8.contains(text[index]) && isLast(index) { break }
                index += 1
            }
            return index
        }

        private func isLast(_ index: Int) -> Bool {
            index + 1 == text.count || " \"'`,)]}\\\r\n".utf8.contains(text[index + 1])
        }

        /// `http://user:password@host`, and the same without a scheme.
        mutating func findUserInfo() {
            findUserInfoOfURLs()
            var index = 0
            while let at = text[index...].firstIndex(of: UInt8(ascii: "@")) {
                index = at + 1
                let limit = max(0, at - 4096)
                let before = text[limit..<at]
                let start = (before.lastIndex { " \"'`,{}[]()<>".utf8.contains($0) } ?? limit - 1) + 1
                guard start < at, let colon = text[start..<at].firstIndex(of: UInt8(ascii: ":")), colon > start,
                    !text[start..<colon].contains(where: { "/?#".utf8.contains($0) }),
                    !text[colon..<at].contains(UInt8(ascii: "/"))
                else { continue }
                add(colon + 1..<at)
            }
        }

        /// A password may hold what ends the host of a URL, as `#` and `/`: what is not the digits of a port is one.
        private mutating func findUserInfoOfURLs() {
            var index = 0
            while index + 3 < text.count {
                guard text[index] == UInt8(ascii: ":"), text[index + 1] == UInt8(ascii: "/"),
                    text[index + 2] == UInt8(ascii: "/")
                else {
                    index += 1
                    continue
                }
                let start = index + 3
                index = end(from: start, at: ":/?#@ \"'`<>,")
                // `[::1]:80`: an address, not a user.
                guard index < text.count, text[index] == UInt8(ascii: ":"),
                    !text[start..<index].contains(UInt8(ascii: "["))
                else { continue }
                let first = index + 1
                let host = first..<end(from: first, at: "/?#@ \"'`<>,{}[]")
                let isAtSign = host.upperBound < text.count && text[host.upperBound] == UInt8(ascii: "@")
                let isPort = text[host].allSatisfy { 0x30...0x39 ~= $0 } || text[host.lowerBound] == UInt8(ascii: "$")
                if isPort, !isAtSign { continue }
                // Up to the last `@` of the URL; a blank or a quote in the password may have ended that too early.
                let last = end(from: first, at: " \"'`<>")
                let at =
                    text[first..<last].lastIndex(of: UInt8(ascii: "@"))
                    ?? text[last...].prefix(4096).lastIndex(of: UInt8(ascii: "@"))
                guard let at else { continue }
                add(first..<at)
                index = at
            }
        }

        /// The next place of one of these signs that is in no `$(…)`.
        private func end(from start: Int, at ends: String) -> Int {
            var index = start
            while index < text.count, !ends.utf8.contains(text[index]) {
                index = LiteralTemplate.referenceEnd(in: text, at: index, before: text.count) ?? index + 1
            }
            return index
        }

        /// `token=…` in queries, forms and commands, and `token == '…'` in conditions.
        mutating func findAssignments(endingAt ends: String = " &\"'`") {
            var index = 0
            while let equals = text[index...].firstIndex(of: UInt8(ascii: "=")) {
                index = equals + 1
                var first = equals
                while first > 0, text[first - 1] == 0x20 || text[first - 1] == UInt8(ascii: "!") { first -= 1 }
                let isComparison = first < equals || index < text.count && text[index] == UInt8(ascii: "=")
                while first > 0, "\"'])\\".utf8.contains(text[first - 1]) { first -= 1 }
                var start = first
                while start > 0, SecretNames.isNameByte(text[start - 1]) || text[start - 1] == UInt8(ascii: "-") {
                    start -= 1
                }
                let name = String(decoding: text[start..<first], as: UTF8.self)
                guard SecretNames.isSecretKey(name), !isOwnOption(name) else { continue }
                let value =
                    isComparison
                    ? text[index...].firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "=") } ?? text.count : index
                if let part = QuotedPart(in: text, at: value, before: text.count) {
                    add(part.content)
                    index = max(part.end, index)
                } else if !isComparison {
                    let end = valueEnd(index, at: ends)
                    add(index..<end)
                    index = end
                }
            }
        }

        /// `--password …` and `-u user:…`, as one text and as elements of a list.
        mutating func findOptions() {
            var index = 0
            while let dash = text[index...].firstIndex(of: UInt8(ascii: "-")) {
                index = dash + 1
                if dash > 0, SecretNames.isNameByte(text[dash - 1]) || text[dash - 1] == UInt8(ascii: "-") { continue }
                var end = dash
                while end < text.count, text[end] == UInt8(ascii: "-") || SecretNames.isNameByte(text[end]) { end += 1 }
                index = end
                let name = String(decoding: text[dash..<end], as: UTF8.self)
                let isUser = name == "-u" || name == "--user"
                guard isUser || name.hasPrefix("--") && (SecretNames.isSecretKey(name) || isOwnOption(name)) else {
                    continue
                }
                let start = text[end...].firstIndex { !" ,\"'".utf8.contains($0) } ?? text.count
                guard start > end, start - end < 8, start < text.count, text[start] != UInt8(ascii: "-") else {
                    continue
                }
                let isQuoted = text[start - 1] == UInt8(ascii: "\"") || text[start - 1] == UInt8(ascii: "'")
                let valueEnd = isQuoted ? self.end(from: start, at: "\"'`") : valueEnd(start, at: " \"'`")
                let second = text[start..<valueEnd].firstIndex(of: isUser ? UInt8(ascii: ":") : UInt8(ascii: "="))
                if !isUser, !isOwnOption(name) {
                    add(start..<valueEnd)
                } else if let second {
                    add(second + 1..<valueEnd)
                }
                index = valueEnd
            }
        }

        /// What Baton calls so: names follow, or a file.
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

        /// `Basic realm="registry"`: what a server says of the credentials that it wants (RFC 9110 section 11).
        private func isParameter(_ range: Range<Int>) -> Bool {
            ["realm=", "charset=", "scope=", "error=", "error_description="].contains {
                text[range].starts(with: $0.utf8)
            }
        }
    }
}
