/// Replacements in a file that correct the error of a diagnostic.
package struct Correction: Sendable, Equatable {
    package struct Edit: Sendable, Equatable {
        package let range: Range<Int>
        package let text: String
        /// Whether nothing else can be meant, so that `check --fix` may write it.
        package let isCertain: Bool

        package init(_ range: Range<Int>, _ text: String, isCertain: Bool = false) {
            self.range = range
            self.text = text
            self.isCertain = isCertain
        }
    }

    /// One changed line with its corrected text.
    package struct Line: Sendable {
        /// Counted from 1.
        package let number: Int
        package let text: String
        /// The first change in `text`, in bytes.
        package let change: Range<Int>
    }

    package let file: SourceFile
    /// In file order, without overlaps; offsets in bytes.
    package let edits: [Edit]

    /// Nil where there are no edits.
    package init?(_ file: SourceFile, _ edits: [Edit]) {
        guard !edits.isEmpty else { return nil }
        self.file = file
        self.edits = Self.sorted(edits)
    }

    /// In file order; an insertion comes before a replacement at the same place.
    private static func sorted(_ edits: [Edit]) -> [Edit] {
        edits.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    }

    /// What of it is certain; nil where nothing is.
    package var certain: Correction? { Correction(file, edits.filter(\.isCertain)) }

    /// The same correction with further edits, except those that overlap existing ones.
    package func adding(_ others: [Edit]) -> Correction {
        Correction(file, Self.apart(edits + others)) ?? self
    }

    /// Removes each edit that overlaps an earlier one.
    private static func apart(_ all: [Edit]) -> [Edit] {
        var edits: [Edit] = []
        for edit in all {
            let overlaps = edits.contains { other in
                other == edit
                    || (other.range.lowerBound < edit.range.upperBound
                        && edit.range.lowerBound < other.range.upperBound)
            }
            if !overlaps { edits.append(edit) }
        }
        return edits
    }

    /// The lines that the edits change or span.
    package var lines: [Line] {
        var lines: [Line] = []
        var index = 0
        while index < edits.count {
            let first = file.location(of: edits[index].range.lowerBound).line
            var last = file.location(of: edits[index].range.upperBound).line
            var group = [edits[index]]
            index += 1
            while index < edits.count, file.location(of: edits[index].range.lowerBound).line <= last {
                group.append(edits[index])
                last = max(last, file.location(of: edits[index].range.upperBound).line)
                index += 1
            }
            lines += Self.lines(of: file, first...last, group)
        }
        return lines
    }

    private static func lines(of file: SourceFile, _ numbers: ClosedRange<Int>, _ edits: [Edit]) -> [Line] {
        let lower = file.byteRange(ofLine: numbers.lowerBound).lowerBound
        let upper = file.byteRange(ofLine: numbers.upperBound).upperBound
        let bytes = applied(edits, to: file.bytes, in: lower..<max(lower, upper))
        let start = edits[0].range.lowerBound - lower
        let change = start..<start + edits[0].text.utf8.count
        let corrected = SourceFile(path: file.path, bytes: bytes)
        return (1...corrected.lineStarts.count).map { number in
            Line(
                number: numbers.lowerBound + number - 1, text: corrected.text(ofLine: number),
                change: number == 1 ? change : 0..<0)
        }
    }

    private static func applied(_ edits: [Edit], to bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var at = range.lowerBound
        for edit in edits where edit.range.lowerBound >= at && edit.range.upperBound <= bytes.count {
            result += bytes[at..<edit.range.lowerBound]
            result += Array(edit.text.utf8)
            at = edit.range.upperBound
        }
        return result + bytes[min(at, range.upperBound)..<range.upperBound]
    }

    /// The file with several corrections applied; of two that overlap, the first one.
    package static func applying(_ corrections: [Correction], to file: SourceFile) -> [UInt8] {
        let edits = sorted(apart(corrections.flatMap(\.edits)))
        return applied(edits, to: file.bytes, in: 0..<file.bytes.count)
    }

    package static func == (left: Correction, right: Correction) -> Bool {
        left.file === right.file && left.edits == right.edits
    }
}
