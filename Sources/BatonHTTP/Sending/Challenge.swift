import BatonValues

/// What a 401 asks for: a scheme with its parameters (RFC 9110 section 11.6.1).
package struct Challenge: Sendable, Equatable {
    /// As written.
    package let scheme: String
    /// The parameters, with names in lower case. Of a value in quotes what stands between them, escapes included.
    package private(set) var parameters: [String: String] = [:]
    /// Whether the header's octets are no UTF-8, each read as a character of Latin-1.
    private(set) var isLatin1 = false

    /// Whether the scheme has this name, in any case of letters.
    package func isNamed(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// The challenges in the `WWW-Authenticate` headers, in their order. What is none, up to the next comma, is left out.
    package static func all(in headers: Headers) -> [Challenge] {
        headers.octets("www-authenticate").flatMap { octets in
            var reader = Reader(bytes: Array(octets))
            return reader.challenges()
        }
    }

    /// The octets of a text of parameters, as they came.
    func octets(_ text: String) -> [UInt8] { Headers.octets(of: text, isLatin1: isLatin1) }

    /// What stands in a text of parameters for another text: its `octets` are that text in UTF-8.
    func written(_ text: String) -> String { isLatin1 ? Headers.latin1(text.utf8) : text }

    private struct Reader {
        let bytes: [UInt8]
        let isLatin1: Bool
        var cursor = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
            isLatin1 = String(validating: bytes, as: UTF8.self) == nil
        }

        mutating func challenges() -> [Challenge] {
            var found: [Challenge] = []
            while true {
                skip { $0 == UInt8(ascii: ",") || $0.isBlank }
                guard cursor < bytes.count else { return found }
                let word = token()
                if word.isEmpty {
                    skipElement()
                } else if let value = value() {
                    if !found.isEmpty { found[found.count - 1].add(word, value) }
                } else {
                    found.append(Challenge(scheme: word, isLatin1: isLatin1))
                    skip(\.isBlank)
                    let start = cursor
                    let name = token()
                    if !name.isEmpty, let value = self.value() {
                        found[found.count - 1].add(name, value)
                    } else {
                        // A token of its own, as Negotiate and NTLM send it, or the next element.
                        cursor = start
                        if cursor < bytes.count, bytes[cursor] != UInt8(ascii: ",") { skipElement() }
                    }
                }
            }
        }

        /// The value behind an equals sign; nil, and nothing is read, without one.
        private mutating func value() -> String? {
            let start = cursor
            skip(\.isBlank)
            guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "=") else {
                cursor = start
                return nil
            }
            cursor += 1
            skip(\.isBlank)
            guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") else { return token() }
            cursor += 1
            let first = cursor
            while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") {
                cursor += bytes[cursor] == UInt8(ascii: "\\") ? 2 : 1
            }
            cursor = min(cursor, bytes.count)
            defer { cursor = min(cursor + 1, bytes.count) }
            return isLatin1
                ? Headers.latin1(bytes[first..<cursor]) : String(decoding: bytes[first..<cursor], as: UTF8.self)
        }

        private mutating func token() -> String {
            let start = cursor
            skip(Token.isValid)
            return String(decoding: bytes[start..<cursor], as: UTF8.self)
        }

        private mutating func skipElement() {
            skip { $0 != UInt8(ascii: ",") }
        }

        private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
            while cursor < bytes.count, isSkipped(bytes[cursor]) { cursor += 1 }
        }
    }

    private init(scheme: String, isLatin1: Bool) {
        self.scheme = scheme
        self.isLatin1 = isLatin1
    }

    private mutating func add(_ name: String, _ value: String) {
        let name = name.lowercased()
        if parameters[name] == nil { parameters[name] = value }
    }
}
