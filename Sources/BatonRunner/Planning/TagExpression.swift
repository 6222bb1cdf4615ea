import BatonValues

/// A condition about the tags of a workflow, as `--tag` takes it: `smoke and not slow`.
///
/// `not` binds tighter than `and`, and `and` tighter than `or`. A tag that is one of these words, or that holds spaces,
/// commas or parentheses, stands in quotes.
package struct TagExpression: Sendable, Equatable {
    package indirect enum Condition: Sendable, Equatable {
        case tag(String)
        case not(Condition)
        case all([Condition])
        case any([Condition])

        func holds(for tags: [String]) -> Bool {
            switch self {
            case .tag(let tag): tags.contains(tag)
            case .not(let condition): !condition.holds(for: tags)
            case .all(let conditions): conditions.allSatisfy { $0.holds(for: tags) }
            case .any(let conditions): conditions.contains { $0.holds(for: tags) }
            }
        }

        fileprivate var tags: [String] {
            switch self {
            case .tag(let tag): [tag]
            case .not(let condition): condition.tags
            case .all(let conditions), .any(let conditions): conditions.flatMap(\.tags)
            }
        }
    }

    /// What is wrong with a text, where, and what to write instead.
    package struct SyntaxError: Error, Sendable, Equatable {
        package var message: String
        /// In bytes of the text.
        package var range: Range<Int>
        package var help: String?
    }

    package let condition: Condition

    package init(_ text: String) throws(SyntaxError) {
        var reader = TagExpressionReader(text)
        condition = try reader.read()
    }

    package func holds(for tags: [String]) -> Bool { condition.holds(for: tags) }

    /// All tags that the expression names, in its order.
    package var tags: [String] { condition.tags }

    /// A tag as an expression has it: in quotes where it needs them.
    package static func quoted(_ tag: String) -> String {
        if TagExpressionReader.isWord(tag) { return tag }
        return "\"\(tag.backslashing("\""))\""
    }
}

/// Reads a tag expression by recursive descent.
private struct TagExpressionReader {
    private enum Token: Equatable {
        case tag(String)
        case and, or, not, open, close
        case end
    }

    private let bytes: [UInt8]
    private var position = 0
    private var token = Token.end
    /// Where the token stands, and the one before it.
    private var place = 0..<0
    private var before = 0..<0
    private var depth = 0

    /// Parentheses and `not` within each other; deeper ones are a mistake.
    private static let mostDepth = 64

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func read() throws(TagExpression.SyntaxError) -> TagExpression.Condition {
        try advance()
        let condition = try alternatives()
        switch token {
        case .end: return condition
        case .close: throw error("this `)` closes nothing that is open", "take it out")
        default: throw missingWord()
        }
    }

    private mutating func alternatives() throws(TagExpression.SyntaxError) -> TagExpression.Condition {
        var conditions = [try combination()]
        while token == .or {
            try advance()
            conditions.append(try combination())
        }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func combination() throws(TagExpression.SyntaxError) -> TagExpression.Condition {
        var conditions = [try negation()]
        while token == .and {
            try advance()
            conditions.append(try negation())
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func negation() throws(TagExpression.SyntaxError) -> TagExpression.Condition {
        let start = place
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw error("the expression is nested too deeply", nil) }
        switch token {
        case .not:
            try advance()
            return .not(try negation())
        case .open:
            try advance()
            let condition = try alternatives()
            if token == .end {
                throw TagExpression.SyntaxError(message: "this `(` is not closed", range: start, help: "add a `)`")
            }
            guard token == .close else { throw missingWord() }
            try advance()
            return condition
        case .tag(let tag):
            try advance()
            return .tag(tag)
        case .and, .or, .close, .end:
            let help = "tags are joined like this: `smoke and not slow`"
            if token == .end { throw error("a tag is missing at the end", help) }
            throw error("a tag is missing before `\(text(place))`", help)
        }
    }

    /// For two tags without a word between them.
    private func missingWord() -> TagExpression.SyntaxError {
        let word = text(place)
        if token == .open, text(before) != ")" {
            return error(
                "`and` or `or` is missing before `(`",
                "a tag with parentheses stands in quotes: `\"\(tagWithParentheses)\"`")
        }
        if token == .not { return error("`and` or `or` is missing before `not`", "write `and not`") }
        if ["and", "or", "not"].contains(word.lowercased()) {
            return error("`\(word)` is written in small letters", "write `\(word.lowercased())`")
        }
        let last = text(before)
        if token == .open || last == ")" {
            return error(
                "`and` or `or` is missing before `\(word)`", "tags are joined like this: `smoke and not slow`")
        }
        if last.lowercased() == "not" {
            return TagExpression.SyntaxError(
                message: "`\(last)` is written in small letters", range: before, help: "write `not`")
        }
        let spaced = Self.isWord(last) && Self.isWord(word) ? "\(last) \(word)" : "needs review"
        return error(
            "`and` or `or` is missing before `\(word)`",
            "a tag with a space stands in quotes, inside those of the shell: `'\"\(spaced)\"'`")
    }

    /// The word before a parenthesis, and what stands up to the end of the parentheses.
    private var tagWithParentheses: String {
        let end = bytes[place.lowerBound...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? bytes.count
        return text(before.lowerBound..<end)
    }

    // MARK: Tokens

    private mutating func advance() throws(TagExpression.SyntaxError) {
        before = place
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        guard position < bytes.count else {
            (token, place) = (.end, bytes.count..<bytes.count)
            return
        }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            position += 1
            (token, place) = (bytes[start] == UInt8(ascii: "(") ? .open : .close, start..<position)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            token = .tag(try quotedTag())
            place = start..<position
        default:
            while position < bytes.count, !Self.endsWord(bytes[position]) { position += 1 }
            place = start..<position
            if position < bytes.count, bytes[position] == UInt8(ascii: ",") { throw comma() }
            try word()
        }
    }

    private mutating func word() throws(TagExpression.SyntaxError) {
        let word = text(place)
        switch word {
        case "and": token = .and
        case "or": token = .or
        case "not": token = .not
        case "&", "&&": throw error("`\(word)` is no word of an expression", "write `and`")
        case "|", "||": throw error("`\(word)` is no word of an expression", "write `or`")
        default:
            if word.hasPrefix("!") {
                let tag = word.dropFirst()
                throw error(
                    "`!` is no word of an expression",
                    "write `not\(tag.isEmpty ? "" : " \(tag)")`; a tag that begins with `!` stands in quotes")
            }
            token = .tag(word)
        }
    }

    private mutating func quotedTag() throws(TagExpression.SyntaxError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var tag: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            tag.append(bytes[position])
            position += 1
        }
        guard position < bytes.count else {
            throw TagExpression.SyntaxError(
                message: "this quote is not closed", range: start..<start + 1,
                help: "close it; a quote inside is written with a `\\` before it")
        }
        position += 1
        guard !tag.isEmpty else {
            throw TagExpression.SyntaxError(message: "a tag is never empty", range: start..<position, help: nil)
        }
        return String(decoding: tag, as: UTF8.self)
    }

    private func comma() -> TagExpression.SyntaxError {
        let words = bytes.split(separator: UInt8(ascii: ",")).map { part in
            String(decoding: part.drop(while: Self.isSpace), as: UTF8.self)
        }.filter { !$0.isEmpty }
        let help =
            words.count > 1 && words.allSatisfy(Self.isWord)
            ? "write `\(words.joined(separator: " or "))` for one of them, `\(words.joined(separator: " and "))` for all"
            : "write `or` or `and`; a tag with a comma stands in quotes"
        return TagExpression.SyntaxError(
            message: "a comma does not join tags", range: position..<position + 1, help: help)
    }

    /// Whether a tag can stand without quotes.
    static func isWord(_ tag: String) -> Bool {
        guard let first = tag.utf8.first, !"\"'!".utf8.contains(first) else { return false }
        return !["and", "or", "not", "&", "&&", "|", "||"].contains(tag) && !tag.utf8.contains(where: endsWord)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        isSpace(byte) || "(),".utf8.contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func error(_ message: String, _ help: String?) -> TagExpression.SyntaxError {
        TagExpression.SyntaxError(message: message, range: place, help: help)
    }
}
