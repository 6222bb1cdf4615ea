import BatonDiagnostics

/// The document and its markers.
extension YAMLReader {
    /// Reads the root of the only document; a missing value if the document is empty.
    mutating func document() throws(Stop) -> YAMLRecord {
        let whole = text
        skip()
        while isAt("...", in: whole) {
            text = whole
            at += 3
            skip()
        }
        let root: YAMLRecord
        if isAt("---", in: whole) {
            text = whole
            at += 3
            root = try blockNode(.document, indent: -1, depth: 0)
        } else {
            root = try nodeBelow(.document, behind: at, indent: -1, depth: 0)
        }
        if at < text.count { findings.append(.yamlSecondDocument(file, at: at)) } else { checkEnd() }
        return root
    }

    /// Whether the text was cut off here, at a marker.
    private func isAt(_ marker: StaticString, in whole: TextBytes) -> Bool {
        at == text.count && at < whole.count && whole[at] == marker.utf8Start[0]
    }

    /// Whether the document ends here; at a marker, cuts off the text.
    mutating func endsDocument() -> Bool {
        guard at == lineStart, text.isMarker(at) else { return at >= text.count }
        text = text.prefix(at)
        return true
    }

    /// Reports anything but comments and end markers behind the document.
    private mutating func checkEnd() {
        let bytes = file.bytes
        var at = text.count
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): at += 1
            case UInt8(ascii: "#") where at == 0 || bytes[at - 1] <= UInt8(ascii: " "):
                at = SourceLine(file, at: at).range.upperBound
            case UInt8(ascii: ".") where bytes[at...].starts(with: "...".utf8): at += 3
            default:
                findings.append(.yamlSecondDocument(file, at: at))
                return
            }
        }
    }
}

/// The part before the document: a byte order mark and directives.
struct Prologue {
    /// The offset at which the document begins.
    private(set) var end = 0
    private(set) var findings: [Diagnostic] = []
    private let file: SourceFile

    init(_ file: SourceFile) {
        self.file = file
        if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
        if isBeforeDirective { readDirectives() }
    }

    /// Whether the first line that is neither empty nor a comment begins with `%`. Files without directives then need
    /// not be split into lines.
    private var isBeforeDirective: Bool {
        var at = end
        let bytes = file.bytes
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): at += 1
            case UInt8(ascii: "#"):
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
            default: return bytes[at] == UInt8(ascii: "%")
            }
        }
        return false
    }

    private mutating func readDirectives() {
        var version: SourceRange?
        var last: SourceRange?
        let lineCount = file.lineStarts.count
        for line in 1...lineCount {
            let range = lineRange(line)
            if isBlankOrComment(range) { continue }
            guard file.bytes[range.lowerBound] == UInt8(ascii: "%") else {
                if let last, findings.isEmpty, !file.bytes[range].starts(with: Array("---".utf8)) {
                    findings.append(.yamlDirectiveWithoutDocument(at: last))
                }
                return
            }
            let whole = SourceRange(file: file, trimmed(range))
            last = whole
            end = range.upperBound
            read(whole, &version)
            if findings.count >= 20 { return }
        }
        if let last, findings.isEmpty { findings.append(.yamlDirectiveWithoutDocument(at: last)) }
    }

    private mutating func read(_ range: SourceRange, _ version: inout SourceRange?) {
        let words = range.text.split { $0 == " " || $0 == "\t" }
        switch words.first {
        case "%YAML":
            if let version {
                findings.append(.yamlRepeatedVersion(at: range, first: version))
            } else if words.count < 2 || words[1] != "1.2" || (words.count > 2 && !words[2].hasPrefix("#")) {
                findings.append(.yamlOtherVersion(words.dropFirst().first.map(String.init) ?? "", at: range))
            }
            version = version ?? range
        case "%TAG":
            findings.append(.yamlTagDirective(at: range))
        default:
            findings.append(.yamlUnknownDirective(at: range))
        }
    }

    private func lineRange(_ line: Int) -> Range<Int> {
        let range = file.byteRange(ofLine: line)
        return line == 1 && range.count >= 3 && end >= 3 ? 3..<range.upperBound : range
    }

    private func isBlankOrComment(_ range: Range<Int>) -> Bool {
        let first = file.bytes[range].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return first == nil || first == UInt8(ascii: "#")
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var upper = range.upperBound
        while upper > range.lowerBound, file.bytes[upper - 1] <= UInt8(ascii: " ") { upper -= 1 }
        return range.lowerBound..<upper
    }
}
