/// Random numbers that are the same in each run (SplitMix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func one<Element>(of list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &self)] }
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
}

/// Texts that a writer of YAML and of templates has to take care of.
enum HostileTexts {
    static let words: [String] = [
        "", " ", "a", "yes", "no", "on", "null", "~", "True", "true", "1", "1.10", "-1e5", "01", "0x1F", ".5", "1e400",
        "<<",
        "a b", " a", "a ", "a: b", "a:", ":a", "a #b", "#", "a#b", "- a", "-", "--", "---", "--- a", "...", "? a", "?",
        ":",
        "{", "}", "{a}", "[a]", "a, b", "a]", "&a", "*a", "!a", "|", ">", "%", "@", "`a`", "\"a\"", "'a'", "it's",
        "a\"b'c\\d",
        "\\", "\\n", "$(", "$(a)", "$$(", "$", "$$", "a$", "$$$(a", "{{x}}", "a {{x}} b", "${x}", "{{", "}}", "{{ x",
        "$x",
        "/{x}", "/:x", ")", "(", "a)", "$(()", "\n", "a\nb", "a\nb\n", "a\n\n", "\na", " a\nb", "a\n b\n", "a\n\tb",
        "a\n- b\n",
        "a \nb", "\t", "a\tb", "\u{0}", "\u{7}", "\u{1b}[31m", "\u{7f}", "\u{85}", "a\u{2028}b", "\u{feff}a",
        "\u{202e}abc",
        "a\u{200b}", "\u{a0}a", "a\u{a0}", "a\u{a0}#b", "\u{3000}", "é", "e\u{301}", "\u{301}", "日本", "👩‍👩‍👧‍👦",
        "🏴\u{e0067}\u{e007f}",
        "\u{fffe}", "\u{ffff}", "\u{10ffff}", "\r", "a\r\nb", "a\rb", "|-\n", "key: |\n  a", "\"", "'", "''",
        "<string>",
        "response.json.id", "$.a", "2026-01-01", "12:30", "=", "a=b&c=%20", "%7B", "\u{1F600} : ", "x: {{y}} # z",
        "\\u0041",
        String(repeating: "long text, ", count: 60), String(repeating: "x", count: 1500),
        String(repeating: "{", count: 200),
    ]

    static func any(_ dice: inout Dice) -> String {
        switch dice.number(1...10) {
        case 1...6: dice.one(of: words)
        case 7, 8: dice.one(of: words) + dice.one(of: words)
        default:
            (0..<dice.number(1...6)).map { _ in dice.one(of: words) }.joined(
                separator: dice.one(of: ["", " ", "\n", ": "]))
        }
    }
}
