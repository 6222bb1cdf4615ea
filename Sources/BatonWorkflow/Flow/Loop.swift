package import BatonDiagnostics
import BatonJudging
package import BatonLanguage

/// A loop around a step: its passes, and the element of each pass.
package struct Loop: Sendable {
    package enum Source: Sendable {
        /// `for_each`: a value that must be a list.
        case list(Template)
        /// `for_each: { csv: … }`, read when the step runs.
        case file(DataFile)
        /// `for_each: { range: [1, 10] }`, both ends included.
        case range(Template, Template)
        /// `repeat`.
        case times(Template)
        /// `while`, with the maximum number of passes, after which the loop fails.
        case condition(Expression, limit: Limit)
    }

    package let source: Source
    /// The name and slot of the element of a pass; nil for loops without elements.
    package let element: Element?
    /// The maximum number of concurrent passes.
    package let concurrency: Int
    package let allowsEmpty: Bool
    /// The variables that concurrent passes set, each of which is a list after the loop; empty without `concurrency`.
    package let given: [Given]
    /// The ids of the steps in the body.
    package let ids: [String]
    /// The ids of steps whose `result` is a list after the loop: with `concurrency` all steps that call something, else
    /// only the looped step itself.
    package let results: [String]
    package let range: SourceRange

    package init(
        source: Source, element: Element?, concurrency: Int, allowsEmpty: Bool, given: [Given], ids: [String],
        results: [String], range: SourceRange
    ) {
        self.source = source
        self.element = element
        self.concurrency = concurrency
        self.allowsEmpty = allowsEmpty
        self.given = given
        self.ids = ids
        self.results = results
        self.range = range
    }

    package struct Limit: Sendable {
        package let passes: Int
        /// Whether the limit comes from `max` and is not the default.
        package let isWritten: Bool

        package init(passes: Int, isWritten: Bool) {
            self.passes = passes
            self.isWritten = isWritten
        }
    }

    package struct Element: Sendable {
        /// `item`, or the name from `as`.
        package let name: String
        package let slot: Int

        package init(name: String, slot: Int) {
            self.name = name
            self.slot = slot
        }
    }

    package struct Given: Sendable {
        package let name: String
        package let slot: Int

        package init(name: String, slot: Int) {
            self.name = name
            self.slot = slot
        }
    }

    /// The maximum number of passes that a file may ask for.
    package static let mostPasses = 1_000_000
    package static let standardLimit = 1000
    package static let mostConcurrent = 1000
}

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
