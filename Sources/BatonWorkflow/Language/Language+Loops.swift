extension Language {
    /// Keys of every step that say how often it is done.
    static let loopKeys = [
        Key("for_each", .any, "Does the step once for each element of a list, a file or a range."),
        Key("as", .plainText, "What the element is called; `item` unless written."),
        Key("concurrency", .wholeNumber, "How many passes of `for_each` run at the same time; 1 unless written."),
        Key("allow_empty", .boolean, "Whether `for_each` may find nothing to do; else that fails the step."),
        Key("repeat", .any, "Does the step that many times."),
        Key("while", .expression, "Does the step as long as this is true, tested before each pass."),
        Key("max", .wholeNumber, "How many passes `while` makes at most; 1000 unless written."),
    ]

    /// `for_each` written as a map.
    package static let forEach = Context(
        "`for_each`",
        [
            Key("csv", .text, "A CSV file with a header: each record is a map of texts."),
            Key("json", .text, "A JSON file that holds a list."),
            Key("yaml", .text, "A YAML file that holds a list."),
            Key("lines", .text, "A text file: each line that is not empty is a text."),
            Key("range", .list, "The first and the last of whole numbers, both included."),
        ],
        foreign: [
            "file": "csv", "tsv": "csv", "text": "lines", "txt": "lines", "count": "range", "from": "range",
            "in": "json", "items": "json",
        ])
}
