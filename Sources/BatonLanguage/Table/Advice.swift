import BatonValues

/// The table of words of other tools, each with the place in which it is written and what is written here instead.
///
/// It only holds words that people bring with them. A misspelt word of the language is no row: it gets the nearest one.
package enum Advice {
    package struct Row: Sendable {
        /// The title of the map in which the word is written: "a step"; or `expressions`, `templates` or `commandLine`.
        package let place: String
        package let word: String
        /// What is written here, `expect: { status: 200 }`, or a sentence with such text in backticks.
        package let here: String

        init(_ row: (place: String, word: String, here: String)) {
            place = row.place
            word = row.word
            here = row.here
        }

        /// The sentence for a message.
        package var help: String { here.contains("`") ? here : "write `\(here)`" }
    }

    /// A tool with the rows of its words.
    package struct Tool: Sendable {
        package let name: String
        package let rows: [Row]
    }

    /// The place of names and functions in expressions.
    package static let expressions = "an expression"
    /// The place of what stands in another tool's own brackets, `{{$guid}}`, of which messages know the brackets only.
    package static let templates = "a template"
    /// The place of options and commands.
    package static let commandLine = "the command line"

    package static let tools = [
        Tool(name: "Several tools", rows: several.map(Row.init)),
        Tool(name: "Checks of several tools", rows: checks.map(Row.init)),
        Tool(name: "Postman", rows: postman.map(Row.init)),
        Tool(name: "curl", rows: curl.map(Row.init)),
        Tool(name: "Hurl", rows: hurl.map(Row.init)),
        Tool(name: "Bruno", rows: bruno.map(Row.init)),
        Tool(name: ".http files", rows: httpFiles.map(Row.init)),
        Tool(name: "GitHub Actions", rows: gitHubActions.map(Row.init)),
        Tool(name: "Functions of other languages", rows: functions.map(Row.init)),
        Tool(name: "Options of other tools", rows: options.map(Row.init)),
    ]

    private struct Key: Hashable {
        let place: String
        let word: String
    }

    private static let byWord = Dictionary(
        tools.flatMap(\.rows).map { (Key(place: $0.place, word: folded($0.word)), $0) },
        uniquingKeysWith: { first, _ in first })

    /// The row of a word; upper and lower case, `-`, `_` and spaces are not told apart.
    package static func row(_ word: String, in place: String) -> Row? { byWord[Key(place: place, word: folded(word))] }

    /// What a message says of a word of another tool; nil for any other word.
    package static func help(_ word: String, in place: String) -> String? { row(word, in: place)?.help }

    /// The rows of a word, in all places.
    package static func rows(of word: String) -> [Row] {
        let word = folded(word)
        return tools.flatMap(\.rows).filter { folded($0.word) == word }
    }

    package static func folded(_ word: String) -> String {
        // A sign such as `-d` or `==` has nothing else.
        let letters = word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        return word.hasPrefix("-") ? word : letters
    }
}
