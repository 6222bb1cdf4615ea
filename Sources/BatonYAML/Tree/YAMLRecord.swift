/// One value of a file as it lies in the array of its tree: numbers only, so that thousands are made and freed at once.
///
/// Places are offsets into the file, which has less than 2 GB.
@usableFromInline
struct YAMLRecord: BitwiseCopyable, Sendable {
    @usableFromInline
    enum Contents: BitwiseCopyable, Sendable {
        /// Its children are keys and values by turns.
        case mapping
        case sequence
        case scalar(ScalarType)
    }

    @usableFromInline let contents: Contents
    @usableFromInline let style: YAMLNode.Style
    /// Whether the contents of a scalar stand in the tree's `texts`, because those of the file are folded or escaped.
    @usableFromInline let isKept: Bool
    let lower: UInt32
    var upper: UInt32
    /// The first child, or where the contents of a scalar begin.
    @usableFromInline var first: UInt32
    /// How many children there are, or bytes of contents.
    @usableFromInline let count: UInt32
    /// The column of the innermost block collection around a scalar.
    var indent: Int32 = -1
    /// For what came through an alias: which of the tree's, counted from 1.
    var alias: UInt32 = 0

    /// A scalar.
    ///
    /// - Parameter text: where its contents stand: in the file, or where they were kept.
    init(_ type: ScalarType, _ style: YAMLNode.Style, _ range: Range<Int>, text: Range<Int>, isKept: Bool = false) {
        contents = .scalar(type)
        self.style = style
        self.isKept = isKept
        lower = UInt32(truncatingIfNeeded: range.lowerBound)
        upper = UInt32(truncatingIfNeeded: range.upperBound)
        first = UInt32(truncatingIfNeeded: text.lowerBound)
        count = UInt32(truncatingIfNeeded: text.count)
    }

    /// A collection.
    ///
    /// - Parameter children: where they stand in the tree.
    init(_ contents: Contents, _ style: YAMLNode.Style, _ range: Range<Int>, children: Range<Int>) {
        self.contents = contents
        self.style = style
        isKept = false
        lower = UInt32(truncatingIfNeeded: range.lowerBound)
        upper = UInt32(truncatingIfNeeded: range.upperBound)
        first = UInt32(truncatingIfNeeded: children.lowerBound)
        count = UInt32(truncatingIfNeeded: children.count)
    }

    /// What stands for a value that is not there.
    static func missing(at range: Range<Int>) -> YAMLRecord {
        YAMLRecord(.null, .plain, range, text: range.lowerBound..<range.lowerBound)
    }

    /// The same scalar in a block collection of that column.
    func indented(_ column: Int) -> YAMLRecord {
        var record = self
        record.indent = Int32(truncatingIfNeeded: column)
        return record
    }

    /// Plain scalars are never empty: an empty one is a value that was left out.
    @inlinable var isMissing: Bool {
        if style == .plain, count == 0, case .scalar = contents { true } else { false }
    }

    @inlinable var isScalar: Bool { if case .scalar = contents { true } else { false } }

    @inlinable var isMapping: Bool { if case .mapping = contents { true } else { false } }

    /// Where it is written.
    var range: Range<Int> { Int(lower)..<Int(upper) }
    /// Where its children, or its contents, stand.
    var inside: Range<Int> { Int(first)..<Int(first) + Int(count) }
}
