import Synchronization

/// A text that diagnostics point into: its bytes, how it is shown to users, and where its lines begin.
///
/// Offsets everywhere are UTF-8 byte offsets from the start of the file; lines and columns are for people only.
package final class SourceFile: Sendable {
    /// The path as the user should read it: relative to the folder the command was started in.
    package let path: String
    package let bytes: [UInt8]
    /// The offset of the first byte of every line; a line ends at LF, CR LF or CR.
    ///
    /// Looked for when it is asked for the first time: few files are.
    package var lineStarts: [Int] {
        starts.withLock { starts in
            if starts.isEmpty { starts = Self.lineStarts(of: bytes) }
            return starts
        }
    }
    private let starts = Mutex<[Int]>([])

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    package convenience init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    private static func lineStarts(of bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBufferPointer { bytes in
            var count = 1
            for byte in bytes where byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { count &+= 1 }
            return [Int](unsafeUninitializedCapacity: count) { starts, found in
                starts[0] = 0
                found = 1
                var index = 0
                while index < bytes.count {
                    let byte = bytes[index]
                    index &+= 1
                    guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
                    let isPair =
                        byte == UInt8(ascii: "\r") && index < bytes.count && bytes[index] == UInt8(ascii: "\n")
                    if isPair { index &+= 1 }
                    starts[found] = index
                    found &+= 1
                }
            }
        }
    }

    /// The place of a byte offset; an offset past the end is the end.
    package func location(of offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let lineStarts = lineStarts
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = bytes[lineStarts[low]..<offset].count { $0 & 0xC0 != 0x80 }
        return SourceLocation(line: low + 1, column: column + 1)
    }

    /// The text of a line (counted from 1) without its line break; invalid UTF-8 is repaired.
    package func text(ofLine line: Int) -> String {
        String(decoding: bytes[byteRange(ofLine: line)], as: UTF8.self)
    }

    /// The offsets of a line (counted from 1) without its line break; empty for a line that is not there.
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

/// A place as people count it: lines and columns from 1, columns in code points.
package struct SourceLocation: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
