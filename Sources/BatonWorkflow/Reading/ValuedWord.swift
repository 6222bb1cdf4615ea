import BatonYAML

/// Advice for a word of another tool that depends on the value behind it: `absent: false` is the opposite of
/// `absent: true`.
enum ValuedWord {
    /// The advice for an unknown key with its value; nil where the value does not matter.
    static func help(_ name: String, _ value: YAMLNode, in map: Language.Map) -> String? {
        switch map {
        case Language.operators: inCheck(name, value)
        case Language.Expect.map, Language.ExecExpect.map, Language.WorkflowExpect.map: inExpect(name, value)
        case Language.Step.map: inStep(name, value)
        default: nil
        }
    }

    /// The value as written, for advice; `…` for a long one.
    static func shown(_ value: YAMLNode) -> String {
        let text = value.range.text
        return text.utf8.count <= 60 && !text.contains("\n") && !value.isMissing ? text : "…"
    }

    // MARK: - Checks

    /// What stands for a word that takes `true` or `false`, in both cases.
    private struct Flag {
        let holds: String
        let fails: String
    }

    private static let flags: [String: Flag] = {
        var flags: [String: Flag] = [:]
        func add(_ words: [String], _ holds: String, _ fails: String) {
            for word in words { flags[NegatedWord.fold(word)] = Flag(holds: holds, fails: fails) }
        }
        add(["defined", "is_defined", "to_be_defined", "is_present"], "exists: true", "exists: false")
        add(
            [
                "absent", "missing", "undefined", "not_exists", "not_exist", "does_not_exist", "doesnt_exist",
                "not_present", "not_defined", "is_absent", "is_missing", "is_undefined", "is_not_present",
                "is_not_defined", "to_be_undefined", "nonexistent", "not_there",
            ], "exists: false", "exists: true")
        add(["is_empty", "to_be_empty"], "empty: true", "empty: false")
        add(["not_empty", "is_not_empty", "isnt_empty", "non_empty", "not_be_empty"], "empty: false", "empty: true")
        add(["is_null", "to_be_null"], "eq: null", "ne: null")
        add(["not_null", "is_not_null", "isnt_null", "non_null"], "ne: null", "eq: null")
        add(["truthy", "is_truthy", "to_be_truthy", "is_true"], "eq: true", "eq: false")
        add(["falsy", "is_falsy", "to_be_falsy", "is_false"], "eq: false", "eq: true")
        add(["is_unique"], "unique: true", "unique: false")
        add(["not_unique", "is_not_unique"], "unique: false", "unique: true")
        for (word, type) in ForeignKeys.typeWords { add(["is\(word)"], "type: \(type)", "not: { type: \(type) }") }
        return flags
    }()

    private static func inCheck(_ name: String, _ value: YAMLNode) -> String? {
        let word = NegatedWord.fold(name)
        if let isTrue = value.isLeftOut ? true : value.bool, let flag = flags[word] {
            return "write `{ \(isTrue ? flag.holds : flag.fails) }`"
        }
        if ["between", "range", "is_between", "in_range", "within"].map(NegatedWord.fold).contains(word),
            let ends = ends(of: value)
        {
            return "write both ends: `{ gte: \(ends.lower), lte: \(ends.upper) }`"
        }
        return nil
    }

    /// Both numbers of `[1, 3]`; nil for any other value.
    private static func ends(of value: YAMLNode) -> (lower: String, upper: String)? {
        guard let items = value.items, items.count == 2 else { return nil }
        let numbers = items.compactMap { item -> String? in
            guard case .number(let text)? = item.scalar?.value else { return nil }
            return text
        }
        guard numbers.count == 2 else { return nil }
        return (numbers[0], numbers[1])
    }

    // MARK: - Expectations

    /// The advice for `jsonpath: { $.total: 2 }` and `jsonpath "$.total": 2`.
    private static func inExpect(_ name: String, _ value: YAMLNode) -> String? {
        let word = "jsonpath"
        guard name.lowercased().hasPrefix(word) else { return nil }
        let rest = name.dropFirst(word.count)
        if rest.isEmpty {
            if let path = value.scalar?.text, path.hasPrefix("$"), path.utf8.count <= 60 {
                return "a value in the JSON is checked by its path: `\(path): …`"
            }
            guard let entry = value.entries?.first, !entry.keyText.isEmpty else { return nil }
            let path = entry.keyText.hasPrefix("$") ? entry.keyText : ForeignPath.jsonPath(entry.keyText)
            return inExpect(path: path, entry.value)
        }
        let path = String(rest.filter { $0 != "\"" && $0 != "'" && $0 != " " })
        return path.hasPrefix("$") ? inExpect(path: path, value) : nil
    }

    private static func inExpect(path: String, _ value: YAMLNode) -> String {
        "a value in the JSON is checked by its path: `\(path): \(shown(value))`"
    }

    // MARK: - Steps

    private static func inStep(_ name: String, _ value: YAMLNode) -> String? {
        guard let text = value.scalar?.text, text.utf8.count <= 80 else { return nil }
        if Language.Methods.isRare(name), isTarget(text) { return "write `\(name.uppercased()): \(text)`, in capitals" }
        guard ["request", "req", "http", "endpoint"].contains(name.lowercased()) else { return nil }
        return requestLine(text)
    }

    /// The advice for `GET /items` and `PROPFIND /items`; nil for any other text.
    static func requestLine(_ text: String) -> String? {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, !text.contains("\n") else { return nil }
        let method = words[0]
        if Language.Methods.names.contains(method.lowercased()) { return "write `\(method.lowercased()): \(words[1])`" }
        let isWord = method.utf8.count > 1 && method.utf8.allSatisfy { (65...90).contains($0) || $0 == 45 }
        return isWord && isTarget(String(words[1])) ? "write `\(method): \(words[1])`" : nil
    }

    private static func isTarget(_ text: String) -> Bool {
        ["/", "http://", "https://", "$("].contains { text.hasPrefix($0) }
    }
}
