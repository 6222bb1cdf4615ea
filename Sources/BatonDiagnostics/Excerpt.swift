import BatonValues

/// One source line with the carets to print below it.
///
/// A range of several lines is underlined to the end of its first line. A line that is too long is cut around the
/// caret.
package struct Excerpt: Sendable, Equatable {
    package let text: String
    /// Spaces, copied tabs and at least one `^`, to print below `text` from the same column on.
    package let underline: String

    /// Bytes of the longest range whose end is shown: `HiddenLine` hides secrets only near its beginning.
    private static let longestWithEnd = 4096

    /// - Parameter limit: maximum width of `text` in columns; omitted parts are shown as `…`.
    package init(of range: SourceRange, limit: Int = 120) {
        let file = range.file
        let start = range.start
        let bytes = file.byteRange(ofLine: start.line)
        let lower = min(max(range.lower, bytes.lowerBound), bytes.upperBound)
        let upper = min(max(range.upper, lower), bytes.upperBound)
        let limit = max(limit, 20)

        // Decodes only the visible part of a long line: no code point is longer than 4 bytes, and a cell of more than 4
        // code points only makes the window smaller than it could be.
        let reach = limit * 16
        let window = Self.window(in: file.bytes, line: bytes, around: lower, reach: reach)
        var cells = TextCell.cells(of: file.bytes, in: window)
        if cells.isEmpty || cells[cells.count - 1].bytes.upperBound <= lower {
            cells.append(TextCell(bytes: max(lower, window.upperBound)..<Int.max, width: 1, text: ""))
        }
        let first = cells.firstIndex { $0.bytes.upperBound > lower } ?? cells.count - 1
        let last = cells[first...].lastIndex { $0.bytes.lowerBound < upper } ?? first

        let showsEnd = range.upper <= bytes.upperBound && upper - lower <= Self.longestWithEnd
        let isCut = window != bytes || cells.reduce(0) { $0 + $1.width } > limit
        let visible = isCut ? Self.visible(cells, first: first, last: last, limit: limit) : 0..<cells.count
        if isCut, showsEnd, visible.upperBound <= last {
            // Of a longer range, its two ends are shown: the quotes of a long text.
            let window = Self.window(in: file.bytes, line: bytes, around: upper, reach: reach)
            let ends = Self.ends(
                before: cells[..<first], start: cells[first...],
                end: TextCell.cells(of: file.bytes, in: max(window.lowerBound, lower)..<upper),
                after: TextCell.cells(of: file.bytes, in: upper..<max(window.upperBound, upper)), limit: limit)
            (text, underline) = ends
            return
        }
        let cutBefore = visible.lowerBound > 0 || window.lowerBound > bytes.lowerBound
        let cutAfter = visible.upperBound < cells.count || window.upperBound < bytes.upperBound

        var text = cutBefore ? "…" : ""
        var underline = cutBefore ? " " : ""
        for index in visible {
            let cell = cells[index]
            let isTab = cell.text == "\t"
            text += isTab && isCut ? " " : cell.text
            if index < first {
                underline += isTab && !isCut ? "\t" : String(repeating: " ", count: cell.width)
            } else if index <= last {
                underline += String(repeating: "^", count: max(cell.width, 1))
                if isTab, !isCut, index < last { underline += "\t" }
            }
        }
        if !underline.contains("^") { underline += "^" }
        self.text = cutAfter ? text + "…" : text
        self.underline = underline
    }

    /// A line without carets, cut around a byte offset where it is too long.
    static func line(_ text: String, around offset: Int, limit: Int) -> String {
        let file = SourceFile(path: "", text: text)
        return Excerpt(of: SourceRange(file: file, offset..<offset), limit: limit).text
    }

    /// Number of underlined columns.
    package var width: Int { underline.count { $0 == "^" } }

    /// The part of a long line to decode, cut between code points.
    private static func window(in bytes: [UInt8], line: Range<Int>, around place: Int, reach: Int) -> Range<Int> {
        var lower = max(line.lowerBound, place - reach)
        var upper = line.upperBound - place > reach ? place + reach : line.upperBound
        while lower > line.lowerBound, place - lower < reach + 4, bytes[lower] & 0xC0 == 0x80 { lower -= 1 }
        while upper < line.upperBound, upper - place < reach + 4, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
        return lower..<upper
    }

    /// A line of which the beginning and the end of the underlined part are shown, each with some text around it.
    private static func ends(
        before: ArraySlice<TextCell>, start: ArraySlice<TextCell>, end: [TextCell], after: [TextCell], limit: Int
    ) -> (text: String, underline: String) {
        let room = limit - 3
        let lead = Array(fitting(before.reversed(), room / 6).reversed())
        let trail = fitting(after, room / 6)
        let rest = room - width(of: lead) - width(of: trail)
        let head = fitting(Array(start), rest / 2)
        let tail = Array(fitting(end.reversed(), rest - width(of: head)).reversed())
        func text(_ cells: [TextCell]) -> String { cells.map { $0.text == "\t" ? " " : $0.text }.joined() }
        let isCutBefore = lead.count < before.count
        let isCutAfter = trail.count < after.count
        let marked = width(of: head) + 1 + width(of: tail)
        return (
            (isCutBefore ? "…" : "") + text(lead) + text(head) + "…" + text(tail) + text(trail)
                + (isCutAfter ? "…" : ""),
            String(repeating: " ", count: (isCutBefore ? 1 : 0) + width(of: lead))
                + String(repeating: "^", count: marked)
        )
    }

    /// The first cells that fit into a number of columns.
    private static func fitting(_ cells: [TextCell], _ room: Int) -> [TextCell] {
        var used = 0
        return Array(
            cells.prefix { cell in
                used += cell.width
                return used <= room
            })
    }

    private static func width(of cells: [TextCell]) -> Int { cells.reduce(0) { $0 + $1.width } }

    /// The cells around the caret that fit: a quarter of the columns is used for the text before it.
    private static func visible(_ cells: [TextCell], first: Int, last: Int, limit: Int) -> Range<Int> {
        let room = limit - 2
        var lower = first
        var upper = first
        var used = 0
        while upper < cells.count, upper <= last, used + cells[upper].width <= room * 3 / 4 {
            used += cells[upper].width
            upper += 1
        }
        while lower > 0, used + cells[lower - 1].width <= room {
            let before = cells[lower..<first].reduce(0) { $0 + $1.width }
            if before >= room / 4, upper < cells.count { break }
            lower -= 1
            used += cells[lower].width
        }
        while upper < cells.count, used + cells[upper].width <= room {
            used += cells[upper].width
            upper += 1
        }
        while lower > 0, used + cells[lower - 1].width <= room {
            lower -= 1
            used += cells[lower].width
        }
        return lower..<max(upper, first + 1)
    }
}

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

/// A source line with its secrets hidden.
package enum HiddenLine {
    /// Number of bytes around the place that are searched in a longer line.
    private static let reach = 8192

    /// The same range in a one-line file with `***` in the hidden places; or the range itself where there are no such
    /// places.
    package static func range(_ range: SourceRange, _ hidden: DiagnosticRenderer.Hiding) -> SourceRange {
        let whole = range.file.byteRange(ofLine: range.start.line)
        let lower = min(max(range.lower, whole.lowerBound), whole.upperBound)
        let upper = min(max(range.upper, lower), whole.upperBound)
        let line = max(whole.lowerBound, lower - reach)..<min(whole.upperBound, lower + reach)
        let bytes = Array(range.file.bytes[line])
        let places = hidden(range.file, line).filter { $0.overlaps(line) }.map { place in
            let place = place.clamped(to: line)
            return place.lowerBound - line.lowerBound..<place.upperBound - line.lowerBound
        }
        guard !places.isEmpty else { return range }

        var text: [UInt8] = []
        var first = lower - line.lowerBound
        var last = min(upper, line.upperBound) - line.lowerBound
        var copied = 0
        let (start, end) = (first, last)
        for place in places {
            text += bytes[copied..<place.lowerBound]
            let shorter = place.count - 3
            if start >= place.upperBound { first -= shorter } else if start > place.lowerBound { first = text.count }
            text += "***".utf8
            if end >= place.upperBound { last -= shorter } else if end > place.lowerBound { last = text.count }
            copied = place.upperBound
        }
        text += bytes[copied...]
        let shown = SourceFile(path: "", text: String(decoding: text, as: UTF8.self))
        return SourceRange(file: shown, first..<max(first, last))
    }
}
