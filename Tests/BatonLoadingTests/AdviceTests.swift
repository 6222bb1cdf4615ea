import BatonCEL
import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// The table of words of other tools.
@Suite struct AdviceTests {
    private static let rows = Advice.tools.flatMap(\.rows)
    private static let places = Dictionary(uniqueKeysWithValues: Language.maps.map { ($0.title, $0) })

    @Test func `the table has at most 300 rows`() {
        #expect(Self.rows.count <= 300)
    }

    @Test func `a word has one row in a place, and is none that is known there`() {
        var seen: Set<String> = []
        for row in Self.rows {
            #expect(seen.insert("\(row.place)\n\(Advice.folded(row.word))").inserted, "\(row.word) in \(row.place)")
            if [Advice.expressions, Advice.templates, Advice.commandLine].contains(row.place) { continue }
            let map = Self.places[row.place]
            #expect(map != nil, "\(row.place)")
            #expect(map?[row.word] == nil, "\(row.word) in \(row.place)")
        }
    }

    @Test(
        arguments: rows.filter { places[$0.place] != nil && !$0.here.contains("`") }.map { "\($0.place)\n\($0.here)" })
    func `what is written in place of a word is right there`(_ row: String) throws {
        let parts = row.split(separator: "\n").map(String.init)
        let map = try #require(Self.places[parts[0]])
        let word = String(parts[1].prefix { $0 != ":" })
        #expect(map[word] != nil, "\(row)")
        let errors = ExamplePlace.errors(of: parts[1], in: map)
        #expect(errors.isEmpty, "\(row): \(errors)")
    }

    @Test(arguments: rows.filter { $0.place == Advice.expressions }.map(\.word))
    func `a word of an expression is told where it is met`(_ word: String) {
        let help = Advice.help(word, in: Advice.expressions)
        let forms = ["\(word) == 1", "\(word).a == 1", "\(word)(1) == 1", "'a'.\(word)(1) == 1"]
        let told = forms.map { form in
            Loading.load("steps:\n  - get: /a\n    expect: { that: \"\(form)\" }").diagnostics.first?.help?.text
        }
        #expect(told.contains(help), "\(told)")
    }

    @Test(
        arguments: rows.filter {
            [Advice.expressions, Advice.templates].contains($0.place) && !$0.here.contains("`")
        }.map(\.here))
    func `what is written in an expression is one`(_ text: String) {
        #expect(CELProgram.isExpression(text))
    }

    @Test func `a word is found in any case, with and without signs between its letters`() {
        for word in ["status_code", "statusCode", "Status-Code"] {
            #expect(Advice.help(word, in: Language.Expect.map.title) == "write `status: 200`", "\(word)")
        }
        #expect(Advice.help("statuz", in: Language.Expect.map.title) == nil)
    }

    @Test(arguments: [
        ("steps:\n  - method: GET\n    url: /items", "the method is the key: `get: /items`"),
        ("steps:\n  - get: /items\n    assert: { status: 200 }", "write `expect: { status: 200 }`"),
        ("steps:\n  - get: /items\n    expect: { statuz: 200 }", "did you mean `status`?"),
        ("steps:\n  - get: /items\n    expect: { $.a: { equals: 5 } }", "write `eq: 5`"),
        (
            "info: { name: a }\nsteps: [{ get: /a }]",
            "this is a Postman collection: a workflow has `name` and `steps: [{ get: /items }]`"
        ),
        ("steps:\n  - get: /items\n    timeout: [5]", "write `timeout: 5s`"),
        ("steps:\n  - get: /items\n    capture: [id]", "write `capture: { id: $.id }`"),
        ("steps:\n  - get: /items\n    query:", "write `query: { page: 2 }`"),
        (
            "steps:\n  - get: \"/items/{{id}}\"",
            "a value is written `$(name)` here; where the text is meant, `$(\\\"{{id}}\\\")`"
        ),
        ("steps:\n  - get: /items/${{ vars.id }}", "a value is written `$(name)` here"),
        ("steps: [get /items]", "write a map, such as `get: /items`"),
    ])
    func `a message says what to write`(_ text: String, _ help: String) {
        let found = Loading.load(text).diagnostics
        #expect(found.first?.help?.text == help, "\(found.map { "\($0.message): \($0.help ?? "")" })")
    }
}

/// Each key of the language has an example, which is right in its place.
@Suite struct ExampleTests {
    @Test(arguments: Language.maps.indices)
    func `the example of each key is right`(_ index: Int) {
        let map = Language.maps[index]
        for key in map.keys {
            #expect(key.example.hasPrefix("\(key.name): "), "\(key.name) of \(map.title)")
            let errors = ExamplePlace.errors(of: key.example, in: map)
            #expect(errors.isEmpty, "`\(key.example)` of \(map.title): \(errors)")
        }
    }
}
