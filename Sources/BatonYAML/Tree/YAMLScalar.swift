package import BatonDiagnostics

/// A text, number, boolean or null as it is written.
package struct YAMLScalar: Sendable {
    let node: YAMLNode

    init(node: YAMLNode) { self.node = node }

    /// The contents after quoting, folding and escapes, made from the file at each call; of a number its characters as
    /// written.
    package var text: String { node.tree.text(of: node.record) }

    /// Without quotes and not a block scalar: only such scalars can be anything but text.
    package var isPlain: Bool { node.style == .plain }

    /// Whether the contents are a word, byte for byte.
    package func isText(_ word: String) -> Bool {
        let record = node.record
        var word = word
        guard Int(record.count) == word.utf8.count else { return false }
        return word.withUTF8 { word in
            node.tree.withContents(of: record) { contents in
                for index in 0..<min(word.count, contents.count) where word[index] != contents[index] { return false }
                return word.count == contents.count
            }
        }
    }

    /// Lends the contents, for those who look at them without keeping them.
    package func withContents<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        node.tree.withContents(of: node.record, body)
    }

    /// What the contents mean; text only says that it is.
    package var type: ScalarType {
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
