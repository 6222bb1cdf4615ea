import BatonDiagnostics

/// Translates what libyaml says of escapes in double quotes, and lets pairs of surrogates pass, which JSON has.
struct EscapeReading {
    private let file: SourceFile
    private let scalar: Int
    private let escape: Int

    /// `problem` is at the backslash of an unknown escape; else, where digits are wrong, behind the letter.
    init(_ file: SourceFile, scalar: Int, problem: Int, isUnknown: Bool) {
        self.file = file
        self.scalar = scalar
        escape = max(scalar, isUnknown ? problem : problem - 2)
    }

    var accidents: [Accident] {
        let pairs = surrogatePairs
        guard pairs.isEmpty else { return pairs }
        return [accident]
    }

    private var accident: Accident {
        let end = file.bytes.count
        let letter = escape + 1 < end ? file.bytes[escape + 1] : 0
        let digits = DoubleQuotedEscape.digits(after: letter) ?? 0
        guard digits > 0, DoubleQuotedEscape.hexadecimal(file.bytes, escape + 2, digits, before: end) != nil else {
            var upper = escape + 2
            while upper < end, file.bytes[upper] & 0xC0 == 0x80 { upper += 1 }
            let whole = escape..<min(upper, end)
            return Accident(
                diagnostic: digits > 0
                    ? .yamlHexadecimal(file, whole, digits: digits) : .yamlEscape(file, whole, in: scalar),
                edit: .init(range: escape..<escape + 1, replacement: [UInt8(ascii: "x")]))
        }
        let whole = escape..<escape + 2 + digits
        let replacement = digits == 4 ? "\\ufffd" : "\\U0000fffd"
        return Accident(
            diagnostic: .yamlCodePoint(file, whole), edit: .init(range: whole, replacement: Array(replacement.utf8)))
    }

    /// All pairs of the file at once, from here on: a file of JSON may have many. In other scalars than double-quoted
    /// ones they stay what they are, since the contents of edited scalars are read from the file as it is.
    private var surrogatePairs: [Accident] {
        let bytes = file.bytes
        var accidents: [Accident] = []
        var at = escape
        while at + 12 <= bytes.count {
            guard bytes[at] == UInt8(ascii: "\\") else {
                at += 1
                continue
            }
            if bytes[at + 1] == UInt8(ascii: "u"),
                let high = DoubleQuotedEscape.hexadecimal(bytes, at + 2, 4, before: bytes.count),
                DoubleQuotedEscape.isHighSurrogate(high),
                DoubleQuotedEscape.lowSurrogate(bytes, at: at + 6, before: bytes.count) != nil
            {
                let edit = TextEdits.Edit(range: at..<at + 12, replacement: Array("\\ufffd\\ufffd".utf8))
                accidents.append(Accident(edit: edit))
                at += 12
            } else {
                at += 2
            }
        }
        // The escape complained of is a pair, or this is another mistake.
        return accidents.first?.edit?.range.lowerBound == escape ? accidents : []
    }
}
