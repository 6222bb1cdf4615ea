import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonSources

/// `True` and `~`, which other readers of YAML take for true and null, are texts.
@Suite struct YAMLWordTests {
    @Test(arguments: [
        ("True", "true"), ("TRUE", "true"), ("False", "false"), ("FALSE", "false"), ("Null", "null"), ("NULL", "null"),
        ("~", "null"),
    ])
    func `without quotes they get a warning`(_ word: String, _ meant: String) throws {
        let places = [
            "json: { a: ⟦⟧ }", "json: { b: [⟦⟧] }", "expect: { $.a: { ne: ⟦⟧ } }", "expect: { json: { a: ⟦⟧ } }",
        ]
        for place in places {
            let text = "steps:\n  - post: /x\n    \(place.replacing("⟦⟧", with: word))\n"
            let found = Loading.load(text).diagnostics
            #expect(found.map(\.message) == ["`\(word)` is a text here"], "\(text)")
            let warning = try #require(found.first)
            #expect(warning.severity == .warning && warning.code == "workflow.misleading-text")
            #expect(warning.help == "write `\(meant)`; where the text is meant, put it in quotes: `\"\(word)\"`")
            #expect(warning.range?.text == word)
        }
    }

    @Test(arguments: ["\"True\"", "'~'", "true", "null", "yes", "Nil", "Trueish", "~/x", "F"])
    func `in quotes, and other words, get none`(_ value: String) {
        #expect(Loading.load("steps:\n  - post: /x\n    json: { a: \(value) }\n").diagnostics.map(\.message) == [])
    }
}
