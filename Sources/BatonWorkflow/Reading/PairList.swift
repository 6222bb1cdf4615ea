import BatonYAML

/// Lists of names with values, `headers: [{ name: a, value: b }]`, where other tools have them and Baton has a map.
enum PairList {
    /// The advice for such a list; nil for any other list.
    ///
    /// - Parameter key: the key that wants a map: "headers".
    static func help(_ items: YAMLItems, _ key: String) -> String? {
        guard ["headers", "query", "cookies", "form", "multipart", "vars", "set", "inputs"].contains(key) else {
            return nil
        }
        let pairs = items.prefix(3).map { pair($0, key) }
        guard !pairs.isEmpty, !pairs.contains(nil) else { return nil }
        return map(pairs.compactMap(\.self), of: key, isCut: items.count > 3)
    }

    /// The advice for `A: b` as a text; nil for any other text.
    static func help(header text: String) -> String? {
        header(text).map { map([$0], of: "headers", isCut: false) }
    }

    private static func map(_ pairs: [String], of key: String, isCut: Bool) -> String {
        "write `\(key): { \(pairs.joined(separator: ", "))\(isCut ? ", …" : "") }`"
    }

    private static func pair(_ item: YAMLNode, _ key: String) -> String? {
        guard let entries = item.entries else {
            guard let text = item.scalar?.text, !item.isNull else { return nil }
            switch key {
            case "headers": return header(text)
            case "inputs": return isName(text) ? "\(text): {}" : nil
            default: return nil
            }
        }
        func text(of names: Set<String>) -> String? {
            entries.first { names.contains($0.keyText.lowercased()) }?.value.scalar?.text
        }
        guard let name = text(of: ["name", "key", "header", "id"]), entries.count > 1 || key == "inputs" else {
            return nil
        }
        let shown = inFlow(name)
        if key == "inputs" { return "\(shown): { … }" }
        if key == "multipart", let file = text(of: ["file", "path", "filename", "src"]) {
            return "\(shown): { file: \(inFlow(file)) }"
        }
        guard let value = text(of: ["value", "val", "content", "text", "data"]) else { return nil }
        let isShown = key != "vars" && key != "set" && key != "cookies" && !isSecret(name)
        return "\(shown): \(isShown ? inFlow(value) : "…")"
    }

    /// `A: b` of the line of a header.
    private static func header(_ text: String) -> String? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, isName(parts[0].replacing("-", with: "_")) else { return nil }
        let value = String(parts[1].drop(while: \.isWhitespace))
        return "\(parts[0]): \(value.isEmpty || isSecret(String(parts[0])) ? "…" : inFlow(value))"
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        text.first?.isNumber == false && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Whether the message does not repeat the value: it may be secret.
    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["auth", "token", "key", "secret", "cookie", "pass"].contains { name.contains($0) }
    }

    private static func inFlow(_ text: String) -> String {
        text.utf8.count > 40 || text.contains("\n") ? "…" : Quoting.quotedIfNeeded(text, isInFlow: true)
    }
}
