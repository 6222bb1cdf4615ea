import BatonDiagnostics

/// A line and those below it that belong to it, which all have to be moved together.
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

    /// Where the keys of the list item stand that the block follows; nil where none is above.
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

    /// Where its last line ends.
    var end: Int { lines.last?.range.upperBound ?? first.range.upperBound }

    /// Where the item ends that the first line begins. Lines that stand left of what is behind its dash stand right, and
    /// only the dash does not.
    var endOfItem: Int {
        let contents = MissingSpace.afterDashes(first) - first.range.lowerBound
        return lines.dropFirst().first.map { $0.indentation < contents } == true ? first.range.upperBound : end
    }

    /// The complaint at the first line, with the whole block where it should stand.
    func diagnostic(_ message: String, movedTo column: Int?) -> Diagnostic {
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
