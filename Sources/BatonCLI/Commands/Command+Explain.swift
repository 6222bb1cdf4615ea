import BatonWorkflow

extension Command {
    /// `baton explain`.
    static let explain = Command(
        name: "explain",
        summary: "Prints what the reference says about a word: a key, an operator, a function, a code.",
        discussion: """
            A word with several meanings, such as json, is explained in each. The code or kind in brackets at the end of a \
            message is a word too, and so is an exit code, an option, the name of a command, or a word of results such as flaky.
            """,
        operand: .explained,
        sections: [
            Section(
                "options",
                [.flag("json", "Writes the entries as JSON, for other programs.") { $0.wantsJSON = true }, .help])
        ],
        examples: [
            Example("baton explain retry", "Tells what the key does, where it may stand, and shows an example."),
            Example("baton explain workflow.unknown-key", "Tells what the code of a message means, and what to do."),
            Example("baton explain network.tls.untrusted --json", "The same of a kind of failure, as JSON."),
            Example("baton explain --shard", "Tells what an option does, and which commands have it."),
        ],
        action: .perform { .explain($0.explained, isJSON: $0.wantsJSON) })
}

extension Operand {
    fileprivate static let explained: Operand = {
        var word = Operand(
            "WORD", .text { $0.explained = $1 },
            // A shell would read the signs.
            suggestions: {
                Reference.words.filter { word in
                    word.contains { $0.isLetter || $0.isNumber }
                        && word.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
                }
            },
            "The word: retry, close_to, sha256, check.failed, --shard; without, the list of all.")
        word.takesOptionNames = true
        return word
    }()
}
