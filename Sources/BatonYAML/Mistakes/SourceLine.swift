import BatonDiagnostics

/// The line that contains an offset.
struct SourceLine {
    let file: SourceFile
    /// Counted from 1.
    let number: Int
    /// The range of the line without its line break.
    let range: Range<Int>

    init(_ file: SourceFile, at offset: Int) {
        self.init(file, number: Self.number(file.lineStarts, of: offset))
    }

    /// The number of a line, by binary search. Unlike `SourceFile.location(of:)` it does not count columns, which takes
    /// time in a long line.
    private static func number(_ starts: [Int], of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    init(_ file: SourceFile, number: Int) {
        self.file = file
        self.number = number
        let whole = file.byteRange(ofLine: number)
        let hasMark = number == 1 && file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        range = hasMark ? whole.lowerBound + 3..<whole.upperBound : whole
    }

    /// The line without indentation and trailing spaces and tabs.
    var contents: Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, isBlank(lower) { lower += 1 }
        while upper > lower, isBlank(upper - 1) { upper -= 1 }
        return lower..<upper
    }

    var isBlankOrComment: Bool {
        contents.isEmpty || file.bytes[contents.lowerBound] == UInt8(ascii: "#")
    }

    /// Length of the indentation in bytes.
    var indentation: Int { contents.lowerBound - range.lowerBound }

    /// A correction that replaces a range of the line; nil if the range is not inside of the line, or if the line is
    /// too long to be shown.
    func correction(_ stretch: Range<Int>, _ text: String, isCertain: Bool = false) -> Correction? {
        let contents = contents
        guard stretch.lowerBound >= contents.lowerBound, stretch.upperBound <= range.upperBound, contents.count <= 400
        else { return nil }
        return Correction(file, [.init(stretch, text, isCertain: isCertain)])
    }

    /// The nearest line before this one that is neither empty nor a comment; nil without one.
    var previous: SourceLine? {
        var number = number - 1
        // A line further back is not related to the mistake.
        let first = max(1, number - 100)
        while number >= first {
            let line = SourceLine(file, number: number)
            if !line.isBlankOrComment { return line }
            number -= 1
        }
        return nil
    }

    func isBlank(_ at: Int) -> Bool {
        at < file.bytes.count && (file.bytes[at] == UInt8(ascii: " ") || file.bytes[at] == UInt8(ascii: "\t"))
    }

    /// The colon behind the first key of the line; dashes of list items are skipped.
    var keyColon: Int? {
        let end = contents.upperBound
        var at = MissingSpace.afterDashes(self)
        if at < end, file.bytes[at] == UInt8(ascii: "\"") || file.bytes[at] == UInt8(ascii: "'") {
            at = Parentheses.stringEnd(file.bytes, from: at, before: end) ?? at
        }
        while at < end {
            if file.bytes[at] == UInt8(ascii: ":"), at + 1 == end || isBlank(at + 1) { return at }
            at += 1
        }
        return nil
    }
}

/// A line and the lines below that belong to it, which must be moved together.
struct IndentedBlock {
    private static let mostLines = 100

    private let first: SourceLine
    private let lines: [SourceLine]

    init(_ first: SourceLine) {
        self.first = first
        var lines = [first]
        var number = first.number + 1
        while number <= first.file.lineStarts.count, lines.count <= Self.mostLines {
            let line = SourceLine(first.file, number: number)
            number += 1
            if line.isBlankOrComment { continue }
            let isNextItem =
                line.indentation == first.indentation
                && line.file.bytes[line.contents.lowerBound] == UInt8(ascii: "-")
            if line.indentation < first.indentation || isNextItem { break }
            lines.append(line)
        }
        self.lines = lines
    }

    /// The column of the keys in the list item above the block; nil if there is no such item.
    var columnOfItemAbove: Int? {
        var above = first.previous
        while let line = above, line.indentation >= first.indentation {
            let contents = MissingSpace.afterDashes(line)
            if line.indentation == first.indentation, contents > line.contents.lowerBound {
                return line.keyColon == nil ? nil : contents - line.range.lowerBound
            }
            above = line.previous
        }
        return nil
    }

    /// The end of the last line.
    var end: Int { lines.last?.range.upperBound ?? first.range.upperBound }

    /// The end of the item that begins at the first line. If the lines below are indented less than the text behind the
    /// dash, they are at the right column and only the dash is wrong, so the item ends with the first line.
    var endOfItem: Int {
        let contents = MissingSpace.afterDashes(first) - first.range.lowerBound
        return lines.dropFirst().first.map { $0.indentation < contents } == true ? first.range.upperBound : end
    }

    /// A message at the first line, with a correction that moves the whole block to a column.
    func diagnostic(_ message: Message, movedTo column: Int?) -> Diagnostic {
        let range = SourceRange(file: first.file, first.contents)
        let edits = column.flatMap(edits(movingTo:))
        return .yamlIndentation(at: range, message, correction: edits.flatMap { Correction(first.file, $0) })
    }

    private func edits(movingTo column: Int) -> [Correction.Edit]? {
        let shift = column - first.indentation
        guard shift != 0, lines.count <= Self.mostLines else { return nil }
        return lines.map { line in
            let start = line.range.lowerBound
            return shift > 0
                ? .init(start..<start, String(repeating: " ", count: shift)) : .init(start..<start - shift, "")
        }
    }
}

/// The diagnostic for a tab at a place where YAML requires a space.
struct TabReading {
    private static let mostLines = 100
    /// Number of spaces that a tab counts as. With two, the keys of a list item are aligned with its first key, whether
    /// they are indented by one more tab or by two spaces.
    static let width = 2

    private let file: SourceFile
    private let tab: Int

    init(_ file: SourceFile, at tab: Int) {
        self.file = file
        self.tab = tab
    }

    var diagnostic: Diagnostic {
        let line = SourceLine(file, at: tab)
        guard tab <= line.contents.lowerBound else {
            let range = tab..<tab + 1
            return .yamlTab(at: SourceRange(file: file, range), correction: line.correction(range, " "))
        }
        let indentations = (line.number...file.lineStarts.count).compactMap(indentation)
        let isCorrectable = indentations.count <= Self.mostLines
        let edits = isCorrectable ? indentations.map { Correction.Edit($0, spaces(for: $0)) } : []
        let tabs = SourceRange(file: file, tab..<max(tab + 1, line.contents.lowerBound))
        return .yamlTabIndentation(at: tabs, lines: indentations.count, correction: Correction(file, edits))
    }

    /// The leading spaces and tabs of a line; nil without a tab.
    private func indentation(ofLine number: Int) -> Range<Int>? {
        let line = SourceLine(file, number: number)
        let spaces = line.range.lowerBound..<line.contents.lowerBound
        return !line.contents.isEmpty && file.bytes[spaces].contains(UInt8(ascii: "\t")) ? spaces : nil
    }

    private func spaces(for indentation: Range<Int>) -> String {
        let tabs = file.bytes[indentation].count { $0 == UInt8(ascii: "\t") }
        return String(repeating: " ", count: indentation.count - tabs + tabs * Self.width)
    }
}
