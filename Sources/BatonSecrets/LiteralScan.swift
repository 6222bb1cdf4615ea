/// Goes through a line of YAML or JSON and finds the values that stand below keys of secrets.
struct LiteralScan {
    /// What the values here are.
    enum Meaning {
        case ordinary
        /// A secret, or a map that describes one: only keys that say how it is got or sent have values to show.
        case secret
        /// In `cookies`: any key is a name, and its value a secret.
        case cookies
        /// Below the name of a cookie: operators.
        case cookie
        /// In `secrets`: names of them, or what somebody took for the place of their values.
        case names
    }

    /// An open brace or bracket, and what is in it.
    private struct Level {
        var meaning: Meaning
        var isMap: Bool
    }

    /// How far behind a brace `secret: true` is looked for.
    private static let reach = 1024

    private let line: [UInt8]
    private let outer: Meaning
    private var levels: [Level] = []
    /// What the value means that is to come; nil where a key may come, or an element.
    private var pending: Meaning?
    private(set) var found: [Range<Int>] = []

    init(_ line: [UInt8], below outer: Meaning) {
        self.line = line
        self.outer = outer
    }

    /// What a deeper line below this one is.
    private(set) var last: Meaning = .ordinary

    private var meaning: Meaning { levels.last?.meaning ?? outer }

    mutating func run() {
        var index = skipped(0)
        // `- ` begins an element of a list, `? ` a key.
        while index + 1 < line.count, line[index] == UInt8(ascii: "-"), line[index + 1] == 0x20 {
            index = skipped(index + 1)
        }
        while index < line.count {
            let byte = line[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open(index, isMap: byte == UInt8(ascii: "{"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if !levels.isEmpty { levels.removeLast() }
                pending = nil
            case UInt8(ascii: ","): pending = nil
            case UInt8(ascii: "#") where index == 0 || line[index - 1] == 0x20: index = line.count
            default:
                index = skipped(scalar(from: index))
                continue
            }
            index = skipped(index + 1)
        }
        last = pending ?? meaning
    }

    private func skipped(_ start: Int) -> Int {
        line[min(start, line.count)...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.count
    }

    private mutating func open(_ index: Int, isMap: Bool) {
        var meaning = pending ?? meaning
        pending = nil
        if isMap, meaning == .ordinary, saysSecret(from: index) { meaning = .secret }
        levels.append(Level(meaning: meaning, isMap: isMap))
    }

    /// `{ type: integer, secret: true, … }`
    private func saysSecret(from brace: Int) -> Bool {
        var depth = 0
        for index in brace..<min(line.count, brace + Self.reach) {
            switch line[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "s") where depth == 1 && SecretNames.isSecretMark(line[index...]): return true
            default: break
            }
            if depth == 0 { return false }
        }
        return false
    }

    /// Reads a key or a value, and returns the index behind it.
    private mutating func scalar(from start: Int) -> Int {
        let range = range(from: start)
        let isQuoted = line[start] == UInt8(ascii: "\"") || line[start] == UInt8(ascii: "'")
        let end = isQuoted ? min(range.upperBound + 1, line.count) : range.upperBound
        if pending == nil, levels.last?.isMap ?? true, end < line.count, line[end] == UInt8(ascii: ":") {
            let key = String(decoding: line[range], as: UTF8.self)
            pending = meaning(below: key)
            lastKey = key.lowercased()
            return end + 1
        }
        let meaning = pending ?? self.meaning
        if meaning != .ordinary {
            add(range, meaning)
        } else if pending != nil, lastKey == "user" || lastKey == "username",
            let colon = line[range].firstIndex(of: UInt8(ascii: ":"))
        {
            // `user: ada:lovelace`, as curl takes them.
            add(colon + 1..<range.upperBound, .secret)
        }
        return end
    }

    /// The last key in small letters: it says how its value is to be read.
    private var lastKey = ""

    private func meaning(below key: String) -> Meaning {
        let name = key.lowercased()
        switch meaning {
        case .cookies:
            // `sid@path: /`: what a cookie is sent with, and not its value.
            let attribute = name.split(separator: "@", omittingEmptySubsequences: false).dropFirst().last
            return attribute == nil || attribute == "value" ? .cookie : .ordinary
        case .cookie: return SecretNames.tellsNothing(name) ? .ordinary : .cookie
        case .secret: return SecretNames.describesSecret(name) ? .ordinary : .secret
        case .names: return .secret
        case .ordinary:
            if name == "cookies" { return .cookies }
            if name == "secrets" { return .names }
            return SecretNames.isSecretKey(name) || SecretNames.isSecretGroup(name) ? .secret : .ordinary
        }
    }

    /// Without quotes around it.
    private func range(from start: Int) -> Range<Int> {
        let quote = line[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            var index = start + 1
            while index < line.count, line[index] != quote {
                index += quote == UInt8(ascii: "\"") && line[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return start + 1..<max(start + 1, min(index, line.count))
        }
        var index = start
        var depth = 0
        while index < line.count {
            let byte = line[index]
            if byte == UInt8(ascii: "#"), index > start, line[index - 1] == 0x20 { break }
            if depth == 0, byte == UInt8(ascii: ":"), pending == nil, levels.last?.isMap ?? true,
                index + 1 == line.count || line[index + 1] == 0x20
            {
                break
            }
            // A plain text may hold `$(f(a, b))`.
            if byte == UInt8(ascii: "("), depth > 0 || index > start && line[index - 1] == UInt8(ascii: "$") {
                depth += 1
            }
            if byte == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
            if depth == 0, !levels.isEmpty, ",}]".utf8.contains(byte) { break }
            index += 1
        }
        while index > start, line[index - 1] == 0x20 { index -= 1 }
        return start..<index
    }

    // MARK: - Values

    private mutating func add(_ range: Range<Int>, _ meaning: Meaning) {
        let text = String(decoding: line[range], as: UTF8.self)
        if ["", "true", "false", "null", "~", "none", "|", "|-", ">", ">-", "***"].contains(text) { return }
        if text.unicodeScalars.allSatisfy({ !$0.isASCII }) && text.unicodeScalars.count == 1 { return }
        if meaning == .names, SecretNames.isName(line[range]) { return }
        let key = lastKey
        // The name of a cookie, as `cookie: sid` has it beside `cookie: sid=4f1c`.
        if key == "cookie", meaning == .secret, !line[range].contains(UInt8(ascii: "=")) { return }
        if meaning == .secret, !key.contains("pass"), isPath(range) { return }
        found += LiteralTemplate.literals(in: line, range)
    }

    /// Whether a value only says where the secret is. What may as well be a password is none.
    private func isPath(_ range: Range<Int>) -> Bool {
        let value = line[range]
        guard value.starts(with: "$.".utf8) || value.starts(with: "$[".utf8) else { return false }
        return value.allSatisfy { SecretNames.isNameByte($0) || "-.$[]@*'\"?() ".utf8.contains($0) }
    }
}

/// A value with expressions: what of it is written there, and not computed.
enum LiteralTemplate {
    static func literals(in line: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            guard line[index] == UInt8(ascii: "$"), index + 1 < range.upperBound, line[index + 1] == UInt8(ascii: "(")
            else {
                index += 1
                continue
            }
            if start < index { found.append(start..<index) }
            var depth = 0
            index += 1
            while index < range.upperBound {
                let byte = line[index]
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    depth -= 1
                    if depth == 0 { break }
                }
                if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    // In a quoted value, the quotes of the other kind, or escaped ones.
                    let quote = byte == UInt8(ascii: "\\") ? line[min(index + 1, range.upperBound - 1)] : byte
                    let first = index + (byte == UInt8(ascii: "\\") ? 2 : 1)
                    let end =
                        line[min(first, range.upperBound)..<range.upperBound].firstIndex {
                            $0 == quote || $0 == UInt8(ascii: "\\")
                        }
                        ?? range.upperBound
                    if first < end, index == 0 || line[index - 1] != UInt8(ascii: "[") { found.append(first..<end) }
                    index = end < range.upperBound && line[end] == UInt8(ascii: "\\") ? end + 1 : end
                }
                index += 1
            }
            index = min(index + 1, range.upperBound)
            start = index
        }
        if start == range.lowerBound { return [range] }
        if start < range.upperBound { found.append(start..<range.upperBound) }
        return found.filter { !isBetween(line[$0]) }
    }

    /// `Bearer `, `sid=`, `; ` and the like, which say nothing of what stands beside them.
    private static func isBetween(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.contains(where: { SecretNames.isNameByte($0) || $0 >= 0x80 }) else { return true }
        let word = String(decoding: text, as: UTF8.self).split(separator: " ")
        if word.count == 1, SecretNames.isScheme(String(word[0])) { return true }
        return text.last == UInt8(ascii: "=") && text.count(where: { $0 == UInt8(ascii: "=") }) == 1
    }
}
