/// A stretch of a file, in byte offsets; an empty one is a place between two characters.
package struct SourceRange: Sendable {
    package let file: SourceFile
    package let lower: Int
    package let upper: Int

    /// What lies beyond the end of the file is its end.
    package init(file: SourceFile, _ range: Range<Int>) {
        self.file = file
        self.lower = min(range.lowerBound, file.bytes.count)
        self.upper = min(range.upperBound, file.bytes.count)
    }

    /// The whole of a file's beginning: where a complaint about the file itself belongs.
    package init(startOf file: SourceFile) {
        self.init(file: file, 0..<0)
    }

    package var start: SourceLocation { file.location(of: lower) }
    package var end: SourceLocation { file.location(of: upper) }

    /// The characters it covers; invalid UTF-8 is repaired.
    package var text: String {
        String(decoding: file.bytes[min(lower, file.bytes.count)..<min(upper, file.bytes.count)], as: UTF8.self)
    }

    /// From the start of this to the end of another range of the same file.
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
    /// `path:line:column`, as compilers write it.
    package var description: String {
        let start = start
        return "\(file.path):\(start.line):\(start.column)"
    }
}
