/// Translates a pattern of a dialect to PCRE2's syntax, with the same meaning.
///
/// The code follows the grammar that the dialects share: a pattern is a sequence of items, and an item may be repeated
/// once. Groups need no recursion, because only their number is needed. What the dialects have differently is asked of
/// `Pattern.Dialect`, their table.
struct PatternTranslator {
    /// The kind of the last item, which decides whether a repetition may follow.
    enum Last {
        /// Nothing to repeat: the start of the pattern, of a group or of an alternative.
        case nothing
        /// An item that may be repeated.
        case item
        /// An item that is repeated already.
        case repetition
    }

    typealias Violation = Pattern.Dialect.Violation
    typealias Meaning = Pattern.Dialect.Meaning

    let dialect: Pattern.Dialect
    let scalars: [Unicode.Scalar]
    var position = 0
    var output = ""
    private var last = Last.nothing
    /// The places of the groups that are still open.
    private var openGroups: [Int] = []
    private var groupNames: Set<String> = []

    private init(_ text: String, _ dialect: Pattern.Dialect) {
        self.dialect = dialect
        scalars = Array(text.unicodeScalars)
    }

    static func translate(_ text: String, from dialect: Pattern.Dialect) throws(PatternError) -> String {
        var translator = PatternTranslator(text, dialect)
        while let scalar = translator.peek() { try translator.readItem(scalar) }
        if let start = translator.openGroups.last { throw translator.fail(.openGroup, at: start) }
        return translator.output
    }

    private mutating func readItem(_ scalar: Unicode.Scalar) throws(PatternError) {
        switch scalar {
        case "\\" where dialect.hasQuotations && peek(1) == "Q": return readQuotation()
        case "\\": try readEscapedItem()
        case "[": try readClass()
        case ".":
            position += 1
            output += dialect.dot
        case _ where !dialect.isChecked: copy()
        case "(": return try openGroup()
        case ")": try closeGroup()
        case "|":
            copy()
            last = .nothing
            return
        case "*", "+", "?", "{": return try readQuantifier()
        case "^", "$":
            position += 1
            // In a group, because PCRE2 does not repeat a bare assertion.
            output += "(?:\(scalar))"
        case _ where dialect.reserved.contains(scalar): throw fail(.reserved(scalar), at: position)
        default:
            position += 1
            write(scalar)
        }
        last = .item
    }

    private mutating func readEscapedItem() throws(PatternError) {
        switch try readEscape() {
        case .character(let scalar): write(scalar)
        case .set(let text, _), .place(let text): output += text
        }
    }

    /// Reads `\Q…\E`; without `\E` it extends to the end.
    private mutating func readQuotation() {
        position += 2
        while let scalar = peek() {
            position += 1
            if scalar == "\\", take("E") { return }
            write(scalar)
            last = .item
        }
    }

    // MARK: Quantifiers

    /// Reads a quantifier, with a lazy `?` if there is one.
    private mutating func readQuantifier() throws(PatternError) {
        let start = position
        if peek() == "{" {
            guard last == .item || dialect.hasBareBraces else { throw quantifierError(at: start) }
            guard try readCount() else {
                position = start + 1
                write("{")
                last = .item
                return
            }
        } else {
            position += 1
        }
        guard last == .item else { throw quantifierError(at: start) }
        if dialect.hasLazyQuantifiers { _ = take("?") }
        output += written(from: start)
        last = .repetition
    }

    private func quantifierError(at start: Int) -> PatternError {
        let sign = written(from: start, to: max(start + 1, position))
        return fail(last == .nothing ? .nothingToRepeat(sign) : .repeatedTwice(sign), at: start)
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`; false where a brace may stand for itself and does.
    private mutating func readCount() throws(PatternError) -> Bool {
        let start = position
        position += 1
        let least = readDigits()
        let most = take(",") ? readDigits() : least
        let isBare = dialect.hasBareBraces && [least, most].contains { $0.count > 1 && scalars[$0.lowerBound] == "0" }
        guard !least.isEmpty, !isBare, take("}") else {
            if dialect.hasBareBraces { return false }
            throw fail(.malformedCount, start..<position + 1)
        }
        let count = written(from: start)
        for part in [least, most] where value(part) > dialect.maximumCount { throw fail(.countTooLarge(count), part) }
        if !most.isEmpty, value(most) < value(least) { throw fail(.countOrder(count), from: start) }
        return true
    }

    private mutating func readDigits() -> Range<Int> {
        let start = position
        _ = take { ("0"..."9").contains($0) }
        return start..<position
    }

    /// A number that is too large for `Int` is too large for any count.
    private func value(_ digits: Range<Int>) -> Int {
        digits.isEmpty ? 0 : Int(written(from: digits.lowerBound, to: digits.upperBound)) ?? .max
    }

    // MARK: Groups

    private mutating func openGroup() throws(PatternError) {
        let start = position
        position += 1
        last = .nothing
        guard openGroups.count < dialect.maximumDepth else { throw fail(.depth, at: position) }
        if !take("?") {
            output += dialect.group
        } else if !dialect.hasGroupOptions {
            throw fail(.groupOptions(written(from: start)), from: start)
        } else if peek() == "P" && peek(1) == "<" || peek() == "<" && peek(1) != "=" && peek(1) != "!" {
            position += peek() == "P" ? 2 : 1
            try readGroupName(start)
            output += "("
        } else if try !readFlags(start) {
            // `(?i)` applies to the rest of the enclosing group and does not open one.
            return
        }
        openGroups.append(start)
    }

    private mutating func closeGroup() throws(PatternError) {
        guard openGroups.popLast() != nil else { throw fail(.strayParenthesis, at: position) }
        copy()
    }

    /// Reads a name up to `>`. The name is dropped.
    private mutating func readGroupName(_ group: Int) throws(PatternError) {
        let start = position
        let name = take(while: \.isWord)
        guard !name.isEmpty, peek() == ">" else { throw fail(.groupName, from: group) }
        guard groupNames.insert(name).inserted else { throw fail(.duplicateName(name), from: start) }
        position += 1
    }

    /// Reads flags; true if they open a group: `(?i:` does, `(?i)` does not.
    private mutating func readFlags(_ group: Int) throws(PatternError) -> Bool {
        let flags = take { "imsU-".unicodeScalars.contains($0) }
        guard let end = peek() else { throw fail(.openGroup, at: group) }
        guard end == ":" || end == ")", !flags.hasSuffix("-"), flags.count(where: { $0 == "-" }) < 2 else {
            throw fail(.groupOptions(written(from: group, to: min(group + 4, scalars.count))), from: group)
        }
        position += 1
        output += written(from: group)
        return end == ":"
    }
}

extension PatternTranslator {
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }

    mutating func take(while fits: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        while let scalar = peek(), fits(scalar) { position += 1 }
        return written(from: start)
    }

    /// The text read since a place.
    func written(from start: Int, to end: Int? = nil) -> String {
        String(String.UnicodeScalarView(scalars[start..<(end ?? position)]))
    }

    mutating func copy() {
        output.unicodeScalars.append(scalars[position])
        position += 1
    }

    /// Writes a character that stands for itself.
    mutating func write(_ scalar: Unicode.Scalar) {
        if scalar.isASCII, !scalar.isWord, scalar.value > 0x20 { output += "\\" }
        output.unicodeScalars.append(scalar)
    }

    func fail(_ violation: Violation, from start: Int) -> PatternError { fail(violation, start..<position) }

    func fail(_ violation: Violation, at place: Int) -> PatternError { fail(violation, place..<place + 1) }

    func fail(_ violation: Violation, _ range: Range<Int>) -> PatternError {
        func offset(_ place: Int) -> Int { scalars.prefix(place).reduce(0) { $0 + UTF8.width($1) } }
        return PatternError(
            code: .syntax, message: dialect.message(violation),
            range: offset(range.lowerBound)..<offset(range.upperBound))
    }
}

extension Unicode.Scalar {
    /// A letter or digit of ASCII, or `_`.
    var isWord: Bool {
        switch self {
        case "0"..."9", "A"..."Z", "a"..."z", "_": true
        default: false
        }
    }
}
