import BatonDiagnostics
import BatonYAML

/// `@login.json`, by which curl and others mean the contents of a file.
enum CurlFile {
    /// The path in a quoted text that is surely meant as a file; nil for any other value.
    static func path(in node: YAMLNode) -> String? {
        guard node.style != .plain, let text = node.scalar?.text, text.hasPrefix("@"), text.utf8.count <= 200 else {
            return nil
        }
        let path = text.dropFirst()
        guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { return nil }
        let ending = path[dot...].dropFirst()
        let isEnding = 1...5 ~= ending.count && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isEnding && !path.contains(where: { $0.isWhitespace || "@$(".contains($0) }) ? String(path) : nil
    }

    /// The finding about `json: @login.json`, which YAML refuses, with advice about files instead of quotes.
    static func explained(_ finding: Diagnostic, in root: YAMLNode) -> Diagnostic {
        guard finding.code == "yaml.unquoted-text", let range = finding.range, range.text.hasPrefix("@"),
            let keys = keys(to: range.lower, in: root), let key = keys.last
        else { return finding }
        let path = String(range.text.dropFirst())
        guard let help = help(path, key, parent: keys.dropLast().last) else { return finding }
        var finding = finding
        finding.correction = nil
        finding.help = help
        return finding
    }

    private static let others: Set<String> = [
        "vars", "set", "with", "headers", "query", "cookies", "capture", "expect",
    ]

    private static func help(_ path: String, _ key: String, parent: String?) -> String? {
        let shown = Quoting.quotedIfNeeded(path, isInFlow: true)
        if let parent, ["multipart", "form"].contains(parent) || Language.Body.multipart.foreign.contains(parent) {
            return "to send a file write `\(key): { file: \(shown) }`"
        }
        if key == Language.WorkflowFile.rows.name {
            return Diagnostic.rowsOfFile(path).map { "write `\($0)`" }
        }
        guard !others.contains(parent ?? "") else { return nil }
        if Language.Body.keys.contains(where: { $0.name == key }) {
            return "to send a file write `file: \(path)` in place of `\(key)`; a text is quoted: `\"@\(path)\"`"
        }
        let word = Language.Step.map.word(ofForeign: key)
        guard ["body", "data", "payload"].contains(key) || Language.Body.keys.contains(where: { $0.name == word })
        else { return nil }
        return "to send a file write `file: \(path)` in place of `\(key)`"
    }

    /// The keys that lead to the value at a place, the outermost first.
    private static func keys(to place: Int, in node: YAMLNode) -> [String]? {
        guard node.range.lower <= place, place <= node.range.upper else { return nil }
        for entry in node.entries ?? [] where entry.value.aliasRange == nil {
            if entry.value.range.lower == place, entry.value.scalar != nil { return [entry.keyText] }
            if let rest = keys(to: place, in: entry.value) { return [entry.keyText] + rest }
        }
        for item in node.items ?? [] where item.aliasRange == nil {
            if let found = keys(to: place, in: item) { return found }
        }
        return nil
    }
}
