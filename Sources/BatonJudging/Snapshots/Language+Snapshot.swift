package import BatonLanguage

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
        package static let lineEnds = Key(
            "line_ends", .plainText, "`exact`: CR LF is not LF; `alike`, the default, compares both as one line end.",
            values: .all(of: SnapshotTemplate.LineEnds.self), example: "line_ends: exact")
        package static let map = Map("`snapshot`", [name, ignore, match, lineEnds], rules: [.all([name])])
    }
}
