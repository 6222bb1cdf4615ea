import BatonValues
import FuzzTargets
import Testing

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
