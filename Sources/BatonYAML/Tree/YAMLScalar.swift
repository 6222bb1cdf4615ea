package import BatonDiagnostics

/// A text, number, boolean or null as it is written.
public struct YAMLScalar: Sendable {
    @usableFromInline let node: YAMLNode

    @inlinable
    init(node: YAMLNode) { self.node = node }

    /// The contents after quoting, folding and escapes, made from the file at each call; of a number its characters as
    /// written.
    package var text: String { node.tree.text(of: node.record) }

    /// Without quotes and not a block scalar: only such scalars can be anything but text.
    @inlinable public var isPlain: Bool { node.style == .plain }

    /// Whether the contents are a word, byte for byte.
    @inlinable
    public func isText(_ word: StaticString) -> Bool {
        node.tree.withContents(of: node.record) { contents in
            guard contents.count == word.utf8CodeUnitCount else { return false }
            for index in 0..<contents.count where word.utf8Start[index] != contents[index] { return false }
            return true
        }
    }

    /// Lends the contents, for those who look at them without keeping them.
    @inlinable @inline(__always)
    public func withContents<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        node.tree.withContents(of: node.record, body)
    }

    /// What the contents mean; text only says that it is.
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

    /// Where each byte of the text stands in the file; `node` is the node that holds this scalar.
    package func sourceMap(of node: YAMLNode) -> SourceMap {
        node.sourceMap
    }
}

/// What a scalar means.
package enum YAMLScalarValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// Matches the grammar of JSON numbers; the characters are kept.
    case number(String)
    case string
}
