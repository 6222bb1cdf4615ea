import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonYAML

extension YAMLNode {
    var isNull: Bool {
        if case .null? = scalar?.type { true } else { false }
    }

    /// Whether the node is a scalar other than null.
    var isText: Bool {
        guard let type = scalar?.type else { return false }
        if case .null = type { return false }
        return true
    }

    /// Whether the value was left out where it is written, which the YAML reader has reported.
    var isLeftOut: Bool { isMissing && aliasRange == nil }

    var bool: Bool? {
        switch scalar?.type {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The node in the words of a diagnostic: "this is a list".
    var kindName: String {
        switch kind {
        case .mapping: "a map"
        case .sequence: "a list"
        case .scalar(let scalar):
            switch scalar.type {
            case .null: "null"
            case .true, .false: "a boolean"
            case .number: "a number"
            case .string: "a text"
            }
        }
    }
}

extension YAMLNode {
    /// Whether the node is a scalar that contains `$(`.
    var mayHoldExpression: Bool { scalar?.mayHoldExpression ?? false }
}

extension YAMLScalar {
    /// Whether the text contains `$(`.
    var mayHoldExpression: Bool { withContents { CELTemplate.isNeeded(for: $0) } }
}

extension TextPlace {
    /// The place of a scalar's text.
    init(node: YAMLNode) {
        if let start = node.contentStart {
            self.init(in: node.range.file, from: start)
        } else {
            self.init(node.scalarPlace)
        }
    }
}
