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
