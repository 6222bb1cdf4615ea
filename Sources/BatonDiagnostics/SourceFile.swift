import Synchronization

/// A text that diagnostics point into: its bytes, how it is shown to users, and where its lines begin.
///
/// Offsets everywhere are UTF-8 byte offsets from the start of the file; lines and columns are only for display.
package final class SourceFile: Sendable {
    /// The path as the user should read it: relative to the folder the command was started in.
    package let path: String
    package let bytes: [UInt8]
    private let lines = Mutex(Lines())
    private let hidden = Mutex<[Range<Int>]?>(nil)
    private let declared = Mutex<[Range<Int>]>([])

    /// Cached positions of line starts.
    private struct Lines {
        /// The offset of the first byte of every line; empty before the first use.
        var starts: [Int] = []
        /// The last requested offset, its line from 1, and the start of that line.
        var last = (offset: 0, line: 1, start: 0)
    }

    /// The ranges that messages show as `***`, found at the first use, because few files need them.
    package func hiddenRanges(_ find: (SourceFile) -> [Range<Int>]) -> [Range<Int>] {
        if let known = hidden.withLock({ $0 }) { return known }
        let found = find(self)
        hidden.withLock { $0 = found }
        return found
    }

    /// The ranges of values that another file declares secret.
    package var declaredHidden: [Range<Int>] { declared.withLock { $0 } }

    package func hide(_ range: SourceRange) {
        declared.withLock { $0.append(range.lower..<range.upper) }
    }

    /// The offset of the first byte of every line; a line ends at LF, CR LF or CR.
    ///
    /// Computed at the first use, because few files need it.
    package var lineStarts: [Int] { lines.withLock { startsOfAll(&$0) } }

    private func startsOfAll(_ lines: inout Lines) -> [Int] {
        if lines.starts.isEmpty {
            lines.starts = [0]
            lines.starts.reserveCapacity(bytes.count / 24 + 8)
            forEachLine(behind: 0, upTo: bytes.count) { lines.starts.append($0) }
        }
        return lines.starts
    }

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    package convenience init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// Calls `body` with the start of each line that begins after `first` and not after `last`.
    @inline(__always)
    private func forEachLine(behind first: Int, upTo last: Int, _ body: (Int) -> Void) {
        bytes.withUnsafeBytes { bytes in
            func tell(behind at: Int) {
                // CR LF counts as one line break, which ends at LF.
                let isPair =
                    bytes[at] == UInt8(ascii: "\r") && at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "\n")
                if !isPair { body(at + 1) }
            }
            var at = first
            while at + 8 <= last {
                let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian
                var breaks = Self.lineBreaks(in: word)
                while breaks != 0 {
                    tell(behind: at + breaks.trailingZeroBitCount / 8)
                    breaks &= breaks &- 1
                }
                at += 8
            }
            while at < last {
                if Self.isLineBreak(bytes[at]) { tell(behind: at) }
                at += 1
            }
        }
    }

    /// The highest bit of each of eight bytes that is LF or CR.
    private static func lineBreaks(in bytes: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest = ones &* 0x80
        // Fast path: most text has no byte below 0x10. The check may have false positives.
        guard (bytes &- ones &* 0x10) & ~bytes & highest != 0 else { return 0 }
        func isZero(_ bytes: UInt64) -> UInt64 { ~((bytes & ~highest) &+ ~highest | bytes) & highest }
        return isZero(bytes ^ ones &* UInt64(UInt8(ascii: "\n"))) | isZero(bytes ^ ones &* UInt64(UInt8(ascii: "\r")))
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// The line and column of a byte offset; an offset past the end is the end.
    package func location(of offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let (line, start) = lines.withLock { lineHolding(offset, &$0) }
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
        return SourceLocation(line: line, column: column + 1)
    }

    /// The line number from 1, and the offset of its first byte.
    ///
    /// Offsets are mostly requested in ascending order; lines are then counted from the last one, without a table of
    /// all lines.
    private func lineHolding(_ offset: Int, _ lines: inout Lines) -> (Int, Int) {
        if lines.starts.isEmpty, offset >= lines.last.offset {
            var (_, line, start) = lines.last
            forEachLine(behind: lines.last.offset, upTo: offset) { next in
                line += 1
                start = next
            }
            lines.last = (offset, line, start)
            return (line, start)
        }
        let starts = startsOfAll(&lines)
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, starts[low])
    }

    /// The text of a line (counted from 1) without its line break; invalid UTF-8 is repaired.
    package func text(ofLine line: Int) -> String {
        String(decoding: bytes[byteRange(ofLine: line)], as: UTF8.self)
    }

    /// The byte range of a line (counted from 1) without its line break; empty for a missing line.
    package func byteRange(ofLine line: Int) -> Range<Int> {
        let lineStarts = lineStarts
        guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
        let lower = lineStarts[line - 1]
        var upper = line < lineStarts.count ? lineStarts[line] : bytes.count
        while upper > lower, bytes[upper - 1] == UInt8(ascii: "\n") || bytes[upper - 1] == UInt8(ascii: "\r") {
            upper -= 1
        }
        return lower..<upper
    }
}

/// A place for the user: line and column from 1, columns in code points.
package struct SourceLocation: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A range of a file in byte offsets; an empty range is a place between two characters.
package struct SourceRange: Sendable {
    package let file: SourceFile
    package let lower: Int
    package let upper: Int

    /// Offsets past the end of the file become its end.
    package init(file: SourceFile, _ range: Range<Int>) {
        self.file = file
        self.lower = min(range.lowerBound, file.bytes.count)
        self.upper = min(range.upperBound, file.bytes.count)
    }

    /// The start of the file, for errors that concern the whole file.
    package init(startOf file: SourceFile) {
        self.init(file: file, 0..<0)
    }

    package var start: SourceLocation { file.location(of: lower) }
    package var end: SourceLocation { file.location(of: upper) }

    /// The text of the range; invalid UTF-8 is repaired.
    package var text: String {
        String(decoding: file.bytes[min(lower, file.bytes.count)..<min(upper, file.bytes.count)], as: UTF8.self)
    }

    /// The comment on the lines right above the one where the range begins; nil for none, and for the first line of an item
    /// of a list, whose comment is about the whole item.
    package var commentAbove: String? {
        var line = start.line
        if Self.trimmed(file.text(ofLine: line)).hasPrefix("- ") { return nil }
        var parts: [Substring] = []
        while line > 1, parts.count < 3 {
            line -= 1
            let text = Self.trimmed(file.text(ofLine: line))
            guard text.hasPrefix("#") else { break }
            parts.append(Self.trimmed(text.drop { $0 == "#" }))
        }
        let comment = parts.reversed().joined(separator: " ")
        return comment.isEmpty ? nil : comment
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        let text = Substring(text).drop(while: \.isWhitespace)
        return text[..<(text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex)]
    }

    /// The range from the start of this one to the end of another one in the same file.
    package func through(_ other: SourceRange) -> SourceRange {
        SourceRange(file: file, lower..<max(upper, other.upper))
    }
}

extension SourceRange: Equatable {
    package static func == (left: SourceRange, right: SourceRange) -> Bool {
        left.file === right.file && left.lower == right.lower && left.upper == right.upper
    }
}

extension SourceRange: CustomStringConvertible {
    /// `path:line:column`, the format of compilers.
    package var description: String {
        let start = start
        return "\(file.path):\(start.line):\(start.column)"
    }
}
