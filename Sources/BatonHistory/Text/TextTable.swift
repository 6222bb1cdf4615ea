import BatonRecords
import BatonValues

/// Columns of text, as wide as their widest cell, each row on a line.
struct TextTable {
    private struct Column {
        var title: String
        var isNumber: Bool
        var width: Int
    }

    private var columns: [Column]
    private var rows: [[(text: String, colour: String?)]] = []

    /// - Parameter numbers: titles of columns whose cells are aligned at the right.
    init(_ titles: [String], numbers: Set<String> = []) {
        columns = titles.map { Column(title: $0, isNumber: numbers.contains($0), width: TextWidth.of($0)) }
    }

    /// - Parameter colours: codes of cells in colour, by column.
    mutating func add(_ cells: [String], colours: [Int: String] = [:]) {
        rows.append(cells.enumerated().map { ($1, colours[$0]) })
        for (column, cell) in cells.enumerated() {
            columns[column].width = max(columns[column].width, TextWidth.of(cell))
        }
    }

    /// - Parameter paint: colours a text by a code.
    func text(_ paint: (String, String) -> String) -> String {
        var text = paint(line(columns.map { ($0.title, nil) }) { cell, _ in cell }, "2") + "\n"
        for row in rows { text += line(row, paint) + "\n" }
        return text
    }

    private func line(_ cells: [(text: String, colour: String?)], _ paint: (String, String) -> String) -> String {
        // Empty cells at the end get no spaces.
        let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
        var text = ""
        for (column, cell) in cells.prefix(last + 1).enumerated() {
            if column > 0 { text += "  " }
            let width = columns[column].width
            let padded =
                columns[column].isNumber
                ? TextWidth.aligned(cell.text, width) : column == last ? cell.text : TextWidth.padded(cell.text, width)
            text += cell.colour.map { paint(padded, $0) } ?? padded
        }
        return text
    }
}

/// Durations over time as a line of blocks: `▁▂▇▃`.
enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    /// Number of values that are shown: the last ones.
    private static let most = 50

    /// Zero is the lowest block, and the longest duration the highest.
    static func of(_ durations: [Microseconds]) -> String {
        let shown = durations.suffix(most)
        let longest = max(shown.max() ?? 0, 1)
        return String(
            shown.map { value in
                blocks[
                    min(blocks.count - 1, Int(Double(max(value, 0)) / Double(longest) * Double(blocks.count - 1) + 0.5))
                ]
            })
    }
}
