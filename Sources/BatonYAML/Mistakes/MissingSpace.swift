import BatonDiagnostics
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
        return colon(line.file.bytes, in: afterDashes(line)..<contents.upperBound)
    }

    static func afterDashes(_ line: SourceLine) -> Int {
        let contents = line.contents
        var at = contents.lowerBound
        while at + 1 < contents.upperBound, line.file.bytes[at] == UInt8(ascii: "-"), line.isBlank(at + 1) {
            at += 1
            while at < contents.upperBound, line.isBlank(at) { at += 1 }
        }
        return at
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

/// Spaces of another kind where YAML wants its own. Inside of a text they are ordinary characters.
extension YAMLReader {
    /// Reports such spaces at the edges of a plain text, before a comment, and behind a dash.
    ///
    /// A line that begins with them has another indentation than it seems to have, and a key is another key: that is an
    /// error. At the edge of a value they belong to the value, which may be meant: that is a warning.
    mutating func checkSpaces(in whole: Range<Int>, _ signs: PlainSigns, isKey: Bool) throws(Stop) {
        let lower = whole.lowerBound
        let second = text[lower] == UInt8(ascii: "-") ? lower + 1 : lower
        guard text[second] >= 0xC2 || text[whole.upperBound - 1] >= 0x80 || signs.hasTightHash else { return }
        let isFirst = SourceLine(file, at: lower).contents.lowerBound == lower
        let before = text.otherSpaces(from: second)
        if !before.isEmpty, second == lower || isFirst {
            try complain(
                isKey || isFirst
                    ? .yamlOtherSpace(file, before, mended: second > lower ? " " : nil)
                    : .yamlOtherSpace(file, before, inText: "this text begins with"))
        }
        let behind = text.otherSpaces(upTo: whole.upperBound)
        if !behind.isEmpty, behind.lowerBound > before.upperBound {
            try complain(
                isKey
                    ? .yamlOtherSpace(file, behind, mended: "")
                    : .yamlOtherSpace(file, behind, inText: "this text ends with"))
        }
        guard signs.hasTightHash else { return }
        for hash in whole.dropFirst() where text[hash] == UInt8(ascii: "#") {
            let space = text.otherSpaces(upTo: hash)
            if space.isEmpty || space.lowerBound <= lower { continue }
            return try complain(
                .yamlOtherSpace(file, space, inText: "before this `#`, which begins no comment, stands"))
        }
    }

    /// Reports a dash among the items of a list that is none, because a space of another kind follows it.
    mutating func checkSpaceBehindDash() throws(Stop) {
        let space = text.otherSpaces(from: at + 1)
        guard text[at] == UInt8(ascii: "-"), !space.isEmpty else { return }
        try complain(.yamlOtherSpace(file, space, mended: " "))
        throw Stop()
    }

    /// Whether a space of another kind hides how the file is built, so that only these spaces are reported: what else
    /// seems wrong may follow from them.
    mutating func stopsAtSpaces() -> Bool {
        let spaces = findings.filter { $0.severity == .error && $0.code == "yaml.other-space" }
        if spaces.isEmpty { return false }
        findings = spaces
        return true
    }
}
