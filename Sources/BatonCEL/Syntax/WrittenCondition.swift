/// A condition that is written where a plain text is expected.
package struct WrittenCondition: Sendable {
    /// The condition that holds where this one does not; nil where it is not known to be true or false.
    package let opposite: String?

    /// Nil for a text that compares, joins and negates nothing, and begins with none of the names.
    package init?(_ text: String, reading names: Set<String>) {
        let bytes = Array(text.utf8)
        guard let syntax = try? CELParser.parse(bytes) else { return nil }
        func written(_ part: CELSyntax) -> String { String(decoding: bytes[part.range], as: UTF8.self) }
        switch syntax.kind {
        case .binary(.isIn, let left, let right):
            // `only in staging` is English.
            guard left.path?.count != 1 || right.path == nil else { return nil }
            opposite = "!(\(text))"
        case .binary(let sign, let left, let right) where sign.isComparison:
            opposite = sign.opposite.map { "\(written(left)) \($0.text) \(written(right))" }
        case .and, .or: opposite = "!(\(text))"
        case .unary(.not, let operand):
            if case .name = operand.kind { return nil }
            opposite = written(operand)
        case .select, .index, .method:
            guard let root = syntax.subject.root, names.contains(root) else { return nil }
            opposite = nil
        default: return nil
        }
    }
}

extension CELSyntax {
    /// The value that a method is called on; the node itself where it is no call.
    fileprivate var subject: CELSyntax {
        if case .method(let target, _, _) = kind { target.subject } else { self }
    }
}

extension CELSyntax.Binary {
    fileprivate var opposite: CELSyntax.Binary? {
        switch self {
        case .equal: .unequal
        case .unequal: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        case .isIn, .plus, .minus, .times, .divided, .modulo: nil
        }
    }
}
