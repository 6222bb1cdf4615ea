package import BatonLanguage

extension Language {
    /// `expect: { snapshot: … }` written as a map.
    package enum Snapshot {
        package static let name = Key(
            "name", .text, "The name of its file, without an ending.", example: "name: items")
        package static let ignore = Key(
            "ignore", .textList,
            "JSONPaths to what is neither recorded nor compared: members are left out, elements of lists are null.",
            example: "ignore: [$.date]")
        package static let match = Key(
            "match", .map,
            "JSONPaths to wildcards: each value there must match, and the wildcard is recorded in its place.",
            example: "match: { $.id: <uuid> }")
        package static let lineEnds = Key(
            "line_ends", .plainText,
            "Of text: `alike` compares CR LF and LF as one line end, since git changes them in checkouts; `exact` tells them apart.",
            unlessWritten: "`alike`",
            values: .all(of: SnapshotTemplate.LineEnds.self), example: "line_ends: exact")
        package static let map = Map("`snapshot`", [name, ignore, match, lineEnds], rules: [.all([name])])
    }
}
