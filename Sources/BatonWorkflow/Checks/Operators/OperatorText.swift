import BatonDiagnostics
import BatonYAML

/// Recognises `> 5` and the like in place of a value; as a text it would equal no value.
enum OperatorText {
    static let code = "workflow.operator-as-text"

    private static let operators = [
        ("==", "eq"), ("!=", "ne"), (">=", "gte"), ("<=", "lte"), (">", "gt"), ("<", "lt"),
    ]

    /// The sign of an operator in expressions: `>` for `gt`; nil for an operator without a sign.
    static func sign(_ name: String) -> String? { operators.first { $0.1 == name }?.0 }

    /// Whether an operator begins with this character.
    private static func mayBeSign(_ byte: UInt8?) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"): true
        default: false
        }
    }

    /// The finding about a plain text of a sign and a number, a duration or a variable; nil for any other value, and
    /// for values in quotes.
    static func finding(_ node: YAMLNode) -> Diagnostic? {
        guard node.style == .plain, let scalar = node.scalar,
            scalar.withContents({ $0.count <= 200 && mayBeSign($0.first) })
        else { return nil }
        let text = scalar.text
        guard let written = operation(text) else { return nil }
        let correction = Correction(
            node.range.file, [.init(node.range.lower..<node.range.upper, written)])
        return Diagnostic(
            code, "`\(text)` would be compared as a text", at: node.range, help: "write it as an operator",
            correction: node.aliasRange == nil ? correction : nil)
    }

    /// The operator that a text such as `> 5` stands for: `{ gt: 5 }`; nil for any other text.
    static func operation(_ text: String) -> String? {
        parts(text).map { "{ \($0.name): \($0.operand) }" }
    }

    /// The operator and its operand in a text such as `> 5`; nil for any other text.
    static func parts(_ text: String) -> (name: String, operand: Substring)? {
        guard let (sign, name) = operators.first(where: { text.hasPrefix($0.0) }) else { return nil }
        let operand = text.dropFirst(sign.count).drop { $0 == " " }
        guard isOperand(operand) else { return nil }
        return (name, operand)
    }

    private static func isOperand(_ text: Substring) -> Bool {
        guard let first = text.utf8.first else { return false }
        if text.hasPrefix("$("), text.hasSuffix(")") { return Scope.isIdentifier(String(text.dropFirst(2).dropLast())) }
        let isNumber = (48...57).contains(first) || first == UInt8(ascii: "-")
        return isNumber
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (97...122).contains($0) || Array("+-.".utf8).contains($0)
            }
    }
}
