import BatonDiagnostics
import Testing

@testable import BatonWorkflow

/// `not: empty` holds for every list, because it compares with a text.
@Suite struct NegatedWordTests {
    private static func load(_ check: String) -> [Diagnostic] {
        let sink = DiagnosticSink()
        let file = SourceFile(path: "w.yaml", text: "steps:\n  - get: http://x/\n    expect: { $.items: \(check) }\n")
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        _ = FileLoader(context).load(file, into: sink)
        return sink.diagnostics
    }

    @Test(arguments: ["empty", "exists", "unique"])
    func `the name of an operator as a text gets a warning`(_ name: String) throws {
        let found = Self.load("{ not: \(name) }")
        #expect(found.map(\.severity) == [.warning])
        let warning = try #require(found.first)
        #expect(warning.code == "workflow.word-as-text")
        #expect(warning.message == "`not: \(name)` compares with the text `\(name)`")
        #expect(
            warning.help
                == "for the operator write `{ \(name): false }`; for the text put it in quotes: `\"\(name)\"`")
        #expect(warning.range?.text == name)
    }

    @Test(arguments: ["{ not: \"empty\" }", "{ not: { empty: true } }", "{ not: full }", "{ empty: false }"])
    func `a text in quotes, and the operator itself, get none`(_ check: String) {
        #expect(Self.load(check).isEmpty)
    }
}
