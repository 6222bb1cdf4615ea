import BatonDiagnostics
import BatonYAML

/// Recognises paths into the elements of a list below `each`, `any` and `none`: `each: { $.ok: true }`,
/// `each: { json_includes: { ok: true } }`, `each: { ok: true }`.
enum ElementPaths {
    /// The finding about the first such path; nil where there is none.
    static func finding(_ operand: WrittenOperand) -> Diagnostic? {
        guard let entries = operand.node.entries, let first = entries.first, !entries.contains(where: isOperator) else {
            return nil
        }
        var finding = Diagnostic.unknownKey(
            first.keyText, in: Language.operators, first.value, at: first.keyRange)
        guard let parts = parts(entries), operand.subject.hasPrefix("$") else { return nil }
        finding.help = help(parts, operand)
        return finding
    }

    private static func isOperator(_ entry: YAMLEntry) -> Bool { Language.operators[entry.keyText] != nil }

    /// The paths from the element, each with its value as written; nil for other keys.
    private static func parts(_ entries: YAMLEntries) -> [(path: String, value: YAMLNode)]? {
        if entries.allSatisfy({ $0.keyText.hasPrefix("$") && $0.keyText.utf8.count > 1 }) {
            return entries.map { (String($0.keyText.dropFirst()), $0.value) }
        }
        let documents = [Language.Expect.jsonIncludes.name, Language.Expect.json.name]
        func paths(_ members: YAMLEntries) -> [(path: String, value: YAMLNode)] {
            members.map { (String(ForeignPath.jsonPath($0.keyText).dropFirst()), $0.value) }
        }
        if entries.count == 1, let entry = entries.first, documents.contains(entry.keyText) {
            return entry.value.entries.flatMap { $0.isEmpty ? nil : paths($0) }
        }
        return entries.allSatisfy { CheckedPath.isMember($0.keyText, $0.value) } ? paths(entries) : nil
    }

    private static func help(_ parts: [(path: String, value: YAMLNode)], _ operand: WrittenOperand) -> String {
        guard parts.count == 1 || operand.name == Elements.Quantifier.each.rawValue else {
            let isNone = operand.name == Elements.Quantifier.no.rawValue
            return
                "several values of one element are compared in a condition: `that: \(isNone ? "response.json.rows.filter(row, row.a == 1 && row.b == 2) == []" : "response.json.rows.exists(row, row.a == 1 && row.b == 2)")`"
        }
        // A path with several places leads to the elements itself.
        let list = operand.type.hasElements ? operand.subject : "\(operand.subject)[*]"
        let checks = parts.prefix(4).map { "`\(list)\($0.path): { \(operand.name): \(ValuedWord.shown($0.value)) }`" }
        return "the path goes into the elements: write \(checks.joined(separator: " and "))"
    }
}
