import BatonDiagnostics

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
            let contents = line.afterDashes
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
        let contents = first.afterDashes - first.range.lowerBound
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
