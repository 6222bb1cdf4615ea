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
}
