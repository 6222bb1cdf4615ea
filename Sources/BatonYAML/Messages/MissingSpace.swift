// How this folder works together: what is said of a mistake, once its place is known. `Diagnostic+Document` and
// `Diagnostic+Syntax` have the messages; the other files find the edits of their corrections: the space that is missing, the
// quotes (`Quoting`), the column of a block (`IndentedBlock`) and the spaces in place of tabs (`TabReading`).
// `TemplateMarker` knows the templates of other tools. Finding the places is the reader's work.

package import BatonDiagnostics
import BatonValues

/// Recognises `key:value`, which YAML reads as a text.
enum MissingSpace {
    /// The colon that lacks a space behind it, in a range that begins with the key; nil for text like `http://…`.
    static func colon(in range: SourceRange) -> Int? {
        colon(range.file.bytes, in: range.lower..<range.upper)
    }

    static func colon(_ bytes: [UInt8], in range: Range<Int>) -> Int? {
        var at = range.lowerBound
        while at < range.upperBound, isKeyByte(bytes[at]) { at += 1 }
        guard at > range.lowerBound, at + 1 < range.upperBound, bytes[at] == UInt8(ascii: ":") else { return nil }
        let next = bytes[at + 1]
        guard next > UInt8(ascii: " "), next != UInt8(ascii: ":") else { return nil }
        if next == UInt8(ascii: "/"), at + 2 < range.upperBound, bytes[at + 2] == next { return nil }
        return at
    }

    /// The space of another kind that stands behind a colon in place of an ordinary one.
    static func otherSpace(_ file: SourceFile, behind colon: Int) -> Range<Int>? {
        file.bytes.withUnsafeBufferPointer { bytes in
            let space = TextBytes(bytes).otherSpaces(from: colon + 1)
            return space.isEmpty ? nil : space
        }
    }

    /// The colon in a line, after its indentation and the dashes of lists.
    static func colon(in line: SourceLine) -> Int? {
        let contents = line.contents
        return colon(line.file.bytes, in: line.afterDashes..<contents.upperBound)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}

extension MissingSpace {
    /// The edits that add the space behind a colon, and the quotes that the value needs once it is a value of its own;
    /// nil if the intended end of the value is unknown.
    static func edits(_ file: SourceFile, behind colon: Int) -> [Correction.Edit]? {
        let space = Correction.Edit(colon + 1..<colon + 1, " ")
        let value = ValueExtent.of(file, from: colon + 1, isInFlow: false)
        let bytes = file.bytes[value]
        guard let first = bytes.first, let last = bytes.last else { return [space] }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let end = Parentheses.stringEnd(file.bytes, from: value.lowerBound, before: value.upperBound)
            return end == value.upperBound ? [space] : nil
        case UInt8(ascii: "[") where last == UInt8(ascii: "]"), UInt8(ascii: "{") where last == UInt8(ascii: "}"):
            return [space]
        case UInt8(ascii: "*"), UInt8(ascii: "&"):
            if isAnchored(bytes) { return [space] }
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            // The header of a block scalar, whose lines follow.
            if bytes.dropFirst().allSatisfy({ "+-123456789".utf8.contains($0) }) { return [space] }
        default:
            let text = String(decoding: bytes, as: UTF8.self)
            if Quoting.quotedIfNeeded(text, isInFlow: false) == text { return [space] }
        }
        return [space, .init(value, Quoting.quoted(String(decoding: bytes, as: UTF8.self)))]
    }

    /// Whether a text is `*name`, or `&name` followed by a value.
    private static func isAnchored(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.dropFirst().prefix { $0 > UInt8(ascii: " ") }
        let isName = !name.isEmpty && name.allSatisfy { $0 == UInt8(ascii: "_") || isWordByte($0) }
        let isAlone = name.endIndex == text.endIndex
        return isName && isAlone == (text.first == UInt8(ascii: "*"))
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension YAMLNode {
    /// The diagnostic for `key:value` where a mapping is expected; nil for any other node.
    package var missingSpace: Diagnostic? {
        guard style == .plain, let colon = MissingSpace.colon(in: range) else { return nil }
        let lines = SourceLine(range.file, at: range.lower).number...SourceLine(range.file, at: range.upper).number
        let colons = lines.prefix(100).compactMap { MissingSpace.colon(in: SourceLine(range.file, number: $0)) }
            .filter { $0 >= range.lower && $0 < range.upper }
        var diagnostic = Diagnostic.yamlMissingSpace(range.file, colon: colon)
        if diagnostic.correction != nil, MissingSpace.otherSpace(range.file, behind: colon) == nil {
            let edits = (colons.isEmpty ? [colon] : colons).map { MissingSpace.edits(range.file, behind: $0) }
            // Behind a key on its line no mapping can begin without brackets.
            let isBehindKey = range.file.bytes[..<range.lower].last { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
            let isMended = !isBehindKey && edits.allSatisfy { $0 != nil }
            diagnostic.correction = isMended ? Correction(range.file, edits.flatMap { $0 ?? [] }) : nil
        }
        return diagnostic
    }
}
