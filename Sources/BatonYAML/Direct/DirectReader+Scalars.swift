import BatonDiagnostics

/// Scalars. Each reading ends behind the scalar, or behind the spaces that follow it.
extension DirectReader {
    /// A scalar on one line that is no block scalar.
    mutating func scalar(isInFlow: Bool) throws(GivesUp) -> YAMLRecord {
        switch text[at] {
        case UInt8(ascii: "\""): try doubleQuoted()
        case UInt8(ascii: "'"): try singleQuoted()
        default: try plain(isInFlow: isInFlow)
        }
    }

    // MARK: Plain

    private mutating func plain(isInFlow: Bool) throws(GivesUp) -> YAMLRecord {
        guard text.beginsPlain(at: at, isInFlow: isInFlow) else { throw GivesUp() }
        let lower = at
        let (upper, next, signs) = try text.plainEnd(from: at, isInFlow: isInFlow)
        let whole = lower..<upper
        if signs.hasOpening || signs.hasBrace { try check(whole, signs, next: next, isInFlow: isInFlow) }
        at = next
        return YAMLRecord(text.plainType(of: whole), .plain, whole, text: whole)
    }

    /// Leaves to libyaml's reader what it may complain of: markers of other tools, and commas, brackets or comments
    /// that cut an expression off.
    private func check(_ whole: Range<Int>, _ signs: PlainSigns, next: Int, isInFlow: Bool) throws(GivesUp) {
        if isInFlow {
            if signs.hasOpening, !Parentheses.areClosed(file.bytes, in: whole) { throw GivesUp() }
        } else {
            let isCut = signs.hasOpening && text[next] == UInt8(ascii: "#") && Parentheses.isOpen(file.bytes, in: whole)
            if isCut || signs.hasBrace && !ForeignMarker.all(file.bytes, in: whole).isEmpty { throw GivesUp() }
        }
    }

    // MARK: Quoted

    private mutating func singleQuoted() throws(GivesUp) -> YAMLRecord {
        let lower = at
        var isLiteral = true
        at += 1
        while true {
            switch text[at] {
            case 0, UInt8(ascii: "\n"): throw GivesUp()
            case UInt8(ascii: "'"):
                guard text[at + 1] == UInt8(ascii: "'") else {
                    at += 1
                    return quoted(lower..<at, .singleQuoted, isLiteral: isLiteral)
                }
                isLiteral = false
                at += 2
            default: at += 1
            }
        }
    }

    private mutating func doubleQuoted() throws(GivesUp) -> YAMLRecord {
        let lower = at
        var isLiteral = true
        at += 1
        while true {
            switch text[at] {
            case 0, UInt8(ascii: "\n"): throw GivesUp()
            case UInt8(ascii: "\""):
                at += 1
                return quoted(lower..<at, .doubleQuoted, isLiteral: isLiteral)
            case UInt8(ascii: "\\"):
                guard isSimpleEscape(text[at + 1]) else { throw GivesUp() }
                isLiteral = false
                at += 2
            default: at += 1
            }
        }
    }

    private func isSimpleEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"): true
        default: false
        }
    }

    /// - Parameter isLiteral: whether every byte between the quotes stands for itself.
    private mutating func quoted(_ whole: Range<Int>, _ style: YAMLNode.Style, isLiteral: Bool) -> YAMLRecord {
        if isLiteral {
            return YAMLRecord(.string, style, whole, text: whole.lowerBound + 1..<whole.upperBound - 1)
        }
        return kept(ScalarReading(file: file, range: whole, style: style, parentIndent: 0), whole, style)
    }

    // MARK: Block

    /// A literal or folded scalar in a collection of that column; ends at the start of a line.
    mutating func blockScalar(indent parent: Int) throws(GivesUp) -> YAMLRecord {
        let lower = at
        let style: YAMLNode.Style = text[at] == UInt8(ascii: "|") ? .literal : .folded
        at += 1
        if text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
        skipSpaces()
        guard text[at] == UInt8(ascii: "\n") else { throw GivesUp() }
        at += 1
        let upper = try blockLines(parent: parent)
        let reading = ScalarReading(file: file, range: lower..<upper, style: style, parentIndent: parent)
        return kept(reading, lower..<upper, style)
    }

    /// Passes over the lines of a block scalar, and returns where the last that is not blank ends.
    private mutating func blockLines(parent: Int) throws(GivesUp) -> Int {
        var indent: Int?
        var widest = 0
        var upper = at
        while true {
            lineStart = at
            skipSpaces()
            let spaces = at - lineStart
            if text[at] == UInt8(ascii: "\n") {
                widest = max(widest, spaces)
                at += 1
                continue
            }
            if let indent {
                if spaces < indent { break }
            } else {
                // A blank line that is longer sets the indentation, and the contents are a mistake then.
                guard spaces > parent, spaces >= widest else { throw GivesUp() }
                indent = spaces
            }
            if at == text.count { break }
            while at < text.count, text[at] != UInt8(ascii: "\n") {
                if text[at] != UInt8(ascii: " ") { upper = at + 1 }
                at += 1
            }
            guard at < text.count else { return upper }
            at += 1
        }
        // Spaces at the end of the file may belong to the contents.
        guard indent != nil, at < text.count || at == lineStart else { throw GivesUp() }
        at = lineStart
        return upper
    }
}
