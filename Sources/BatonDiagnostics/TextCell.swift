import BatonValues

/// A part of a line that a terminal draws as one unit: a character with its combining marks.
struct TextCell {
    /// Byte range in the file.
    var bytes: Range<Int>
    var width: Int
    /// The text to draw: control characters are replaced, invalid UTF-8 is U+FFFD; a tab is kept.
    var text: String

    /// The cells of a range of bytes, which may be invalid UTF-8.
    static func cells(of bytes: [UInt8], in range: Range<Int>) -> [TextCell] {
        var cells: [TextCell] = []
        var joinsNext = false
        var flagIsOpen = false
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (scalar, length) = decode(bytes, at: offset, end: range.upperBound)
            let place = offset..<offset + length
            offset += length
            let isFlagPart = 0x1F1E6...0x1F1FF ~= scalar.value
            let replacement = scalar == "\t" ? nil : PrintableText.sign(for: scalar)
            let isBlank = scalar == "\t" || scalar == " "
            let joins =
                replacement == nil && !isBlank
                && (joinsNext || (flagIsOpen && isFlagPart) || DisplayWidth.isJoining(scalar))
            if joins, let last = cells.indices.last, cells[last].text != "\t", cells[last].text.utf8.count < 128 {
                cells[last].bytes = cells[last].bytes.lowerBound..<place.upperBound
                cells[last].text.unicodeScalars.append(scalar)
                if scalar == DisplayWidth.emojiStyle { cells[last].width = 2 }
                joinsNext = scalar == DisplayWidth.joiner
                flagIsOpen = false
            } else {
                let shown = replacement ?? scalar
                cells.append(TextCell(bytes: place, width: DisplayWidth.of(shown), text: String(Character(shown))))
                joinsNext = false
                flagIsOpen = isFlagPart
            }
        }
        return cells
    }

    /// The code point at an offset and its length; U+FFFD and 1 for invalid UTF-8.
    private static func decode(_ bytes: [UInt8], at offset: Int, end: Int) -> (Unicode.Scalar, Int) {
        let lead = bytes[offset]
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead <= 0xF4, offset + length <= end else { return ("\u{FFFD}", 1) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for index in offset + 1..<offset + length {
            guard bytes[index] & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(bytes[index] & 0x3F)
        }
        let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x1_0000]
        guard value >= smallest[length], let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
        return (scalar, length)
    }
}
