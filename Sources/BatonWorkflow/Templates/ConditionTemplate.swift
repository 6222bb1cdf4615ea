import BatonDiagnostics
import BatonYAML

/// `that: ${n} > 5`: a template of another tool in a condition, where a name has no signs around it.
enum ConditionTemplate {
    private static let conditions: Set<String> = ["that", "if", "until", "while"]

    /// The finding about a template that is a part of a condition, with the name alone; any other finding as it is.
    /// `if: ${{ a > 5 }}` stays: `$(a > 5)` is a condition.
    static func explained(_ finding: Diagnostic, in root: YAMLNode) -> Diagnostic {
        guard finding.code == "yaml.foreign-template", let range = finding.range,
            let value = condition(at: range.lower, in: root, isCondition: false), value.range.text != range.text
        else { return finding }
        let content = range.text.filter { !"${} ".contains($0) }
        let isName = content.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }
        var finding = finding
        finding.message = "`\(range.text)` stands inside a condition"
        finding.correction = nil
        finding.help = "names need no marker here: write `\(isName ? content : "name")`"
        return finding
    }

    /// The text at a place, if it is a condition.
    private static func condition(at place: Int, in node: YAMLNode, isCondition: Bool) -> YAMLNode? {
        guard node.range.lower <= place, place <= node.range.upper else { return nil }
        if node.scalar != nil { return isCondition ? node : nil }
        for entry in node.entries ?? [] where entry.value.aliasRange == nil {
            let isCondition = conditions.contains(entry.keyText)
            if let found = condition(at: place, in: entry.value, isCondition: isCondition) { return found }
        }
        for item in node.items ?? [] where item.aliasRange == nil {
            if let found = condition(at: place, in: item, isCondition: isCondition) { return found }
        }
        return nil
    }
}
