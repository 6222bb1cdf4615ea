extension Language {
    /// `rows` written as a map.
    package enum Rows {
        package static let csv = ForEach.csv.restated(
            .text, "A CSV file with a header: each record is a row, its cells are texts.", foreign: ["file", "data"])
        package static let json = ForEach.json.restated(.text, "A JSON file that holds a list.")
        package static let yaml = ForEach.yaml.restated(.text, "A YAML file that holds a list.")
        package static let list = Key(
            "list", .list, "The rows themselves, where they need a `name`.", foreign: ["items", "values"])
        package static let name = Key(
            "name", .text, "What a row is called in reports: `$(row.x)`; its first value unless written.",
            foreign: ["id"])
        package static let types = Key(
            "types", .map, "What columns of a CSV file hold beside text: `{ status: integer }`.", foreign: ["columns"])
        package static let map = Map("`rows`", [csv, json, yaml, list, name, types])
    }
}
