/// Finds what somebody wrote as a secret into a line of a file, which a message is about to show.
///
/// Before a file is read there is nothing else to go by than names: the value of `password:`, `Authorization:` and the
/// like, what follows `Bearer`, and the password of a URL. What an expression gives stays, since it is only named here.
package struct LiteralSecrets {
    private let line: [UInt8]
    private var found: [Range<Int>] = []

    /// The places of such values in a line, in order.
    package static func places(in line: [UInt8]) -> [Range<Int>] {
        var literals = LiteralSecrets(line: line)
        literals.findValues()
        literals.findPasswords()
        literals.findBearers()
        return Redactor.joined(literals.found)
    }

    /// The line with `***` for them.
    package static func hidden(in line: String) -> String {
        let places = places(in: Array(line.utf8))
        var line = line
        return places.isEmpty ? line : line.withUTF8 { Redactor.masking($0, places) }
    }

    private init(line: [UInt8]) {
        self.line = line
    }

    private mutating func add(_ range: Range<Int>) {
        var range = range
        while range.count > 1, line[range.upperBound - 1] == 0x20 { range = range.lowerBound..<range.upperBound - 1 }
        let value = String(decoding: line[range], as: UTF8.self)
        if value.contains("$(") || ["", "true", "false", "null", "~", "|", ">", "***"].contains(value) { return }
        found.append(range)
    }

    // MARK: - Keys

    private mutating func findValues() {
        var depth = 0
        var secretDepth: Int?
        var index = 0
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if let inner = secretDepth, depth < inner { secretDepth = nil }
            case UInt8(ascii: ":"):
                let key = key(before: index)
                let start = line[(index + 1)...].firstIndex { $0 != 0x20 } ?? line.count
                guard start < line.count, start > index + 1, !key.isEmpty else { break }
                let isOpen = line[start] == UInt8(ascii: "{") || line[start] == UInt8(ascii: "[")
                if isOpen {
                    // `cookies: { sid: … }`, `api_key: { header: …, value: … }`
                    if secretDepth == nil, Self.isGroup(key) { secretDepth = depth + 1 }
                } else if Self.isSecret(key) || secretDepth.map({ !Self.isPlain(key, isOperator: depth > $0) }) == true
                {
                    let value = value(from: start, inFlow: depth > 0)
                    if !isAttribute(key, before: index), !namesOnly(value, of: key) { add(value) }
                    index = value.upperBound
                    continue
                }
            default: break
            }
            index += 1
        }
    }

    private static func isGroup(_ key: String) -> Bool {
        ["cookies", "api_key", "apikey", "basic", "digest", "ntlm"].contains(key)
    }

    /// What stands beside secrets, in the same braces: names, and operators that say nothing of the value.
    private static func isPlain(_ key: String, isOperator: Bool) -> Bool {
        isOperator
            ? ["exists", "empty", "length", "type", "is"].contains(key) : ["header", "query", "username"].contains(key)
    }

    /// `sid@path: /`: what a cookie is sent with, and not its value.
    private func isAttribute(_ key: String, before colon: Int) -> Bool {
        let isQuoted = line[colon - 1] == UInt8(ascii: "\"") || line[colon - 1] == UInt8(ascii: "'")
        let start = colon - key.utf8.count - (isQuoted ? 1 : 0)
        return start > 0 && line[start - 1] == UInt8(ascii: "@") && key != "value"
    }

    /// Whether a value only says where the secret is: the name of a cookie, as `cookie: sid` has it beside `cookie: sid=4f1c`,
    /// or a JSONPath. What may as well be a password is none.
    private func namesOnly(_ range: Range<Int>, of key: String) -> Bool {
        let value = line[range]
        if key == "cookie" { return !value.contains(UInt8(ascii: "=")) }
        if key.contains("pass") { return false }
        guard value.starts(with: "$.".utf8) || value.starts(with: "$[".utf8) else { return false }
        return value.allSatisfy { Self.isKeyByte($0) || "$[]@*'\"?() ".utf8.contains($0) }
    }

    private static func isSecret(_ key: String) -> Bool {
        if key == "key" || key == "keys" { return false }
        return SecretNames.isSecretVariable(key) || SecretNames.isSecretHeader(key) || key == "bearer"
            || key.hasSuffix("passphrase")
    }

    /// In small letters, without quotes.
    private func key(before colon: Int) -> String {
        var end = colon
        if end > 0, line[end - 1] == UInt8(ascii: "\"") || line[end - 1] == UInt8(ascii: "'") { end -= 1 }
        var start = end
        while start > 0, Self.isKeyByte(line[start - 1]) { start -= 1 }
        return String(decoding: line[start..<end], as: UTF8.self).lowercased()
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Without quotes around it, and without a comment behind it.
    private func value(from start: Int, inFlow: Bool) -> Range<Int> {
        let quote = line[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            var index = start + 1
            while index < line.count, line[index] != quote {
                index += quote == UInt8(ascii: "\"") && line[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return start + 1..<max(start + 1, min(index, line.count))
        }
        var index = start
        while index < line.count {
            let byte = line[index]
            if byte == UInt8(ascii: "#"), index > start, line[index - 1] == 0x20 { break }
            if inFlow, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { break }
            index += 1
        }
        return start..<index
    }

    // MARK: - URLs and schemes

    /// `http://user:password@host`
    private mutating func findPasswords() {
        var index = 0
        while index + 3 < line.count {
            guard line[index] == UInt8(ascii: ":"), line[index...].starts(with: "://".utf8) else {
                index += 1
                continue
            }
            let start = index + 3
            let end = line[start...].firstIndex { " /?#\"'".utf8.contains($0) } ?? line.count
            if let at = line[start..<end].lastIndex(of: UInt8(ascii: "@")),
                let colon = line[start..<at].firstIndex(of: UInt8(ascii: ":"))
            {
                add(colon + 1..<at)
            }
            index = end
        }
    }

    private mutating func findBearers() {
        for word in ["Bearer ", "bearer ", "Basic "] {
            let scheme = Array(word.utf8)
            var index = 0
            while index + scheme.count < line.count {
                guard line[index] == scheme[0], line[index...].starts(with: scheme) else {
                    index += 1
                    continue
                }
                let start = index + scheme.count
                let end = line[start...].firstIndex { " \"',}".utf8.contains($0) } ?? line.count
                if end - start >= SecretRegistry.shortestSearched, !isParameter(start..<end) { add(start..<end) }
                index = max(end, start)
            }
        }
    }

    /// `Basic realm="registry"`: what a server says of the credentials that it wants (RFC 9110 section 11).
    private func isParameter(_ range: Range<Int>) -> Bool {
        ["realm=", "charset=", "scope=", "error=", "error_description="].contains { line[range].starts(with: $0.utf8) }
    }
}
