package import BatonDiagnostics

/// A text, number, boolean or null as it is written.
package struct YAMLScalar: Sendable {
    /// The contents after quoting, folding and escapes; of a number its characters as written.
    package let text: String
    let type: ScalarType
    /// Without quotes and not a block scalar: only such scalars can be anything but text.
    package let isPlain: Bool

    init(text: String, type: ScalarType, isPlain: Bool) {
        self.text = text
        self.type = type
        self.isPlain = isPlain
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
