import BatonJudging
import BatonLanguage
import BatonLoading

extension Command {
    /// `baton explain`.
    static let explain = Command(
        name: "explain",
        summary: "Prints what the reference says about a word: a key, an operator, a function, a code.",
        discussion: """
            The anchor of a section, such as how-a-run-goes, prints that section. Of any other word come the lines of the \
            reference about it, and an example of each key. The code or kind in brackets at the end of a message is a word \
            too, and so are an option, the name of a command, and a word of another tool.
            """,
        operand: .explained,
        sections: [Section("options", [.help])],
        examples: [
            Example("baton explain retry", "Prints what the reference says of the key, and an example of it."),
            Example("baton explain workflow.unknown-key", "Tells what the code of a message means, and what to do."),
            Example("baton explain how-a-run-goes", "Prints a section of the reference."),
            Example("baton explain --shard", "Tells what an option does, and which commands have it."),
        ],
        action: .perform { .explain($0.explained) })
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
            "The word: retry, close_to, sha256, check.failed, --shard; without, the list of the sections.")
        word.takesOptionNames = true
        return word
    }()
}
