import BatonDiagnostics
import BatonYAML

/// Operands that hold whatever the answer is, or never do.
enum EmptyOperand {
    private static let holdForEveryText: Set<String> = ["contains", "starts_with", "ends_with", "matches"]
    private static let holdForNoText: Set<String> = ["not_contains", "not_matches"]

    /// What to say of `contains: ""` and the like, which every text passes.
    static func finding(of name: @autoclosure () -> String, _ node: YAMLNode) -> Diagnostic? {
        guard let scalar = node.scalar, scalar.withContents(\.isEmpty), !node.isMissing else { return nil }
        let name = name()
        if holdForNoText.contains(name) { return .emptyIsEverywhere(name, at: node.range) }
        guard holdForEveryText.contains(name) else { return nil }
        return .checksNothing(
            "`\(name): \"\"`", at: node.range,
            help: "every text passes it; write what must be there, or `{ type: string }`")
    }
}
