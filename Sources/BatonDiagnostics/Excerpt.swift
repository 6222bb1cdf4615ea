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
