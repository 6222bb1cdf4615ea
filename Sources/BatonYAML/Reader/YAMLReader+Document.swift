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
        guard at == lineStart, isMarker else { return at >= text.count }
        text = text.prefix(at)
        return true
    }

    /// Whether `---` or `...` is here, followed by a space or a line break.
    private var isMarker: Bool {
        let byte = text[at]
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return text[at + 1] == byte && text[at + 2] == byte && isBlank(at + 3)
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
