import Testing

@testable import BatonRegex

struct PatternTests {
    struct Search: Sendable, CustomTestStringConvertible {
        let pattern: String
        let subject: String
        let groups: [String?]?
        var options: Pattern.Options = []
        var testDescription: String { "\(pattern) in \(subject.debugDescription)" }
    }

    static let searches = [
        Search(pattern: "b+", subject: "abbc", groups: ["bb"]),
        Search(pattern: "x", subject: "abc", groups: nil),
        Search(pattern: "", subject: "", groups: [""]),
        Search(pattern: "(a)|(b)", subject: "b", groups: ["b", nil, "b"]),
        Search(pattern: "(a)|b", subject: "b", groups: ["b", nil]),
        Search(pattern: "a$", subject: "a\n", groups: nil),
        Search(pattern: "^.$", subject: "\u{1F600}", groups: ["\u{1F600}"]),
        Search(pattern: "ö(.)", subject: "schön", groups: ["ön", "n"]),
        Search(pattern: "a.c", subject: "A\nC", groups: ["A\nC"], options: [.caseInsensitive, .dotMatchesNewline]),
        Search(pattern: "^b$", subject: "a\nb\nc", groups: ["b"], options: .multiline),
        Search(pattern: "a|ab", subject: "ab", groups: ["ab"], options: .wholeText),
        Search(pattern: "b", subject: "ab", groups: nil, options: .wholeText),
    ]

    @Test(arguments: searches)
    func `a search finds the leftmost match and its groups`(_ search: Search) throws {
        let pattern = try Pattern(search.pattern, options: search.options)
        let match = try pattern.firstMatch(in: search.subject)
        #expect(match.map { $0.groups.map { $0.map(String.init) } } == search.groups)
        #expect(try pattern.matches(search.subject) == (search.groups != nil))
        #expect(match == nil || match?.groups.count == pattern.groupCount + 1)
    }

    @Test(arguments: [("a(b", 3), ("[z", 2), ("\\C", 2), ("(?<n>a)(?<n>b)", 12)])
    func `a malformed pattern names the place`(_ pattern: String, _ offset: Int) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(error?.code == .syntax)
        #expect(error?.message.isEmpty == false)
        #expect((0...pattern.utf8.count).contains(error?.offset ?? -1))
        #expect(error?.offset == offset, "\(error?.message ?? "")")
    }

    @Test(arguments: ["(a+)+$", "(a|aa)+$", "(?:a?){40}a{40}$", "^(([a-z])+.)+[A-Z]([a-z])+$"])
    func `catastrophic backtracking ends with an error`(_ text: String) throws {
        let pattern = try Pattern(text)
        let error = #expect(throws: PatternError.self) {
            try pattern.matches(String(repeating: "a", count: 64) + "!")
        }
        #expect(error?.code == .limit)
    }

    @Test func `a pattern that needs much stack is interpreted`() throws {
        let subject = String(repeating: "ab", count: 20_000)
        #expect(try Pattern("^(?:(a)|(b))*$").matches(subject))
    }

    @Test func `a pattern that is too long is refused`() {
        let error = #expect(throws: PatternError.self) { try Pattern(String(repeating: "a", count: 100_000)) }
        #expect(error?.code == .syntax)
    }

    @Test(arguments: [("a", "banana", ["a", "a", "a"]), ("x*", "äx", ["", "x", ""]), ("", "", [""])])
    func `all matches are found without overlap`(_ pattern: String, _ subject: String, _ found: [String]) throws {
        var search = try Pattern(pattern).search(subject)
        var texts: [String] = []
        while let match = try search.next() { texts.append(String(match.text)) }
        #expect(texts == found)
    }

    @Test func `a group can be asked for by name`() throws {
        let pattern = try Pattern("(?<year>\\d+)-(?<month>\\d+)")
        #expect(pattern.groupNumber(named: "month") == 2)
        #expect(pattern.groupNumber(named: "day") == nil)
    }

    @Test func `many tasks can use a pattern at once`() async throws {
        let pattern = try Pattern("(\\d+)-(\\d+)")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for round in 0..<200 {
                        let match = try pattern.firstMatch(in: "x\(task)-\(round)")
                        guard match?.groups == ["\(task)-\(round)", "\(task)", "\(round)"] else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
