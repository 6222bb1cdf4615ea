import BatonDiagnostics
import BatonValues

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

/// Literal (`|`) and folded (`>`) scalars: indentation, folding and chomping.
extension ScalarReading {
    private enum Chomping { case strip, clip, keep }

    /// Reads from the indicator on and returns the offset at which the contents end.
    mutating func readBlock(from start: Int, parentIndent: Int) -> Int {
        var chomping = Chomping.clip
        var indent: Int?
        var at = start + 1
        while at < file.bytes.count, lineBreak(at) == nil, !isBlank(at) {
            switch file.bytes[at] {
            case UInt8(ascii: "-"): chomping = .strip
            case UInt8(ascii: "+"): chomping = .keep
            case let digit: indent = max(parentIndent, 0) + Int(digit & 0x0F)
            }
            at += 1
        }
        while at < file.bytes.count, lineBreak(at) == nil { at += 1 }
        at = lineBreak(at) ?? at
        readBlockLines(from: &at, indent: indent, parentIndent: parentIndent, chomping: chomping)
        return at
    }

    private mutating func readBlockLines(
        from at: inout Int, indent given: Int?, parentIndent: Int, chomping: Chomping
    ) {
        var indent = given
        var emptyLines: [Int] = []
        var hasIndentation = skipEmptyLines(&at, &indent, parentIndent, into: &emptyLines)
        var lastBreak: Int?
        var wasBlank = false
        while hasIndentation, at < file.bytes.count {
            let startsBlank = isBlank(at)
            if let place = lastBreak {
                let folds = style == .folded && !wasBlank && !startsBlank
                if !folds {
                    emit(UInt8(ascii: "\n"), from: place)
                } else if emptyLines.isEmpty {
                    emit(UInt8(ascii: " "), from: place)
                }
            }
            for place in emptyLines { emit(UInt8(ascii: "\n"), from: place) }
            emptyLines = []
            wasBlank = startsBlank
            var isBlankLine = true
            while at < file.bytes.count, lineBreak(at) == nil {
                if !isBlank(at) { isBlankLine = false }
                emit(file.bytes[at], from: at)
                at += 1
            }
            // The end of the file ends a line of spaces like a line break.
            lastBreak = lineBreak(at) == nil && !isBlankLine ? nil : at
            at = lineBreak(at) ?? at
            hasIndentation = skipEmptyLines(&at, &indent, parentIndent, into: &emptyLines)
        }
        if chomping != .strip, let place = lastBreak { emit(UInt8(ascii: "\n"), from: place) }
        if chomping == .keep { for place in emptyLines { emit(UInt8(ascii: "\n"), from: place) } }
    }

    /// Skips indentation and empty lines and collects the empty lines; sets `indent` if it is not known yet. Returns
    /// whether the next line is indented enough to belong to the scalar.
    private func skipEmptyLines(
        _ at: inout Int, _ indent: inout Int?, _ parentIndent: Int, into emptyLines: inout [Int]
    ) -> Bool {
        var widest = 0
        while true {
            let start = at
            while at < file.bytes.count, file.bytes[at] == UInt8(ascii: " "), at - start < indent ?? .max { at += 1 }
            let column = at - start
            if let next = lineBreak(at) {
                widest = max(widest, column)
                emptyLines.append(at)
                at = next
                continue
            }
            if at == file.bytes.count, column > 0, indent.map({ column < $0 }) ?? true { emptyLines.append(at) }
            if indent == nil { indent = max(widest, column, parentIndent + 1) }
            return column == indent && !(column == 0 && isMarker(at))
        }
    }

    /// Whether a document marker begins here: it ends a scalar whose lines are not indented, which is the whole
    /// document.
    private func isMarker(_ at: Int) -> Bool {
        let line = file.bytes[at...].prefix(4)
        guard line.starts(with: "---".utf8) || line.starts(with: "...".utf8) else { return false }
        return line.count == 3 || line.last.map { $0 <= UInt8(ascii: " ") } == true
    }
}

/// The type of a plain scalar: null, a boolean or a number if JSON reads it as one; otherwise text.
///
/// So `no`, `on`, `~`, `0x1F`, `.5`, `01234` and `+49301` are text, unlike in YAML 1.1.
public enum ScalarType: BitwiseCopyable, Sendable {
    case null, `true`, `false`, number, string

    static func ofPlain(_ text: UnsafeBufferPointer<UInt8>) -> ScalarType {
        guard let first = text.first else { return .null }
        switch first {
        case UInt8(ascii: "n"): return spells(text, "null") ? .null : .string
        case UInt8(ascii: "t"): return spells(text, "true") ? .true : .string
        case UInt8(ascii: "f"): return spells(text, "false") ? .false : .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return isNumber(text) ? .number : .string
        default: return .string
        }
    }

    private static func spells(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<text.count where text[index] != word.utf8Start[index] { return false }
        return true
    }

    /// Whether a text is a number by RFC 8259, section 6.
    private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
        /// The end of the digits that begin at an offset; nil where none does.
        func end(ofDigitsFrom start: Int) -> Int? {
            var index = start
            while byte(index).isDigit { index += 1 }
            return index > start ? index : nil
        }
        var index = byte(0) == UInt8(ascii: "-") ? 1 : 0
        guard let whole = byte(index) == UInt8(ascii: "0") ? index + 1 : end(ofDigitsFrom: index) else { return false }
        index = whole
        if byte(index) == UInt8(ascii: ".") {
            guard let fraction = end(ofDigitsFrom: index + 1) else { return false }
            index = fraction
        }
        if byte(index) | 0x20 == UInt8(ascii: "e") {
            let sign = byte(index + 1)
            let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
            guard let exponent = end(ofDigitsFrom: index + (hasSign ? 2 : 1)) else { return false }
            index = exponent
        }
        return index == text.count
    }
}
