import BatonDiagnostics

/// Separators between values: spaces, comments, line breaks.
extension YAMLReader {
    /// The column of the next byte; -1 at the end of the text, which ends every collection.
    var column: Int { at < text.count ? at - lineStart + shift : -1 }

    /// The column up to which the line is indented with spaces; a tab ends the indentation.
    var spaceColumn: Int {
        let hasTab = lineTab >= lineStart && lineTab < at && moved.tabWidth == 1
        return (hasTab ? lineTab : at) - lineStart + shift
    }

    /// Skips spaces and tabs.
    @inline(__always)
    mutating func skipBlanks() {
        var next = at
        while text[next] == UInt8(ascii: " ") { next += 1 }
        at = next
        if text[next] == UInt8(ascii: "\t") { skipTabs() }
    }

    private mutating func skipTabs() {
        if lineTab < lineStart { lineTab = at }
        while text[at] == UInt8(ascii: " ") || text[at] == UInt8(ascii: "\t") { at += 1 }
    }

    /// Skips spaces, comments and line breaks to the next contents, or to the end of the document.
    mutating func skip() {
        while true {
            switch text[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): skipBlanks()
            case UInt8(ascii: "\n"):
                at += 1
                beginLine()
            case UInt8(ascii: "\r"): breakLine()
            case UInt8(ascii: "#"):
                guard at == lineStart || isBlank(at - 1) else { return }
                skipLine()
            default:
                if at == lineStart { _ = endsDocument() }
                return
            }
        }
    }

    /// Skips a line break and all empty lines, up to the first byte of a non-empty line, whatever it is.
    mutating func skipEmptyLines() {
        while isLineBreak {
            breakLine()
            skipBlanks()
        }
    }

    mutating func skipLine() {
        while at < text.count, !isLineBreak { at += 1 }
    }

    mutating func breakLine() {
        at += text[at] == UInt8(ascii: "\r") && text[at + 1] == UInt8(ascii: "\n") ? 2 : 1
        beginLine()
    }

    @inline(__always)
    private mutating func beginLine() {
        lineStart = at
        if !moved.isEmpty { shift = moved.shift(ofLineAt: at, text) }
    }

    /// Goes back to an offset on an earlier line.
    mutating func goBack(to offset: Int) {
        at = SourceLine(file, at: offset).range.lowerBound
        beginLine()
        at = offset
    }

    var isLineBreak: Bool { text[at] == UInt8(ascii: "\n") || text[at] == UInt8(ascii: "\r") }

    /// Whether neither a value nor a key follows on the line; the spaces before have been skipped.
    @inline(__always)
    var isLineEnd: Bool {
        switch text[at] {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0: true
        case UInt8(ascii: "#"): isBlank(at - 1)
        default: false
        }
    }

    /// Whether a byte is a separator: a space, a tab, a line break, or the end of the text.
    func isBlank(_ offset: Int) -> Bool { text.isBlank(offset) }

    /// Whether an indicator of block style is here.
    @inline(__always)
    func isIndicator(_ byte: Unicode.Scalar) -> Bool { text[at] == UInt8(ascii: byte) && isBlank(at + 1) }

    /// Whether the line continues a scalar of several lines in a collection at a column; call `skipEmptyLines` before.
    mutating func goesOn(indent: Int) throws(Stop) -> Bool {
        guard !endsDocument(), text[at] != UInt8(ascii: "#") else { return false }
        if column > indent, spaceColumn <= indent { try checkTab() }
        return spaceColumn > indent
    }

    // MARK: Tabs

    /// Reports a tab before a collection that begins here, or before its next entry.
    @inline(__always)
    mutating func checkTab() throws(Stop) {
        if lineTab >= lineStart, lineTab < at, at < text.count { try misplacedTab() }
    }

    /// Reports the first tab of the line; from there on, tabs in indentation count as several spaces.
    mutating func misplacedTab() throws(Stop) {
        let tab = lineTab
        lineTab = -1
        guard tab <= SourceLine(file, at: tab).contents.lowerBound else {
            return try complain(TabReading(file, at: tab).diagnostic)
        }
        guard moved.tabWidth == 1 else { return }
        moved.tabWidth = TabReading.width
        shift = moved.shift(ofLineAt: lineStart, text)
        try complain(TabReading(file, at: tab).diagnostic)
    }
}

/// Lines that the reader treats as being at other columns, because at their own columns they would be mistakes.
struct MovedLines {
    private var blocks: [(end: Int, shift: Int)] = []
    /// Number of spaces that a tab counts as.
    var tabWidth = 1

    var isEmpty: Bool { blocks.isEmpty && tabWidth == 1 }

    mutating func move(to end: Int, by shift: Int) { blocks.append((end, shift)) }

    /// The number of columns by which the line at an offset is moved. Offsets must be passed in ascending order.
    mutating func shift(ofLineAt start: Int, _ text: TextBytes) -> Int {
        blocks.removeAll { $0.end <= start }
        var shift = blocks.reduce(0) { $0 + $1.shift }
        guard tabWidth > 1 else { return shift }
        var at = start
        while text[at] == UInt8(ascii: " ") || text[at] == UInt8(ascii: "\t") {
            if text[at] == UInt8(ascii: "\t") { shift += tabWidth - 1 }
            at += 1
        }
        return shift
    }
}
