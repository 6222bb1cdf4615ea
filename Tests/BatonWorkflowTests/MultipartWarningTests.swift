import BatonDiagnostics
import Testing

/// A path where a text stands is most likely meant as a file.
@Suite struct MultipartWarningTests {
    @Test func `a part that is called file and is a text gets a warning`() {
        let (text, range) = Loading.marked("steps:\n  - post: /x\n    multipart: { ⟦file: a.csv⟧ }")
        let result = Loading.load(text)
        #expect(result.workflow != nil)
        let warning = result.diagnostics.first
        #expect(result.diagnostics.count == 1)
        #expect(warning?.severity == .warning)
        #expect(warning?.message == "this sends the text `a.csv`, not a file")
        #expect(warning?.help == "to send the file, write `file: { file: a.csv }`")
        #expect(warning?.range.map { $0.lower..<$0.upper } == range)
    }

    @Test(arguments: [
        "{ file: { file: a.csv } }", "{ file: { text: a.csv } }", "{ file: $(run.id) }", "{ doc: a.csv }",
    ])
    func `what can mean only one thing gets none`(_ parts: String) {
        let quoted = parts.replacing("$(run.id)", with: "\"$(run.id)\"")
        #expect(Loading.load("steps:\n  - post: /x\n    multipart: \(quoted)").diagnostics.map(\.message) == [])
    }

    @Test func `a lone file in json gets a warning`() {
        let result = Loading.load("steps:\n  - post: /x\n    json: { file: login.json }")
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.message) == ["this sends the text `login.json` in a map, not a file"])
        #expect(result.diagnostics.map(\.help) == ["to send the file, write `file: login.json` in place of `json`"])
    }

    @Test(arguments: ["{ file: a }", "{ file: a.json, b: 1 }", "{ a: { file: 1 } }"])
    func `a file among other data gets none`(_ json: String) {
        #expect(Loading.load("steps:\n  - post: /x\n    json: \(json)").diagnostics.map(\.message) == [])
    }
}
