import BatonCEL
import BatonDiagnostics
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What rows are called, and what `row` is in each.
@Suite struct RowSetTests {
    private func rows(_ rows: String, _ file: String = "", steps: String = "[ get: /x ]") throws -> RowSet {
        let loaded = Loading.load("rows: \(rows)\nsteps: \(steps)", files: ["d": file])
        return try #require(loaded.workflow?.rows, "\(loaded.diagnostics.map(\.message))")
    }

    /// Each row as JSON, from a file with these bytes.
    private func values(_ rows: RowSet, _ file: String = "") throws -> [String] {
        let bytes = Array(file.utf8)
        return try rows.names.indices.map { index in
            let value = try rows.value(at: index, from: NoValues()) { _, range throws(StepFailure) in
                Array(bytes[range.clamped(to: bytes.indices)])
            }
            return JSONWriter.compact(try value.toJSON())
        }
    }

    @Test(arguments: [
        ("[1, x, true]", ["1", "x", "true"]), ("[{ a: 1, b: 2 }, { b: 3 }]", ["1", "3"]),
        ("[{ password: p, b: x }]", ["x"]), ("[{ list: [1], b: x }]", ["x"]), ("[{ id: $(uuid()), b: x }]", ["x"]),
        ("{ list: [{ a: 1, b: x }, { a: 1, b: y }], name: $(row.a)-$(row.b) }", ["1-x", "1-y"]),
        ("{ list: [a, b], name: $(row.upperAscii()) }", ["A", "B"]),
        ("[\"two\\nlines\"]", ["two lines"]),
    ])
    func `a row is called by its first value, or as name says`(_ text: String, _ names: [String]) throws {
        #expect(try rows(text).names == names)
    }

    @Test func `the rows of a CSV file are texts, unless types says otherwise`() throws {
        let text = "\u{FEFF}name,age,\"first \"\"x\"\"\"\r\nada,36,\"two\r\nlines\"\r\n\"b,c\",40,\r\n"
        let rows = try rows("{ csv: d, types: { age: integer } }", text)
        #expect(rows.names == ["ada", "b,c"])
        #expect(
            try values(rows, text) == [
                #"{"name":"ada","age":36,"first \"x\"":"two\r\nlines"}"#,
                #"{"name":"b,c","age":40,"first \"x\"":""}"#,
            ])
    }

    @Test(arguments: [
        "[{\"a\": \"x, ]\", \"b\": [1, {\"c\": 2}]}, {\"a\": \"\\\"y\\\\\", \"b\": []}]",
        "\u{FEFF} [\n {\"a\":\"x, ]\",\"b\":[1,{\"c\":2}]}\n,\n\t{\"a\":\"\\\"y\\\\\",\"b\":[]} ] \n",
    ])
    func `the rows of a JSON file are read where they stand`(_ text: String) throws {
        let rows = try rows("{ json: d }", text)
        #expect(rows.names == ["x, ]", "\"y\\"])
        #expect(try values(rows, text) == [#"{"a":"x, ]","b":[1,{"c":2}]}"#, #"{"a":"\"y\\","b":[]}"#])
    }

    @Test func `the rows of a YAML file keep their types`() throws {
        let rows = try rows("{ yaml: d, name: n$(row.n) }", "- n: 1\n  v: 01\n- n: 2\n  v: null\n")
        #expect(rows.names == ["n1", "n2"])
        #expect(try values(rows) == [#"{"n":1,"v":"01"}"#, #"{"n":2,"v":null}"#])
    }

    @Test(arguments: [
        "a,b\n1,x\n2,z\n", "a,b\n1,x\n", "a,b\n0,x\n1,x\n2,y\n", "", "a,b\n1,x\n2;y\n",
    ])
    func `a row that is no longer what it was is an error, and never another row`(_ changed: String) throws {
        let rows = try rows("{ csv: d }", "a,b\n1,x\n2,y\n")
        let error = #expect(throws: StepFailure.self) { try values(rows, changed) }
        let row = changed.hasPrefix("a,b\n1,x\n") ? "2" : "1"
        #expect(
            error?.message
                == "`d` has been changed since the run began: the row `\(row)` is no longer where it was")
        #expect(error?.hint == "run again; nothing may write the file while the workflows run")
    }

    @Test func `a row that other bytes follow is still the same`() throws {
        let rows = try rows("{ csv: d }", "a,b\n1,x\n2,y\n")
        #expect(try values(rows, "a,b\n1,x\n2,y\n3,z\n").count == 2)
    }

    @Test func `expressions know what all rows have`() throws {
        let file = "[{\"a\": 1, \"b\": 1}, {\"a\": 2.5, \"b\": 2, \"c\": \"x\"}]"
        let loaded = Loading.load(
            "rows: { json: d }\nsteps: [ that: row.a > 1 && row.b == 2 && has(row.c) && row.c == \"x\" ]",
            files: ["d": file])
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.message))")
    }
}

private final class NoValues: TemplateScope {
    func value(at slot: Int) throws(CELError) -> CELValue? { nil }
    func noteSecret(_ text: String) {}
}
