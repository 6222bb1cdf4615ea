/// Finds the values of secret keys in a line of YAML or JSON.
struct LiteralScan {
    /// The meaning of the values at some place of a file.
    enum Meaning {
        case ordinary
        /// A secret, or a map that describes one: only the keys that say how it is obtained or sent have values that
        /// may be shown.
        case secret
        /// In `cookies`: each key is the name of a cookie, and its value is secret.
        case cookies
        /// Below the name of a cookie: operators.
        case cookie
        /// In `secrets`: names of secrets, or secret values that were written there by mistake.
        case names
        /// Beside `name: api_key`, as many tools write headers and parameters: only `value` or `text` is secret.
        case named

        /// What a member of a map says of the other ones: `secret: true`, or `name: api_key`; nil for other members.
        ///
        /// - Parameter member: from its key to the end of the line.
        init?(member: ArraySlice<UInt8>) {
            if SecretNames.isSecretMark(member) {
                self = .secret
            } else if SecretNames.namesSecret(member) {
                self = .named
            } else {
                return nil
            }
        }

        /// The meaning of a value that stands there without a key.
        var ofValue: Meaning { self == .named ? .ordinary : self }
    }

    /// An open brace or bracket, and the meaning of its content.
    private struct Level {
        var meaning: Meaning
        var isMap: Bool
    }

    /// The most bytes behind a brace that are searched for `secret: true` or `name: api_key`.
    private static let reach = 1024

    private let line: [UInt8]
    private let outer: Meaning
    private var levels: [Level] = []
    /// The meaning of the next value; nil where a key or a list element may come.
    private var pending: Meaning?
    private(set) var found: [Range<Int>] = []
    /// Comments to hide; messages do not quote their words.
    private(set) var comments: [Range<Int>] = []
    /// Whether a value in the line was secret.
    private var holdsSecret = false

    init(_ line: [UInt8], below outer: Meaning) {
        self.line = line
        self.outer = outer
    }

    /// The meaning of deeper lines below this one.
    private(set) var last: Meaning = .ordinary

    /// Whether the last value may go on in the next line: there is none, or it is a block, or a text whose quote is open.
    private(set) var isOpen = false

    private var meaning: Meaning { levels.last?.meaning ?? outer }

    mutating func run() {
        var index = skipped(0)
        // `- ` begins a list element, `? ` a key.
        while index + 1 < line.count, line[index] == UInt8(ascii: "-"), line[index + 1] == 0x20 {
            index = skipped(index + 1)
        }
        while index < line.count {
            let byte = line[index]
            switch byte {
            case _ where LiteralTemplate.referenceEnd(in: line, at: index, before: line.count) != nil:
                index = skipped(scalar(from: index))
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): open(index, isMap: byte == UInt8(ascii: "{"))
            case _ where beginsSecret(index):
                index = skipped(scalar(from: index))
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close(index)
            case UInt8(ascii: ","): pending = nil
            case UInt8(ascii: "#") where index == 0 || line[index - 1] == 0x20:
                comment(index)
                index = line.count
            default:
                index = skipped(scalar(from: index))
                continue
            }
            index = skipped(index + 1)
        }
        last = pending ?? meaning
        guard valueStart >= 0, levels.isEmpty else { return }
        let value = line[min(valueStart, line.count)...].prefix { $0 != 0x0D }
        let isBlock = value.first.map { "|>".utf8.contains($0) } ?? true
        let isQuote = value.first.map { "\"'".utf8.contains($0) } ?? false
        isOpen = isBlock || isQuote && closingQuote(of: valueStart) == nil
    }

    private func skipped(_ start: Int) -> Int {
        line[min(start, line.count)...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.count
    }

    private mutating func open(_ index: Int, isMap: Bool) {
        var meaning = pending ?? meaning
        pending = nil
        if isMap, meaning == .ordinary { meaning = mark(from: index) ?? .ordinary }
        levels.append(Level(meaning: meaning, isMap: isMap))
    }

    /// A closing bracket or a comma right behind the key of a secret that does not end a value: `password: ]abc`.
    private func beginsSecret(_ index: Int) -> Bool {
        index == valueStart && ",}]".utf8.contains(line[index]) && pending ?? .ordinary != .ordinary
            && !LiteralExtent.isEnd(line, index, levels.count)
    }

    private mutating func close(_ index: Int) {
        let closed = levels.popLast()
        let next = skipped(index + 1)
        // Text behind the bracket continues the secret: `password: [ab]cd`.
        let goesOn = next < line.count && !isValueEnd(index + 1)
        pending = goesOn && closed.map { $0.meaning.ofValue != .ordinary } ?? false ? .secret : nil
    }

    /// What a member of a map such as `{ type: integer, secret: true, … }` says of the others.
    private func mark(from brace: Int) -> Meaning? {
        var depth = 0
        for index in brace..<min(line.count, brace + Self.reach) {
            switch line[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case _ where depth == 1 && "{, \"'".utf8.contains(line[index - 1]):
                if let mark = Meaning(member: line[index...]) { return mark }
            default: break
            }
            if depth == 0 { return nil }
        }
        return nil
    }

    /// Reads a key or a value, and returns the index behind it.
    private mutating func scalar(from start: Int) -> Int {
        let isQuoted = line[start] == UInt8(ascii: "\"") || line[start] == UInt8(ascii: "'")
        let closing = isQuoted ? closingQuote(of: start) : nil
        let range = closing.map { start + 1..<$0 } ?? plain(from: start)
        let end = closing.map { $0 + 1 } ?? range.upperBound
        // `password : x` is a key too.
        let colon = skipped(end)
        if pending == nil, levels.last?.isMap ?? true, colon < line.count, line[colon] == UInt8(ascii: ":"),
            isQuoted || colon + 1 == line.count || line[colon + 1] == 0x20
        {
            let key = String(decoding: line[range], as: UTF8.self)
            pending = meaning(below: key)
            lastKey = key.lowercased()
            valueStart = skipped(colon + 1)
            return colon + 1
        }
        let meaning = (pending ?? self.meaning).ofValue
        if meaning == .ordinary, pending == nil, let value = assigned(in: range) {
            add(value..<LiteralExtent.end(in: line, from: value, levels: levels.count), .secret)
            return range.upperBound
        }
        if meaning == .ordinary {
            // An unclosed quote may have been meant to enclose keys and values.
            if isQuoted, closing == nil { return start + 1 }
            return ordinary(range, end: end, isQuoted: isQuoted)
        }
        if meaning == .names, !range.isEmpty, SecretNames.isName(line[range]) { return end }
        if isQuoted, closing != nil, isCertainEnd(end) {
            add(range, meaning)
            return end
        }
        let extent = LiteralExtent.end(in: line, from: start, levels: levels.count)
        add((isQuoted ? start + 1 : start)..<max(extent, start + 1), meaning)
        return max(extent, start + 1)
    }

    /// The start of the value of `password = …`, which is no YAML but is written.
    private func assigned(in range: Range<Int>) -> Int? {
        let name = line[range].prefix { SecretNames.isNameByte($0) || $0 == UInt8(ascii: "-") }
        let sign = skipped(name.endIndex)
        guard name.endIndex < sign, sign < range.upperBound, line[sign] == UInt8(ascii: "="),
            skipped(sign + 1) < range.upperBound,
            line[sign + 1] != UInt8(ascii: "="), SecretNames.isSecretKey(String(decoding: name, as: UTF8.self))
        else { return nil }
        return skipped(sign + 1)
    }

    /// Handles a value that is not secret itself, but may contain secrets.
    private mutating func ordinary(_ range: Range<Int>, end: Int, isQuoted: Bool) -> Int {
        if pending != nil, lastKey == "user" || lastKey == "username",
            let colon = line[range].firstIndex(of: UInt8(ascii: ":"))
        {
            // `user: ada:lovelace`, the form that curl accepts.
            let last = isQuoted ? range.upperBound : LiteralExtent.end(in: line, from: colon, levels: levels.count)
            add(colon + 1..<max(colon + 1, last), .secret)
            return max(end, last)
        }
        let pairs = LiteralPairs.places(in: line, range) { start in
            isQuoted ? range.upperBound : LiteralExtent.end(in: line, from: start, levels: levels.count)
        }
        found += pairs
        if !pairs.isEmpty { holdsSecret = true }
        return max(end, pairs.last?.upperBound ?? end)
    }

    /// A comment behind a secret may hold an older secret, so it is hidden.
    private mutating func comment(_ start: Int) {
        if holdsSecret || pending == .secret || pending == .cookie {
            comments.append(start + 1..<line.count)
        } else {
            comments += LiteralPairs.places(in: line, start..<line.count) { _ in line.count }
        }
    }

    /// The index of the closing quote on this line; nil if the quote that begins here is not closed.
    private func closingQuote(of start: Int) -> Int? {
        let quote = line[start]
        var index = start + 1
        while index < line.count {
            if line[index] == quote {
                guard quote == UInt8(ascii: "'"), index + 1 < line.count, line[index + 1] == quote else { return index }
                index += 1
            } else if quote == UInt8(ascii: "\""), line[index] == UInt8(ascii: "\\") {
                index += 1
            }
            index += 1
        }
        return nil
    }

    /// Whether a quoted secret certainly ends here. In a list, the text behind a comma is hidden too.
    private func isCertainEnd(_ end: Int) -> Bool {
        let next = skipped(end)
        guard isValueEnd(end), next < line.count, ",}]".utf8.contains(line[next]) else { return isValueEnd(end) }
        // The last value of its line in multi-line JSON.
        if skipped(next + 1) == line.count { return true }
        let isInList = levels.last.map { !$0.isMap } ?? false
        return isInList || LiteralExtent.isEnd(line, next, levels.isEmpty ? Int.max : levels.count)
    }

    /// Whether the text behind a closing quote cannot belong to the value.
    private func isValueEnd(_ end: Int) -> Bool {
        let next = skipped(end)
        guard next < line.count else { return true }
        return ",}]:\r".utf8.contains(line[next]) || next > end && line[next] == UInt8(ascii: "#")
    }

    /// The last key, in lower case; it determines how its value is read.
    private var lastKey = ""
    /// The index at which the value of the last key begins.
    private var valueStart = -1

    private func meaning(below key: String) -> Meaning {
        let name = key.lowercased()
        switch meaning {
        case .cookies:
            // `sid@path: /` sets an attribute of a cookie, not its value.
            let attribute = name.split(separator: "@", omittingEmptySubsequences: false).dropFirst().last
            return attribute == nil || attribute == "value" ? .cookie : .ordinary
        case .cookie: return SecretNames.tellsNothing(name) ? .ordinary : .cookie
        case .secret: return SecretNames.describesSecret(name) ? .ordinary : .secret
        case .names: return .secret
        case .named where name == "value" || name == "text": return .secret
        case .named, .ordinary:
            if name == "cookies" { return .cookies }
            if name == "secrets" { return .names }
            return SecretNames.isSecretKey(name) || SecretNames.isSecretGroup(name) || SecretNames.isSignature(name)
                ? .secret : .ordinary
        }
    }

    /// The range of a key or a value without quotes, as YAML reads it.
    private func plain(from start: Int) -> Range<Int> {
        var index = start
        while index < line.count {
            let byte = line[index]
            if byte == UInt8(ascii: "#"), index > start, line[index - 1] == 0x20 { break }
            if byte == UInt8(ascii: ":"), pending == nil, levels.last?.isMap ?? true,
                index + 1 == line.count || line[index + 1] == 0x20
            {
                break
            }
            // A plain value may contain `$(f(a, b))`.
            if let end = LiteralTemplate.referenceEnd(in: line, at: index, before: line.count) {
                index = end
                continue
            }
            if !levels.isEmpty, ",}]".utf8.contains(byte) { break }
            // The bracket may have been opened in a previous line.
            if byte == UInt8(ascii: ","), LiteralExtent.isNextKey(line, index) { break }
            index += 1
        }
        while index > start, line[index - 1] == 0x20 { index -= 1 }
        return start..<index
    }

    // MARK: - Values

    private mutating func add(_ range: Range<Int>, _ meaning: Meaning) {
        // The value without its comment, which is hidden along with it.
        let mark = zip(range, range.dropFirst()).first {
            line[$0] == 0x20 && line[$1] == UInt8(ascii: "#")
        }
        var core = range.lowerBound..<(mark?.0 ?? range.upperBound)
        while let last = line[core].last, last == 0x20 { core = core.lowerBound..<core.upperBound - 1 }
        let text = String(decoding: line[core], as: UTF8.self)
        if text.unicodeScalars.allSatisfy({ !$0.isASCII }) && text.unicodeScalars.count == 1 { return }
        let key = lastKey
        // `cookie: sid` is the name of a cookie, in contrast to `cookie: sid=4f1c`.
        if key == "cookie", meaning == .secret, !line[core].contains(UInt8(ascii: "=")) { return }
        if meaning == .secret, !key.contains("pass"), isPath(core) { return }
        holdsSecret = true
        if SecretNames.isNoSecret(text, below: key) {
            if let mark { comments.append(mark.1 + 1..<range.upperBound) }
            return
        }
        found += LiteralTemplate.literals(in: line, range)
    }

    /// How a path into the response begins: here, and in other tools.
    private static let pathStarts = ["$.", "$[", "json.", "body.", "headers.", "response.", "res."]
        .map { Array($0.utf8) }

    /// Whether a value is a path that only tells where the secret is found. A value that could be a password is not.
    private func isPath(_ range: Range<Int>) -> Bool {
        let value = line[range]
        guard Self.pathStarts.contains(where: value.starts) else { return false }
        return value.allSatisfy { SecretNames.isNameByte($0) || "-.$[]@*'\"?() ".utf8.contains($0) }
    }
}
