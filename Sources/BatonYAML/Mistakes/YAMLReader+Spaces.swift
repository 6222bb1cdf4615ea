import BatonDiagnostics
import BatonValues

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
