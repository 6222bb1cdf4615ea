import Testing

/// Parameters that cannot be sent as text are refused when the file is loaded.
@Suite struct ParameterDiagnosticsTests {
    private static let map = "`a` wants a text, a number or a list of these, this is a map"
    private static let list = "`a` wants a text, a number or a list of these, this is a list of other things"

    @Test(
        arguments: ["form", "query", "headers", "cookies"],
        [
            ("{ b: 1 }", map), ("{ b: $(run.id) }", map), ("[1, { b: 1 }]", list), ("[1, null]", list),
            ("[$(run.id), [1]]", list),
        ])
    func `a value without a text is an error of the file`(_ key: String, _ value: (written: String, message: String)) {
        let found = Loading.load("steps:\n  - post: /x\n    \(key): { a: \(value.written) }").diagnostics
        #expect(found.map(\.message.text) == [value.message])
        #expect(
            found.map(\.help) == [
                "write each value on its own; a body in `json` may hold maps, lists and null"
            ])
    }

    @Test(arguments: ["query", "headers", "cookies"])
    func `a value without a text in the defaults is an error of the file`(_ key: String) {
        let found = Loading.load("defaults: { \(key): { a: { b: 1 } } }\nsteps: [ get: /x ]").diagnostics
        #expect(found.map(\.message.text) == [Self.map])
    }

    @Test(arguments: ["1", "x", "[1, x, true]", "null", "$(run.id)", "[$(run.id)]", "[]"])
    func `a value with a text is no error`(_ value: String) {
        for key in ["form", "query", "headers", "cookies"] {
            #expect(Loading.load("steps:\n  - post: /x\n    \(key): { a: \(value) }").diagnostics.map(\.message) == [])
        }
    }
}
