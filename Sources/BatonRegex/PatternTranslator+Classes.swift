extension PatternTranslator {
    // MARK: Classes

    /// Reads a class such as `[a-z\d[:alpha:]]`.
    mutating func readClass() throws(PatternError) {
        let start = position
        position += 1
        let isNegated = take("^")
        if dialect.hasEmptyClasses, take("]") {
            output += isNegated ? "[\\s\\S]" : "(?!)"
            return
        }
        output += isNegated ? "[^" : "["
        let first = position
        while let scalar = peek(), scalar != "]" || position == first {
            if dialect.isChecked {
                try readMember(scalar, isFirst: position == first)
            } else {
                try copyMember(scalar)
            }
        }
        if take("]") {
            output += "]"
        } else if dialect.isChecked {
            throw fail(.openClass, at: start)
        }
    }

    private mutating func copyMember(_ scalar: Unicode.Scalar) throws(PatternError) {
        switch scalar {
        case "\\": if case .set(_, let text) = try readEscape() { output += text }
        // `[:` would begin a class of POSIX.
        case "[":
            position += 1
            output += "\\["
        default: copy()
        }
    }

    /// Reads a character, a range of two with a `-` between them, or a set.
    private mutating func readMember(_ scalar: Unicode.Scalar, isFirst: Bool) throws(PatternError) {
        let start = position
        if scalar == "[", dialect.hasNamedClasses, peek(1) == ":", try readNamedClass() { return }
        if scalar == "-", dialect.reservedInClass.contains("-") {
            guard isFirst || peek(1) == "]" else { throw fail(.bareHyphen, at: start) }
            position += 1
            return write(scalar)
        }
        let low: Unicode.Scalar
        switch try readClassItem() {
        case .character(let scalar): low = scalar
        case .set(_, let text):
            output += text
            return
        case .place: throw fail(.unknownEscape(written(from: start)), from: start)
        }
        write(low)
        guard peek() == "-", let next = peek(1), next != "]" else { return }
        position += 1
        let end = position
        guard case .character(let high) = try readClassItem() else {
            throw fail(.rangeEnd(written(from: end, to: end + 2)), end..<end + 2)
        }
        guard low <= high else { throw fail(.rangeOrder(written(from: start)), from: start) }
        output += "-"
        write(high)
    }

    private mutating func readClassItem() throws(PatternError) -> Meaning {
        guard let scalar = peek(), scalar != "\\" else { return try readEscape() }
        guard !dialect.reservedInClass.contains(scalar) else { throw fail(.reservedInClass(scalar), at: position) }
        position += 1
        return .character(scalar)
    }

    /// Reads `[:alpha:]` or `[:^alpha:]`; false if no `:]` follows, so that the bracket is literal.
    private mutating func readNamedClass() throws(PatternError) -> Bool {
        let start = position
        position += 2
        let name = take { $0.isWord || $0 == "^" }
        guard take(":"), take("]") else {
            position = start
            return false
        }
        guard Self.namedClasses.contains(name.hasPrefix("^") ? String(name.dropFirst()) : name) else {
            throw fail(.namedClass(written(from: start)), from: start)
        }
        output += written(from: start)
        return true
    }

    private static let namedClasses: Set<String> = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "word", "xdigit",
    ]

    // MARK: Escapes

    mutating func readEscape() throws(PatternError) -> Meaning {
        let start = position
        position += 1
        guard let letter = peek() else {
            guard dialect.isChecked else { return .set("\\") }
            throw fail(.loneBackslash, from: start)
        }
        position += 1
        switch dialect.escape(letter) {
        case .stands(let meaning): return meaning
        case .octal: return .character(try readOctal(from: start))
        case .hexadecimal:
            guard let scalar = readCodePoint(digits: 2).flatMap(Unicode.Scalar.init) else {
                throw fail(.codePoint, from: start)
            }
            return .character(scalar)
        case .utf16: return .set(readUTF16().map { "\\x{\(String($0, radix: 16))}" } ?? "\\u")
        case .category: return .set(try readCategory(letter, from: start))
        case .refused(let message): throw fail(.refusedEscape(message), from: start)
        case .unknown: throw fail(.unknownEscape(written(from: start)), from: start)
        }
    }

    private mutating func readOctal(from start: Int) throws(PatternError) -> Unicode.Scalar {
        let digits = scalars[(start + 1)...].prefix(3).prefix { ("0"..."7").contains($0) }
        guard digits.count > 1 || digits == ["0"],
            let scalar = UInt32(written(from: start + 1, to: digits.endIndex), radix: 8).flatMap(Unicode.Scalar.init)
        else { throw fail(.backreference(written(from: start)), from: start) }
        position = digits.endIndex
        return scalar
    }

    /// Reads `{1F600}`, or exactly so many hexadecimal digits; nil, with nothing read, for anything else.
    private mutating func readCodePoint(digits count: Int) -> UInt32? {
        let start = position
        let isBraced = take("{")
        let first = position
        while position - first < (isBraced ? 8 : count), peek()?.properties.isASCIIHexDigit == true { position += 1 }
        let digits = written(from: first)
        guard let code = UInt32(digits, radix: 16), isBraced ? take("}") : digits.utf8.count == count else {
            position = start
            return nil
        }
        return code
    }

    /// Reads a code point or a pair of surrogates behind `\u`; nil, with nothing read, for anything else.
    private mutating func readUTF16() -> UInt32? {
        guard let high = readCodePoint(digits: 4) else { return nil }
        let behind = position
        if high & 0xFC00 == 0xD800, take("\\"), take("u"), let low = readCodePoint(digits: 4), low & 0xFC00 == 0xDC00 {
            return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
        }
        position = behind
        return high
    }

    /// Reads `N`, `{Greek}` or `{^Greek}` behind `\p`.
    private mutating func readCategory(_ letter: Unicode.Scalar, from start: Int) throws(PatternError) -> String {
        let behind = position
        var name: String? = ""
        if take("{") {
            let written = take { $0.isWord || $0 == "=" || $0 == "^" }
            name = take("}") ? written : nil
        } else if dialect.hasShortCategories, let short = peek(), short.isASCII {
            name = String(short)
            position += 1
        }
        if let name, !name.isEmpty, let known = dialect.category(name) { return "\\\(letter){\(known)}" }
        position = behind
        guard dialect.isChecked else { return "\\\(letter)" }
        throw fail(.category(letter, name: name), from: start)
    }
}
