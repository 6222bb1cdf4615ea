extension Language {
    /// `expect: { snapshot: … }` written as a map.
    package enum Snapshot {
        package static let name = Key(
            "name", .text, "The name of its file, without an ending.", foreign: ["file", "key"])
        package static let ignore = Key(
            "ignore", .textList, "JSONPaths to what is neither recorded nor compared.",
            foreign: ["exclude", "ignored", "skip"])
        package static let match = Key(
            "match", .map, "JSONPaths to wildcards, such as `<uuid>`, that are recorded in place of the values.",
            foreign: ["matchers", "wildcards"])
        package static let map = Map("`snapshot`", [name, ignore, match], rules: [.all([name])])
    }
}
