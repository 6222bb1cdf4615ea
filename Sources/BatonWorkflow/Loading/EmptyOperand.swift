import BatonDiagnostics
import BatonYAML

/// Operands that hold whatever the answer is.
enum EmptyOperand {
    private static let holdForEveryText: Set<String> = ["contains", "starts_with", "ends_with", "matches"]

    /// What to say of `contains: ""` and the like, which every text passes.
    static func finding(of name: String, _ node: YAMLNode) -> Diagnostic? {
        guard holdForEveryText.contains(name), let scalar = node.scalar, scalar.text.isEmpty, !node.isMissing else {
            return nil
        }
        return .checksNothing(
            "`\(name): \"\"`", at: node.range,
            help: "every text passes it; write what must be there, or `{ type: string }`")
    }
}
