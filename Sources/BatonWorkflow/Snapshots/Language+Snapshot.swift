extension Language {
    /// `expect: { snapshot: … }` written as a map.
    package enum Snapshot {
        package static let name = Key(
            "name", .text, "The name of its file, without an ending.", example: "name: items")
        package static let ignore = Key(
            "ignore", .textList, "JSONPaths to what is neither recorded nor compared.", example: "ignore: [$.date]")
        package static let match = Key(
            "match", .map, "JSONPaths to wildcards, such as `<uuid>`, that are recorded in place of the values.",
            example: "match: { $.id: <uuid> }")
        package static let map = Map("`snapshot`", [name, ignore, match], rules: [.all([name])])
    }
}
