import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with loops and groups, with its place: `⟦…⟧` in the file.
@Suite struct LoopDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static let listHelp =
        "write `[a, b]`, `$(list)`, `{ csv: users.csv }` or `{ range: [1, 10] }`; `repeat` counts"

    static let cases: [Case] = [
        Case(
            "steps:\n  - get: /x\n    for_each: ⟦[]⟧", "workflow.checks-nothing", "`for_each: []` does nothing",
            help: "write at least one element"),
        Case(
            "steps:\n  - get: /x\n    for_each: ⟦5⟧", "workflow.wrong-value",
            "`for_each` goes through a list, this is a number", help: listHelp),
        Case(
            "steps:\n  - get: /x\n    for_each: ⟦users⟧", "workflow.wrong-value",
            "`for_each` goes through a list, this is a text", help: listHelp),
        Case(
            "steps:\n  - get: /x\n    for_each: ⟦$(1 + 1)⟧", "workflow.wrong-value",
            "`for_each` goes through a list, this is int", help: listHelp),
        Case(
            "steps:\n  - get: /x\n    for_each: ⟦{}⟧", "workflow.missing-key",
            "`for_each` wants one of `csv`, `json`, `yaml`, `lines` and `range`",
            help: "write for example `csv: users.csv`"),
        Case(
            "steps:\n  - get: /x\n    for_each: { ⟦file⟧: a.csv }", "workflow.unknown-key",
            "unknown key `file` in `for_each`",
            help: "`for_each` may hold `csv` `json` `yaml` `lines` `range` `separator`"),
        Case(
            "steps:\n  - get: /x\n    for_each: { range: [1, 2], ⟦separator⟧: ';' }", "workflow.needs-key",
            "`separator` needs `csv`, which is not there",
            help: "write `csv: users.csv` beside it, or leave `separator` out"),
        Case(
            "steps:\n  - get: /x\n    for_each: { csv: users.csv, ⟦json⟧: users.json }", "workflow.exclusive-keys",
            "`for_each` takes one of `csv` and `json`, not both"),
        Case(
            "steps:\n  - get: /x\n    for_each: { range: ⟦[1, 2, 3]⟧ }", "workflow.wrong-value",
            "a `range` has a first and a last number", help: "write `range: [1, 10]`"),
        Case(
            "steps:\n  - get: /x\n    for_each: { range: ⟦[10, 1]⟧ }", "workflow.checks-nothing",
            "the range is empty: 10 is above 1", help: "the smaller number stands first"),
        Case(
            "steps:\n  - get: /x\n    for_each: { range: ⟦[1, 1000001]⟧ }", "workflow.wrong-value",
            "a loop has 1000000 passes at most"),
        Case(
            "steps:\n  - get: /x\n    for_each: { range: [1, ⟦last⟧] }", "workflow.wrong-type",
            "`range` wants whole numbers, this is string"),
        Case(
            "steps:\n  - get: /x\n    for_each: [1]\n    concurrency: ⟦0⟧", "workflow.wrong-value",
            "`concurrency` is a whole number from 1 to 1000, this is 0",
            help: "with `concurrency: 1`, or without it, one pass follows the other"),
        Case(
            "steps:\n  - get: /x\n    ⟦concurrency⟧: 2\n    repeat: 3", "workflow.needs-key",
            "`concurrency` needs `for_each`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    ⟦as⟧: user", "workflow.needs-key",
            "`as` needs `for_each`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    ⟦allow_empty⟧: true", "workflow.needs-key",
            "`allow_empty` needs `for_each`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    ⟦max⟧: 3", "workflow.needs-key",
            "`max` needs `while`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    repeat: ⟦0⟧", "workflow.wrong-value",
            "`repeat` is a whole number from 1 to 1000000, this is 0"),
        Case(
            "steps:\n  - get: /x\n    repeat: ⟦-3⟧", "workflow.wrong-value",
            "`repeat` is a whole number from 1 to 1000000, this is -3"),
        Case(
            "steps:\n  - get: /x\n    repeat: ⟦often⟧", "workflow.wrong-value",
            "`repeat` is a whole number from 1 to 1000000, this is \"often\""),
        Case(
            "steps:\n  - get: /x\n    repeat: ⟦$([1])⟧", "workflow.wrong-type",
            "`repeat` wants whole numbers, this is list",
            help: "`for_each` goes through a list, `while` through a condition"),
        Case(
            "steps:\n  - get: /x\n    while: 1 < 2\n    max: ⟦0⟧", "workflow.wrong-value",
            "`max` is a whole number from 1 to 1000000, this is 0"),
        Case(
            "steps:\n  - get: /x\n    while: ⟦1 + 1⟧", "expression.wrong-type",
            "a condition must be true or false, `1 + 1` is int"),
        Case(
            "steps:\n  - get: /$(⟦item⟧)", "expression.not-here",
            "`item` belongs to a loop, and there is none around this",
            help: "a step with `for_each` has an `item`; `as` gives it another name"),
        Case(
            "steps:\n  - get: /$(⟦index⟧)", "expression.not-here",
            "`index` belongs to a loop, and there is none around this",
            help: "a step with `for_each`, `repeat` or `while` has an `index`"),
        Case(
            "vars: { a: $(⟦item⟧) }\nsteps: [ { get: /$(a), for_each: [1] } ]", "expression.not-here",
            "`item` belongs to a loop, and there is none around this"),
        Case(
            "steps:\n  - get: /$(⟦item⟧)\n    for_each: [1]\n    as: user", "expression.not-here",
            "the element of this loop is called `user`", help: "`as` says so: write `user` in place of `item`"),
        Case(
            "steps:\n  - get: /$(user)\n    for_each: [1]\n    as: user\n  - get: /$(⟦user⟧)",
            "expression.not-here", "`user` belongs to a loop, and there is none around this"),
        Case(
            "vars: { user: ada }\nsteps:\n  - get: /x\n    for_each: [1]\n    as: ⟦user⟧", "workflow.name-taken",
            "`user` is a variable already", help: "give the element a name of its own, such as `each_user`"),
        Case(
            "steps:\n  - get: /x\n    for_each: [1]\n    as: ⟦user⟧\n    capture: { user: $.name }",
            "workflow.name-taken", "`user` is captured or set in this file already"),
        Case(
            "steps:\n  - for_each: [1]\n    as: a\n    steps:\n      - get: /x\n        for_each: [2]\n        as: ⟦a⟧",
            "workflow.name-taken", "`a` is the element of a loop around this one already"),
        Case(
            "steps:\n  - get: /x\n    for_each: [1]\n    as: ⟦response⟧", "workflow.invalid-name",
            "`response` has a meaning of its own in expressions"),
        Case(
            "steps:\n  - steps: ⟦[]⟧", "workflow.no-steps", "a group without steps does nothing",
            help: "write its steps below, each behind `- `"),
        Case(
            "steps:\n  - steps: [ get: /x ]\n    ⟦expect⟧: { status: 200 }", "workflow.key-does-not-fit",
            "`expect` belongs to a request, not to a `steps` step"),
        Case(
            "steps:\n  - steps:\n      - get: /x\n        ⟦expct⟧: { status: 200 }", "workflow.unknown-key",
            "unknown key `expct` in a step"),
    ]

    @Test(arguments: cases.indices)
    func `a mistake is told with its place`(_ index: Int) {
        Self.cases[index].check(in: Self.cases[index].text)
    }

    /// What a data file holds, and what is said of it.
    static let files: [(format: String, text: String, code: String, message: String, place: String)] = [
        ("csv", "a,b\n1,2\n3\n", "data.invalid", "this record has 1 field, the header has 2 fields", "d:3:1"),
        ("csv", "a,b\n1,\"2\n", "data.invalid", "the quote that opens a field here has no end", "d:2:1"),
        ("csv", "a,a\n1,2\n", "data.invalid", "two columns are named `a`", "d:1:1"),
        ("csv", "", "data.invalid", "there is no header", "d:1:1"),
        ("csv", "a,b\n", "data.invalid", "`d` has no rows", "w.yaml:3:22"),
        ("lines", "\n\n", "data.invalid", "`d` has no rows", "w.yaml:3:24"),
        ("json", "[]", "data.invalid", "`d` has no rows", "w.yaml:3:23"),
        ("json", "{\"a\": 1}", "data.invalid", "`d`: it holds a map, not a list", "w.yaml:3:23"),
        ("yaml", "a: [1", "data.invalid", "the `[` that opens here has no `]`", "d:1:4"),
    ]

    @Test(arguments: files.indices)
    func `a data file that holds no rows is told before anything runs`(_ index: Int) throws {
        let file = Self.files[index]
        let loaded = Loading.load(
            "steps:\n  - get: /x\n    for_each: { \(file.format): d }", files: ["d": file.text])
        let found = try #require(loaded.diagnostics.first)
        #expect(found.code == file.code)
        if file.format != "yaml" {
            #expect(found.message.text == file.message)
            let place = "\(try #require(found.range))"
            #expect(place.hasPrefix(file.place), "\(place)")
        }
        #expect(loaded.workflow == nil)
    }

    @Test func `a data file that is not there is told where it is named`() throws {
        let loaded = Loading.load("steps:\n  - get: /x\n    for_each: { csv: none.csv }")
        #expect(loaded.diagnostics.map(\.message) == ["`none.csv` does not exist"])
        #expect(loaded.diagnostics[0].range?.text == "none.csv")
    }

    @Test func `a byte order mark is read past, and UTF-16 is refused`() throws {
        #expect(try DataReader.rows([0xEF, 0xBB, 0xBF] + Array("a\n1".utf8), .csv(.comma)) == [["a": "1"]])
        #expect(throws: DataError(message: "the file is UTF-16; save it as UTF-8")) {
            try DataReader.rows([0xFF, 0xFE, 0x61, 0], .csv(.comma))
        }
        #expect(throws: DataError(message: "the file is not UTF-8")) { try DataReader.rows([0x61, 0xFF], .lines) }
    }

    @Test func `lines end in any way, and empty ones are left out`() throws {
        #expect(try DataReader.rows(Array("a\r\n\nb c\n".utf8), .lines) == ["a", "b c"])
        #expect(
            try DataReader.rows(Array("a\u{2028}b\u{85}c\u{0B}d\n\r\ne\rf".utf8), .lines) == [
                "a\u{2028}b\u{85}c\u{0B}d", "e\rf",
            ])
    }
}
