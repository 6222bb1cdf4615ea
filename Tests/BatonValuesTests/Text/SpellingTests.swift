import BatonValues
import Testing

struct SpellingTests {
    private let words = ["expect", "capture", "headers", "status", "follow_redirects", "if", "in", "set"]

    @Test(arguments: [
        ("expct", "expect"), ("captrue", "capture"), ("Headers", "headers"), ("header", "headers"),
        ("follow-redirects", "follow_redirects"), ("statsu", "status"), ("fi", "if"), ("sett", "set"),
    ])
    func `a slip finds the word that was meant`(_ word: String, _ meant: String) {
        #expect(Spelling.nearest(to: word, in: words) == meant)
    }

    @Test(arguments: ["", "x", "banana", "captivate", "zz", "expect", String(repeating: "a", count: 1000)])
    func `nothing is suggested for what is far from all words`(_ word: String) {
        #expect(Spelling.nearest(to: word, in: words.filter { $0 != word }) == nil)
    }

    @Test func `the nearest wins and ties go to the first`() {
        #expect(Spelling.nearest(to: "pach", in: ["path", "patch"]) == "path")
        #expect(Spelling.nearest(to: "patcj", in: ["path", "patch"]) == "patch")
    }

    @Test func `on a tie the one with the same capitals wins`() {
        #expect(Spelling.nearest(to: "smok", in: ["Smoke", "smoke"]) == "smoke")
        #expect(Spelling.nearest(to: "Smok", in: ["smoke", "Smoke"]) == "Smoke")
        #expect(Spelling.nearest(to: "SMOKE", in: ["Smoke", "smoke"]) == "Smoke")
    }

    @Test func `a word is no suggestion for itself`() {
        #expect(Spelling.nearest(to: "set", in: ["set", "sat"]) == "sat")
    }
}
