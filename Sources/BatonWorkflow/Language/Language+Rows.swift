extension Language {
    /// `rows` written as a map.
    package static let rows = Context(
        "`rows`",
        [
            Key("csv", .text, "A CSV file with a header: each record is a row, its cells are texts."),
            Key("json", .text, "A JSON file that holds a list."),
            Key("yaml", .text, "A YAML file that holds a list."),
            Key("list", .list, "The rows themselves, where they need a `name`."),
            Key("name", .text, "What a row is called in reports: `$(row.x)`; its first value unless written."),
            Key("types", .map, "What columns of a CSV file hold beside text: `{ status: integer }`."),
        ],
        foreign: ["file": "csv", "data": "csv", "items": "list", "values": "list", "id": "name", "columns": "types"])
}
