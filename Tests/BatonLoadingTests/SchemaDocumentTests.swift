import BatonDiagnostics
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// The places of values in a file that a contract or a schema is read from.
@Suite struct SchemaDocumentTests {
    @Test(arguments: [1, 32, 33, 2000])
    func `the place of a key is where it stands, however many others there are`(_ count: Int) {
        let lines = (0..<count).map { "  k\($0): { a: \($0) }\n" }
        let file = SourceFile(path: "s.yaml", text: "paths:\n" + lines.joined() + "  k0: { a: again }\n")
        let document = SchemaDocument(SourceFile(path: "s.yaml", text: "paths:\n" + lines.joined()))
        for number in [0, count / 2, count - 1] {
            let pointer = JSONPointer(tokens: ["paths", "k\(number)", "a"])
            #expect(document.range(of: pointer, isKey: true).start.line == number + 2)
            #expect(document.range(of: pointer, isKey: false).start.line == number + 2)
        }
        let missing = document.range(of: JSONPointer(tokens: ["paths", "nope"]), isKey: true)
        #expect(missing.start.line == 2)
        // Which of two equal keys counts is not changed by an index; the file has an error.
        #expect(SchemaDocument(file).value == nil)
    }
}
