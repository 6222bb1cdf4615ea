package import BatonDiagnostics
package import BatonJSON

/// A text, number, boolean or null as it is written.
public struct YAMLScalar: Sendable {
    @usableFromInline let node: YAMLNode

    @inlinable
    init(node: YAMLNode) { self.node = node }

    /// The contents after unquoting, folding and escapes, decoded from the file at each call; a number keeps its
    /// characters as written.
    package var text: String { node.tree.text(of: node.record) }

    /// Whether the scalar has no quotes and is not a block scalar; only such a scalar can be something other than text.
    @inlinable public var isPlain: Bool { node.style == .plain }

    /// Whether the contents equal a word, byte for byte.
    @inlinable
    public func isText(_ word: StaticString) -> Bool {
        node.tree.isText(node.record, word)
    }

    /// Calls a closure with the contents as bytes, without copying them.
    @inlinable @inline(__always)
    public func withContents<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        node.tree.withContents(of: node.record, body)
    }

    /// The type of the contents.
    @inlinable
    public var type: ScalarType {
        if case .scalar(let type) = node.record.contents { type } else { .string }
    }

    package var value: YAMLScalarValue {
        switch type {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: .number(text)
        case .string: .string
        }
    }

    /// Maps each byte of the text to its place in the file; `node` is the node that holds this scalar.
    package func sourceMap(of node: YAMLNode) -> SourceMap {
        node.sourceMap
    }
}

/// The value of a scalar.
package enum YAMLScalarValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number by the grammar of JSON; the characters are kept.
    case number(String)
    case string
}

/// One value of a file in the array of its tree; it has only numbers, so that thousands are allocated and freed at
/// once.
///
/// Places are offsets into the file, which is smaller than 2 GB.
@usableFromInline
struct YAMLRecord: BitwiseCopyable, Sendable {
    @usableFromInline
    enum Contents: BitwiseCopyable, Sendable {
        /// The children are keys and values in turn.
        case mapping
        case sequence
        case scalar(ScalarType)
    }

    @usableFromInline let contents: Contents
    @usableFromInline let style: YAMLNode.Style
    /// Whether the contents of a scalar are in the tree's `texts`, because those in the file are folded or escaped.
    @usableFromInline let isKept: Bool
    let lower: UInt32
    var upper: UInt32
    /// Index of the first child, or offset at which the contents of a scalar begin.
    @usableFromInline var first: UInt32
    /// Number of children, or of bytes of contents.
    @usableFromInline let count: UInt32
    /// The column of the innermost block collection around a scalar.
    var indent: Int32 = -1
    /// The alias that the value came through, as a number from 1 into the tree's aliases; 0 for none.
    var alias: UInt32 = 0

    /// Makes the record of a scalar.
    ///
    /// - Parameter text: the range of its contents: in the file, or in `texts` if `isKept`.
    init(_ type: ScalarType, _ style: YAMLNode.Style, _ range: Range<Int>, text: Range<Int>, isKept: Bool = false) {
        contents = .scalar(type)
        self.style = style
        self.isKept = isKept
        lower = UInt32(truncatingIfNeeded: range.lowerBound)
        upper = UInt32(truncatingIfNeeded: range.upperBound)
        first = UInt32(truncatingIfNeeded: text.lowerBound)
        count = UInt32(truncatingIfNeeded: text.count)
    }

    /// Makes the record of a collection.
    ///
    /// - Parameter children: their indices in the tree.
    init(_ contents: Contents, _ style: YAMLNode.Style, _ range: Range<Int>, children: Range<Int>) {
        self.contents = contents
        self.style = style
        isKept = false
        lower = UInt32(truncatingIfNeeded: range.lowerBound)
        upper = UInt32(truncatingIfNeeded: range.upperBound)
        first = UInt32(truncatingIfNeeded: children.lowerBound)
        count = UInt32(truncatingIfNeeded: children.count)
    }

    /// The record of a value that was left out.
    static func missing(at range: Range<Int>) -> YAMLRecord {
        YAMLRecord(.null, .plain, range, text: range.lowerBound..<range.lowerBound)
    }

    /// The same scalar, in a block collection at a column.
    func indented(_ column: Int) -> YAMLRecord {
        var record = self
        record.indent = Int32(truncatingIfNeeded: column)
        return record
    }

    /// A plain scalar is never empty, so an empty one marks a value that was left out.
    @inlinable var isMissing: Bool {
        if style == .plain, count == 0, case .scalar = contents { true } else { false }
    }

    @inlinable var isScalar: Bool { if case .scalar = contents { true } else { false } }

    @inlinable var isMapping: Bool { if case .mapping = contents { true } else { false } }

    /// The range of the value in the file.
    var range: Range<Int> { Int(lower)..<Int(upper) }
    /// The indices of the children, or the range of the contents.
    var inside: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

extension YAMLNode {
    /// The value as JSON, every text as it is written.
    package var json: JSONValue {
        switch kind {
        case .scalar(let scalar): scalar.json
        case .sequence(let items): .array(items.map(\.json))
        case .mapping(let entries): .object(JSONObject(entries.map { ($0.keyText, $0.value.json) }))
        }
    }
}

extension YAMLScalar {
    /// The scalar as JSON; a number keeps the digits as written.
    package var json: JSONValue {
        switch type {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: JSONNumber(text: text).map(JSONValue.number) ?? .string(text)
        case .string: .string(text)
        }
    }
}
