import BatonHTTP

/// The right place of a word that the language knows, but not in the map in which it stands.
enum Misplaced {
    /// The advice for a word in the wrong map; nil for words that no map has.
    static func help(_ name: String, in map: Language.Map) -> String? {
        switch map {
        case Language.Step.map: inStep(name)
        case Language.Expect.map: inExpect(name)
        case Language.operators: inCheck(name)
        case Language.WorkflowFile.map: inFile(name)
        case Language.Project.map: inProject(name)
        default: nil
        }
    }

    /// The advice where no key is similar: the word is most likely a name that the user made up.
    static func lastHelp(_ name: String, in map: Language.Map) -> String? {
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
        return switch map {
        case Language.Expect.map: "a value in the JSON body is checked by its path: `\(ForeignPath.jsonPath(name)): …`"
        case Language.operators: "to compare with a whole object, write `{ eq: { \(name): … } }`"
        default: nil
        }
    }

    private static func inStep(_ name: String) -> String? {
        if name == "outcomes" {
            return "outcomes belong to an endpoint of an API file; a step expects one with `expect: { outcome: … }`"
        }
        if name.hasPrefix("$") { return "a check belongs into `expect`: `expect: { \(name): … }`" }
        if Language.Expect.map[name] != nil { return "it belongs into `expect`: `expect: { \(name): … }`" }
        if Language.WorkflowFile.map[name] != nil { return "it belongs to the top of the file, beside `steps`" }
        return nil
    }

    private static func inExpect(_ name: String) -> String? {
        if belongsBesideExpect(name) { return "it belongs to the step, beside `expect`" }
        if Language.operators[name] != nil {
            return "an operator stands below what it looks at: `body: { \(name): … }`"
        }
        if isHeader(name) { return ForeignPath.header(name.lowercased()).inExpect }
        return ForeignPath(name)?.inExpect
    }

    /// Whether the name is written as headers are: `X-Request-Id`.
    private static func isHeader(_ name: String) -> Bool {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        return words.count > 1 && words.allSatisfy { $0.first?.isUppercase == true } && Token.isValid(name)
    }

    /// Whether the key belongs beside `expect`. `name` and `file` do not count: users usually mean them as names in the
    /// body.
    private static func belongsBesideExpect(_ name: String) -> Bool {
        ["capture", "auth", "query", "if"].contains(name) || Language.Transfer.keys.contains { $0.name == name }
    }

    private static func inCheck(_ name: String) -> String? {
        if name.hasPrefix("$") { return "a path is a check of its own: write it into `expect`, not below another key" }
        return nil
    }

    private static func inFile(_ name: String) -> String? {
        if name == "base_url" { return "it belongs to an environment in baton.yaml, or is given with `--base-url`" }
        if Language.Step.map[name] != nil || Language.Expect.map[name] != nil {
            return "it belongs to a step: write `steps:`, and the step below it behind `- `"
        }
        return nil
    }

    private static func inProject(_ name: String) -> String? {
        guard Language.Environment.map[name] != nil else { return nil }
        return "it belongs to an environment: `environments: { local: { \(name): … } }`"
    }
}
