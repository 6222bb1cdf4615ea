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

        private func end(from start: Int, at ends: String) -> Int {
            text[min(start, text.count)...].firstIndex { ends.utf8.contains($0) } ?? text.count
        }

        /// Where a value ends that may hold `$(…)`.
        private func valueEnd(_ start: Int, at ends: String) -> Int {
            var depth = 0
            for index in start..<text.count {
                let byte = text[index]
                if byte == UInt8(ascii: "("), depth > 0 || index > start && text[index - 1] == UInt8(ascii: "$") {
                    depth += 1
                } else if byte == UInt8(ascii: ")"), depth > 0 {
                    depth -= 1
                } else if depth == 0, ends.utf8.contains(byte) {
                    return index
                }
            }
            return text.count
        }

        /// `http://user:password@host`, and the same without a scheme.
        mutating func findUserInfo() {
            var index = 0
            while let at = text[index...].firstIndex(of: UInt8(ascii: "@")) {
                index = at + 1
                let limit = max(0, at - 4096)
                let before = text[limit..<at]
                let start = (before.lastIndex { " \"'`,{}[]()<>".utf8.contains($0) } ?? limit - 1) + 1
                var name = start
                if let scheme = firstScheme(in: start..<at) { name = scheme }
                guard name < at, !text[name..<at].contains(where: { "/?#".utf8.contains($0) }),
                    let colon = text[name..<at].firstIndex(of: UInt8(ascii: ":")), colon > name || name > start
                else { continue }
                add(colon + 1..<at)
            }
        }

        /// The index behind `://`.
        private func firstScheme(in range: Range<Int>) -> Int? {
            var index = range.lowerBound
            while index + 3 <= range.upperBound {
                if text[index] == UInt8(ascii: ":"), text[index + 1] == UInt8(ascii: "/"),
                    text[index + 2] == UInt8(ascii: "/")
                {
                    return index + 3
                }
                index += 1
            }
            return nil
        }

        /// `token=…` in queries, forms and commands, and `token == '…'` in conditions.
        mutating func findAssignments() {
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
                if isComparison {
                    let literal = text[index...].firstIndex {
                        $0 != 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\\")
                    }
                    guard let literal, text[literal] == UInt8(ascii: "'") || text[literal] == UInt8(ascii: "\"") else {
                        continue
                    }
                    let end =
                        text[(literal + 1)...].firstIndex { $0 == text[literal] || $0 == UInt8(ascii: "\\") }
                        ?? text.count
                    add(literal + 1..<end)
                    index = end
                } else {
                    let end = valueEnd(index, at: " &\"'`,;)]}")
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
                let valueEnd = valueEnd(start, at: " ,\"'`]}")
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
                    let end = valueEnd(start, at: " \"',}")
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
