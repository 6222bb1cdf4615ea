import BatonDiagnostics

/// Reads a scalar once more from its file, and records the source place of each byte of the contents.
///
/// Applies the rules of folding, chomping and escapes; `YAMLReader` has already found the end of the scalar.
struct ScalarReading {
    let file: SourceFile
    let style: YAMLNode.Style
    private(set) var bytes: [UInt8] = []
    private var anchors: [SourceMap.Anchor] = []
    /// The source offset minus the contents offset since the last anchor.
    private var lead = Int.min

    init(of place: YAMLScalarPlace) {
        self.init(
            file: place.range.file, range: place.range.lower..<place.range.upper, style: place.style,
            parentIndent: place.parentIndent)
    }

    init(file: SourceFile, range: Range<Int>, style: YAMLNode.Style, parentIndent: Int) {
        self.file = file
        self.style = style
        let end: Int
        switch style {
        case .plain:
            readLines(range)
            end = range.upperBound
        case .singleQuoted, .doubleQuoted:
            let lower = min(range.lowerBound + 1, range.upperBound)
            end = max(lower, range.upperBound - 1)
            readLines(lower..<end)
        case .literal, .folded:
            end = readBlock(from: range.lowerBound, parentIndent: parentIndent)
        case .block, .flow:
            end = range.lowerBound
        }
        anchor(at: end)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var map: SourceMap { SourceMap(file: file, anchors: anchors) }

    mutating func emit(_ byte: UInt8, from source: Int) {
        anchor(at: source)
        bytes.append(byte)
    }

    mutating func emit(_ range: Range<Int>) {
        for at in range { emit(file.bytes[at], from: at) }
    }

    private mutating func anchor(at source: Int) {
        guard source - bytes.count != lead else { return }
        lead = source - bytes.count
        anchors.append(.init(content: bytes.count, source: source))
    }

    func isBlank(_ at: Int) -> Bool {
        file.bytes[at] == UInt8(ascii: " ") || file.bytes[at] == UInt8(ascii: "\t")
    }

    /// The start of the next line if a line break is at this offset; else nil.
    func lineBreak(_ at: Int) -> Int? {
        guard at < file.bytes.count else { return nil }
        switch file.bytes[at] {
        case UInt8(ascii: "\n"): return at + 1
        case UInt8(ascii: "\r"):
            return at + 1 < file.bytes.count && file.bytes[at + 1] == UInt8(ascii: "\n") ? at + 2 : at + 1
        default: return nil
        }
    }
}

/// Reads plain and quoted scalars: joins their lines and drops spaces and tabs around line breaks.
extension ScalarReading {
    mutating func readLines(_ range: Range<Int>) {
        var at = range.lowerBound
        while at < range.upperBound {
            let spaces = at
            while at < range.upperBound, isBlank(at) { at += 1 }
            guard at < range.upperBound else { return emit(spaces..<at) }
            if let next = lineBreak(at) {
                at = fold(from: next, before: range.upperBound, replacing: at)
            } else {
                emit(spaces..<at)
                at = readCharacter(at, before: range.upperBound)
            }
        }
    }

    /// Appends the text up to the next space, tab or line break, and returns the offset behind it.
    private mutating func readCharacter(_ at: Int, before end: Int) -> Int {
        let byte = file.bytes[at]
        if style == .singleQuoted, byte == UInt8(ascii: "'") {
            emit(byte, from: at)
            return at + 2
        }
        guard style == .doubleQuoted, byte == UInt8(ascii: "\\"), at + 1 < end else {
            emit(byte, from: at)
            return at + 1
        }
        if let next = lineBreak(at + 1) { return fold(from: next, before: end, replacing: nil) }
        let escape = DoubleQuotedEscape(file.bytes, at: at, before: end)
        for (index, byte) in escape.contents.enumerated() {
            emit(byte, from: min(at + index, at + escape.length - 1))
        }
        return at + escape.length
    }

    /// Skips the spaces, tabs and empty lines after a line break; each further break is kept, and a lone one becomes
    /// a space, unless a backslash swallowed it (`first` is nil).
    private mutating func fold(from start: Int, before end: Int, replacing first: Int?) -> Int {
        var at = start
        var isLone = true
        while at < end {
            if isBlank(at) {
                at += 1
            } else if let next = lineBreak(at) {
                emit(UInt8(ascii: "\n"), from: at)
                isLone = false
                at = next
            } else {
                break
            }
        }
        if isLone, let first { emit(UInt8(ascii: " "), from: first) }
        return at
    }
}
