import BatonYAML
import Testing

/// Hostile files: refused early, with a place.
struct LimitTests {
    @Test(arguments: ["[", "{a: ", "[\n", "- ", "{", "? ", "a: [", "-\n", "[{", "*a [", "&a [", "!t [", "- ? ", "[a: "])
    func `a hundred thousand openings end at once`(_ opening: String) {
        let composed = Composed(String(repeating: opening, count: 100_000))
        #expect(composed.diagnostics.count >= 1)
    }

    @Test(arguments: [("[", "]"), ("{a: ", "}"), ("- ", "")])
    func `depth 100 is read and depth 101 is not`(_ open: String, _ close: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth) + "\n"
        }
        #expect(Composed(nested(100)).messages == [])
        let deep = Composed(nested(101))
        #expect(deep.messages == ["yaml.too-large: lists and maps are nested more than 100 deep"])
        #expect(deep.diagnostics.first?.range?.lower == 100 * open.utf8.count)
        #expect(deep.root == nil)
    }

    @Test func `aliases do not reach beyond the depth`() {
        func nested(_ inner: String) -> String {
            String(repeating: "[", count: 60) + inner + String(repeating: "]", count: 60)
        }
        let tooDeep = "yaml.too-large: lists and maps are nested more than 100 deep"
        #expect(Composed("a: &a \(nested("1"))\nb: [*a]\n").messages == [])
        #expect(Composed("a: &a \(nested("1"))\nb: \(nested("*a"))\n").messages == [tooDeep])
        let chain = "a: &a \(nested("1"))\nb: &b [[*a]]\nc: [\(String(repeating: "[", count: 36))*b"
        #expect(Composed(chain + String(repeating: "]", count: 37) + "\n").messages == [])
        #expect(
            Composed(chain.replacing("c: [", with: "c: [[[") + String(repeating: "]", count: 39)).messages == [tooDeep])
    }

    @Test func `aliases that multiply end at the budget`() {
        var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let alias = "*a\(level - 1)"
            yaml += "a\(level): &a\(level) [\(Array(repeating: alias, count: 10).joined(separator: ", "))]\n"
        }
        let composed = Composed(yaml)
        #expect(composed.codes.contains("yaml.too-large"))
        #expect(
            composed.diagnostics.first?.message == "the aliases up to here stand for more than 100000 values")
        #expect(composed.root != nil)
    }

    @Test func `values and bytes are limited`() {
        var limits = YAMLLimits()
        limits.nodes = 5
        #expect(Composed("[1, 2, 3, 4]", limits: limits).messages == [])
        #expect(
            Composed("[1, 2, 3, 4, 5]", limits: limits).messages
                == ["yaml.too-large: the file holds more than 5 values"])
        limits.bytes = 10
        #expect(
            Composed("a: 12345678", limits: limits).messages
                == ["yaml.too-large: the file has 11 bytes; at most 10 are read"])
    }

    @Test func `a file full of mistakes is answered`() {
        for line in [
            "a: {{x}} ", "x {{x}} ", "a: @\n", "\"a\" b\n", "a:1\n", "{{x}}\n", "a: \"\\q\"\n", "- a: !b\n",
            "a: b: c\n", "é: [\"a\" \"b\"]\n", "- {a: 1\n", "a: b\n  c: d\n", "- \"a\n", "- \ta: b\n", "? a\n",
            "- a\n - b\n",
            "a: |\n b\n",
        ] {
            #expect(!Composed(String(repeating: line, count: 3000)).diagnostics.isEmpty)
        }
    }

    @Test func `a line of twenty thousand characters without its end is answered`() {
        for start in ["", "a: ", "- ", "a: [", "\"", "{", "? ", "&", "*", "!", "|", "a: |\n  "] {
            for word in ["a", "a ", "- ", "''", "\\\\", "a, ", "{{x}} ", "$(", "é"] {
                let composed = Composed(start + String(repeating: word, count: 20_000 / word.utf8.count))
                #expect(composed.root != nil || !composed.diagnostics.isEmpty, "\(start)\(word)")
            }
        }
    }

    @Test(arguments: 0..<300) func `no text is a crash, and none without a tree is without an error`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "é", ": ", ":", "- ", "\n", "\n  ", "\r\n", " ", "\t", "[", "]", "{", "}", ", ", "\"", "'", "\\", "|",
            ">",
            "|2\n", "&a ", "*a", "!t ", "%", "@", "#", " #", "$(", ")", "{{", "}}", "---\n", "...\n", "?", "? ", "~",
            "\\u", "\\ud83d\\ude00", "\u{FEFF}", "<<", "1", "null", "`", "😀",
        ]
        for _ in 0..<40 {
            let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let composed = Composed(text)
            #expect(composed.root != nil || !composed.diagnostics.isEmpty, "\(text.debugDescription)")
            for diagnostic in composed.diagnostics {
                let range = diagnostic.range
                #expect((range?.lower ?? 0) <= (range?.upper ?? 0), "\(text.debugDescription)")
                #expect((range?.upper ?? 0) <= text.utf8.count, "\(text.debugDescription)")
            }
        }
    }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0xD1B5_4A32_D192_ED03 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
