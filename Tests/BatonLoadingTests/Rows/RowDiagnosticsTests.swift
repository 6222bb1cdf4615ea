import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with `rows`, with its place: `⟦…⟧` in the workflow, or a place in the data file.
@Suite struct RowDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static func rows(_ text: String, _ steps: String = "[ get: /x ]") -> String {
        "rows: \(text)\nsteps: \(steps)"
    }

    static let cases: [Case] = [
        Case(rows("⟦[]⟧"), "workflow.does-nothing", "`rows` has no row, so that nothing would run"),
        Case(rows("{ list: ⟦[]⟧ }"), "workflow.does-nothing", "`rows` has no row, so that nothing would run"),
        Case(
            rows("⟦{ name: $(row) }⟧"), "workflow.missing-key",
            "`rows` wants one of `csv`, `json`, `yaml` and `list`"),
        Case(
            rows("⟦$(parse_csv(file('users.csv')))⟧"), "workflow.computed",
            "`rows` is known before anything runs: it is a list or a file",
            help:
                "write `[…]`, whose values may be computed, or `{ csv: users.csv }`; `for_each` goes through what is computed"
        ),
        Case(
            rows("{ csv: ⟦users-$(env.name).csv⟧ }"), "workflow.computed",
            "the file of `rows` is known before anything runs: its name has no `$(…)`",
            help: "`for_each: { csv: … }` takes a file whose name is computed"),
        Case(rows("{ csv: ⟦none.csv⟧ }"), "data.invalid", "`none.csv` does not exist"),
        Case(
            rows("{ ⟦file⟧: users.csv }"), "workflow.unknown-key", "unknown key `file` in `rows`",
            help: "`rows` may hold `csv` `json` `yaml` `list` `name` `types` `separator` `together`"),
        Case(
            rows("{ list: [1], ⟦json⟧: a.json }"), "workflow.exclusive-keys",
            "`rows` takes one of `list` and `json`, not both"),
        Case(
            rows("{ list: [1], ⟦types⟧: { a: integer } }"), "workflow.needs-key",
            "`types` needs `csv`, which is not there"),
        Case(
            rows("{ list: [1], ⟦separator⟧: ';' }"), "workflow.needs-key",
            "`separator` needs `csv`, which is not there"),
        Case(
            rows("{ csv: none.csv, separator: ⟦ab⟧ }"), "workflow.wrong-value",
            "`separator` is one character between two fields, such as `;` or a tab, `\"\\t\"`"),
        Case(
            rows("[{ user: ada, role: a }, ⟦{ user: ada, role: b }⟧]"), "data.row-name",
            "another row is called `ada` too",
            help:
                "unless `name` says otherwise, a row is called by its first value: write `name: $(row.x)` with what tells them apart"
        ),
        Case(
            rows("{ list: [{ a: 1, b: 2 }, ⟦{ a: 2, b: 2 }⟧], name: $(row.b) }"), "data.row-name",
            "another row is called `2` too", help: "let `name` say what tells the rows apart"),
        Case(
            rows("[⟦[1, 2]⟧]"), "data.row-name", "this row has nothing that it could be called by",
            help:
                "unless `name` says otherwise, a row is called by its first value: write `name: $(row.x)` with what tells them apart"
        ),
        Case(
            rows("{ list: [⟦{ a: '' }⟧], name: $(row.a) }"), "data.row-name", "`name` gives this row an empty name",
            help: "let `name` say what tells the rows apart"),
        Case(
            rows("{ list: [⟦1⟧], name: a-$(uuid()) }"), "data.row-name",
            "this row gets no name: there is neither a clock nor a file here",
            help: "a name is made of what is written in the row, so that it is the same in every run"),
        Case(
            rows("{ list: [⟦{ a: 1, b: $(uuid()) }⟧], name: $(row.b) }"), "data.row-name",
            "this row gets no name: `b` is not set",
            help: "a name is made of what is written in the row, so that it is the same in every run"),
        Case(
            "vars: { a: 1 }\n" + rows("{ list: [1], name: $(⟦a⟧) }"), "expression.unknown-name",
            "nothing here is named `a`"),
        Case(
            "vars: { a: 1 }\n" + rows("[ $(⟦a⟧) ]"), "expression.unknown-name", "nothing here is named `a`"),
        Case(
            rows("[ { a: 1 } ]", "[ that: row.⟦b⟧ == 1 ]"), "expression.unknown-member", "`row` has no `b`",
            help: "it has `a`"),
        Case(
            rows("[ { a: 1 } ]", "[ that: ⟦row.a == \"1\"⟧ ]"), "expression.wrong-type",
            "`row.a` is int and `\"1\"` is string: they are never equal"),
        Case(
            "steps: [ that: ⟦row.a == 1⟧ ]", "expression.not-here", "there is no row here",
            help: "`row` has a value in the steps and variables of a workflow with `rows`"),
        Case(
            "steps: [ set: { ⟦row⟧: 1 } ]", "workflow.invalid-name", "`row` has a meaning of its own in expressions"),
    ]

    @Test(arguments: cases.indices)
    func `a mistake is told with its place`(_ index: Int) {
        Self.cases[index].check(in: Self.cases[index].text)
    }

    struct File: Sendable {
        var keys: String
        var text: String
        var code: String
        var message: String
        /// Line and column in the data file, or `w.yaml` and these.
        var place: String

        init(_ keys: String, _ text: String, _ code: String, _ message: String, _ place: String) {
            (self.keys, self.text, self.code, self.message, self.place) = (keys, text, code, message, place)
        }
    }

    static let files: [File] = [
        File("csv: d", "a,b\n1,2\n3\n", "data.invalid", "this record has 1 field, the header has 2 fields", "d:3:1"),
        File(
            "csv: d", "a,b\n\"1\n1\",2\n3,4,5\n", "data.invalid",
            "this record has 3 fields, the header has 2 fields",
            "d:4:1"),
        File("csv: d", "a,b\n1,\"2\n", "data.invalid", "the quote that opens a field here has no end", "d:2:1"),
        File("csv: d", "a,b,a\n1,2,3\n", "data.invalid", "two columns are named `a`", "d:1:5"),
        File("csv: d", "a,,b\n1,2,3\n", "data.invalid", "column 2 has no name", "d:1:3"),
        File("csv: d", "", "data.invalid", "there is no header", "d:1:1"),
        File("csv: d", "a,b\n", "data.invalid", "`d` has no rows", "w.yaml:1:14"),
        File("csv: d", "a,b\n1,x\n2,y\n1,z\n", "data.row-name", "another row is called `1` too", "d:4:1"),
        File("csv: d", "a,b\n,x\n", "data.row-name", "this row has nothing that it could be called by", "d:2:1"),
        File(
            "csv: d, name: $(row.b)", "a,b\n1,x\n2,x\n", "data.row-name", "another row is called `x` too", "d:3:1"),
        File(
            "csv: d, types: { b: integer }", "a,b\n1,2\n2,\"x\"\n", "data.invalid",
            "`b` must be an integer, this is \"x\"", "d:3:3"),
        File(
            "csv: d, types: { b: integer }", "a,b\n1,\n", "data.invalid", "`b` must be an integer, this is \"\"",
            "d:2:3"),
        File(
            "csv: d, types: { c: integer }", "a,b\n1,\n", "data.invalid", "the file has no column `c`",
            "w.yaml:1:26"),
        File(
            "csv: d, types: { b: int }", "a,b\n1,\n", "workflow.wrong-value",
            "`int` is no type",
            "w.yaml:1:29"),
        File("json: d", "[]", "data.invalid", "`d` has no rows", "w.yaml:1:15"),
        File("json: d", "{\"a\": 1}", "data.invalid", "`d`: it holds a map, not a list", "w.yaml:1:15"),
        File("json: d", "[{\"a\": 1},\n {\"a\": 1}]", "data.row-name", "another row is called `1` too", "d:2:2"),
        File("yaml: d", "- a: 1\n- a: 1\n", "data.row-name", "another row is called `1` too", "w.yaml:1:15"),
        File("yaml: d", "[]", "data.invalid", "`d` has no rows", "w.yaml:1:15"),
    ]

    @Test(arguments: files.indices)
    func `a mistake in a data file is told with its place there`(_ index: Int) throws {
        let file = Self.files[index]
        let loaded = Loading.load("rows: { \(file.keys) }\nsteps: [ get: /x ]", files: ["d": file.text])
        let found = try #require(loaded.diagnostics.first { $0.code == file.code }, "\(loaded.diagnostics)")
        #expect(found.message.text == file.message)
        let range = try #require(found.range)
        #expect("\(range.file.path):\(range.start.line):\(range.start.column)".hasSuffix(file.place), "\(range)")
        #expect(loaded.workflow == nil)
    }

    @Test(arguments: ["[1,", "[1,]", "[1 2]", "[1] x", "[", "[,]", "[\"a]", "1", ""])
    func `what is no JSON is told whatever it looks like`(_ text: String) {
        let loaded = Loading.load("rows: { json: d }\nsteps: [ get: /x ]", files: ["d": text])
        #expect(loaded.diagnostics.map(\.code) == ["data.invalid"], "\(loaded.diagnostics)")
    }

    @Test(arguments: [
        ("integer", "; convert it where it is used: `$(row.b == '' ? null : int(row.b))`"), ("boolean", ""),
    ])
    func `an empty cell of another type says what works`(_ type: String, _ conversion: String) {
        let file = "rows: { csv: d, types: { b: \(type) } }\nsteps: [ get: /x ]"
        let loaded = Loading.load(file, files: ["d": "a,b\n1,\n"])
        let help = "leave `b` out of `types`: an empty cell is an empty text" + conversion
        #expect(loaded.diagnostics.map(\.help?.text) == [help])
        let used = "rows: { csv: d }\nsteps: [ { get: /x, query: { b: \"$(row.b == '' ? null : int(row.b))\" } } ]"
        #expect(Loading.load(used, files: ["d": "a,b\n1,\n"]).diagnostics.map(\.message) == [])
    }

    @Test func `a file has so many rows and no more`() {
        let rows = String(repeating: ",1", count: 1_000_000)
        let loaded = Loading.load("rows: { json: d }\nsteps: [ get: /x ]", files: ["d": "[1\(rows)]"])
        #expect(loaded.diagnostics.map(\.message) == ["a workflow has 1000000 rows at most"])
    }

    @Test func `of very many mistakes in a file the first ten are told, the others counted`() {
        let text = "a,b\n" + String(repeating: "1\n", count: 1000)
        let sink = DiagnosticSink()
        let context = LoadingContext(
            projectVariables: [], environment: nil, hasBaseURL: true, files: MemoryFiles(texts: ["/p/d": text]))
        _ = FileLoader(context).load(
            SourceFile(path: "w.yaml", text: "rows: { csv: d }\nsteps: [ get: /x ]"), into: sink)
        #expect(sink.diagnostics.count == 10)
        #expect(sink.omitted == 990)
    }
}
