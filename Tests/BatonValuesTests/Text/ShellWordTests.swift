import FuzzTargets
import Testing

@testable import BatonValues

/// Words of commands that are shown, so that a copy of them does what they say.
@Suite struct ShellWordTests {
    @Test(arguments: [
        ("", "''"), ("a", "a"), ("a b", "'a b'"), ("=x", "'=x'"), ("a\nb", "'a\nb'"), ("ü", "'ü'"), ("~", "'~'"),
    ])
    func `a word of the shell is quoted where it must be`(_ text: String, _ word: String) {
        #expect(ShellWord.quote(text) == word)
    }

    @Test(arguments: 0..<20)
    func `a command of quoted words is split into the same words`(_ seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let pieces = [
            "a", "B", "7", " ", "'", "\"", "\\", "$", "`", "!", "*", "?", "[", ";", "&", "|", "<", "(", "{", "~", "#",
            "=",
            "-", "\n", "\t", "é", "\u{A0}", "🙂",
        ]
        for _ in 0..<50 {
            let words = (0..<3).map { _ in
                (0..<Int.random(in: 0...6, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }
                    .joined()
            }
            #expect(try CommandWords.split(words.map(ShellWord.quote).joined(separator: " ")) == words)
        }
    }
}

struct CommandWordsTests {
    @Test(arguments: [
        ("./serve --port 8080", ["./serve", "--port", "8080"]),
        ("  a \t b\nc  ", ["a", "b", "c"]),
        (#"a 'b c' "d e""#, ["a", "b c", "d e"]),
        (#"a 'b"c' "d'e" f"g h"i"#, ["a", "b\"c", "d'e", "fg hi"]),
        (#"a "b\"c\\d\n" 'e\f'"#, ["a", #"b"c\d\n"#, #"e\f"#]),
        (#"a\ b c\"d"#, ["a b", "c\"d"]),
        ("a '' \"\"", ["a", "", ""]),
        ("a $HOME | b && c > *.txt `d` # e", ["a", "$HOME", "|", "b", "&&", "c", ">", "*.txt", "`d`", "#", "e"]),
        ("ä 'ö ü'", ["ä", "ö ü"]),
    ])
    func `quotes group and nothing is left to a shell`(_ command: String, _ words: [String]) throws {
        #expect(try CommandWords.split(command) == words)
    }

    @Test(arguments: [
        ("", "the command is empty", 0), ("  ", "the command is empty", 0), ("a 'b", "the quote is never closed", 2),
        (#"a "b\""#, "the quote is never closed", 2), ("a \\", "nothing follows the backslash", 2),
        ("a\u{0}b", "a command holds no NUL", 1),
    ])
    func `what cannot be read is explained`(_ command: String, _ message: String, _ offset: Int) {
        #expect(throws: CommandWords.ParseError(message: message, offset: offset)) { try CommandWords.split(command) }
    }
}
