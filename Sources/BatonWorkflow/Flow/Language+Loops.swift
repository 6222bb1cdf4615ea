import BatonJudging
package import BatonLanguage

extension Language {
    /// Keys of every step about how often it runs.
    package enum Loop {
        package static let forEach = Key(
            "for_each", .any,
            "Does the step once for each element of a list, a file or a range; expressions read it as `item`.",
            takes: "list, `$(…)` or map",
            holds: .one(ForEach.map), example: "for_each: [1, 2]")
        package static let `as` = Key(
            "as", .plainText, "What the element is called.", takes: "name", unlessWritten: "`item`",
            example: "as: order")
        package static let concurrency = Key(
            "concurrency", .wholeNumber, "How many passes of `for_each` run at the same time, 1000 at most.",
            unlessWritten: "`1`",
            example: "concurrency: 4")
        package static let allowEmpty = Key(
            "allow_empty", .boolean, "Whether `for_each` may find no element: then the step is skipped, else it fails.",
            unlessWritten: "`false`")
        package static let `repeat` = Key(
            "repeat", .any, "Does the step that many times.", takes: "whole number or `$(…)`", example: "repeat: 3")
        package static let `while` = Key(
            "while", .expression,
            "Does the step as long as this is true, tested before each pass with what the last one gave.",
            example: "while: index < 3")
        package static let max = Key(
            "max", .wholeNumber,
            "How many passes `while` makes at most; where the condition still holds then, the step fails.",
            unlessWritten: "`1000`", example: "max: 100")
        package static let keys = [forEach, `as`, concurrency, allowEmpty, `repeat`, `while`, max]
    }
}

extension Language {
    /// `for_each` written as a map.
    package enum ForEach {
        package static let csv = Key(
            "csv", .text, "A CSV file (RFC 4180): each record is a map of the header's names to texts.", takes: "path",
            example: "csv: users.csv")
        package static let json = Key(
            "json", .text, "A JSON file that holds a list.", takes: "path", example: "json: users.json")
        package static let yaml = Key(
            "yaml", .text, "A YAML file that holds a list.", takes: "path", example: "yaml: users.yaml")
        package static let lines = Key(
            "lines", .text, "A text file: each line that is not empty is a text.", takes: "path",
            example: "lines: names.txt")
        package static let range = Key(
            "range", .list, "The first and the last of whole numbers, both included.",
            takes: "list of two whole numbers", example: "range: [1, 10]")
        package static let separator = Key(
            "separator", .plainText, "What stands between the fields of a CSV file, such as `;` or `\"\\t\"`.",
            takes: "one character", unlessWritten: "a comma",
            example: "separator: \";\"")
        package static let map = Map(
            "`for_each`", [csv, json, yaml, lines, range, separator],
            rules: [.exactlyOne([csv, json, yaml, lines, range]), .needs([separator], csv)])
    }
}
