package import BatonDiagnostics

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
        node.tree.withContents(of: node.record) { contents in
            guard contents.count == word.utf8CodeUnitCount else { return false }
            for index in 0..<contents.count where word.utf8Start[index] != contents[index] { return false }
            return true
        }
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
