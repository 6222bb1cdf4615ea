import BatonCEL
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources

/// `$(…)` inside JSONPaths: a literal, whatever it holds.
@Suite struct PathTemplateTests {
    private static let body: JSONValue = [
        "users": [["id": 1, "name": "Ada"], ["id": 2, "name": "O'Neil \"x\""]], "total": 2,
    ]

    /// What the path of a capture finds in the body, with `x` in a variable.
    private static func found(_ path: String, _ x: JSONValue) throws -> JSONValue? {
        let file =
            "vars: { x: \"\" }\nsteps:\n  - get: /x\n    capture:\n      found: { path: '\(path)', optional: true }\n"
        let loaded = Loading.load(file)
        guard case .request(let template)? = loaded.workflow?.steps.first?.action,
            let capture = template.captures.first,
            case .path(let template, _) = capture.source
        else { throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text)) }
        let slot = loaded.workflow?.slots["x"] ?? 0
        var values = [CELValue?](repeating: nil, count: slot + 1)
        values[slot] = CELValue(json: x)
        guard case .json(let value) = try template.actual(in: body, from: Evaluating.Scope(values)) else { return nil }
        return value
    }

    @Test func `a value stands where a literal may stand`() throws {
        #expect(try Self.found("$.users[?@.id == $(x)].name", 2) == ["O'Neil \"x\""])
        #expect(try Self.found("$.users[?@.name == $(x)].id", "O'Neil \"x\"") == [2])
        #expect(try Self.found("$.users[$(x)].name", 0) == "Ada")
        #expect(try Self.found("$.users[0][$(x)]", "name") == "Ada")
        #expect(try Self.found("$.users[0:$(x)].id", 1) == [1])
        #expect(try Self.found("$.users[?match(@.name, $(x))]", "A.b") == [])
        #expect(try Self.found("$.users[?@.id==$(x)||@.id==$(x + 1)].id", 1) == [1, 2])
    }

    @Test(arguments: [
        "' || true || '", "\" || true || \"", "x\" || @.id > 0 || \"", "Ada'] | $..*", "$", "$(x)", "$.users", "]",
        "\\", "\\\"",
        "\n", "\u{0}\u{7F}", "\u{2028}", "true", "1", "@.name", "Ada\\u0022", "🙂",
    ])
    func `a text never changes the structure of a path`(_ text: String) throws {
        #expect(try Self.found("$.users[?@.name == $(x)].id", .string(text)) == [])
        #expect(try Self.found("$.users[?$(x) == @.name].id", .string(text)) == [])
        #expect(try Self.found("$[$(x)]", .string(text)) == nil)
        #expect(try Self.found("$.users[*][$(x),\"id\"]", .string(text)) == [1, 2])
    }

    @Test func `a text finds the member of that very name`() throws {
        for name in ["a'b", "a\"b", "a]b", "$", "$(x)", "a\\b", "a\nb", "*", "0", ""] {
            let root: JSONValue = .object([name: 7])
            let path = try JSONPath.parse("$[ \(JSONPath.literal(.string(name))) ]")
            #expect(path.singularValue(in: root) == 7)
        }
    }

    @Test(arguments: [JSONValue.array([1]), .object(["a": 1])])
    func `a list and an object are no literals`(_ value: JSONValue) {
        #expect(throws: (any Error).self) { try Self.found("$.users[?@.id == $(x)]", value) }
        #expect(throws: (any Error).self) { try Self.found("$.users[$(x)]", value) }
    }

    @Test(arguments: [
        (
            "$.users[?@.name == '⟦$(x)⟧'].id", "`$(x)` stands inside quotes of a path",
            "leave out the quotes: the value enters as a literal that is escaped"
        ),
        (
            "$.users[?@.name == \"a\\\"⟦$(x)⟧\"].id", "`$(x)` stands inside quotes of a path",
            "leave out the quotes: the value enters as a literal that is escaped"
        ),
        (
            "$.users.⟦$(x)⟧",
            "the path `$.users.$(x)` is not valid with a literal in place of `$(…)`: expected a member name or `*` after "
                + "the dot, found `$(x)`",
            "a member with a computed name is `$[$(name)]`, an element `$.items[$(index)]`"
        ),
        (
            "$.users⟦$(x)⟧",
            "the path `$.users$(x)` is not valid with a literal in place of `$(…)`: found `$(x)` after the path",
            "a member with a computed name is `$[$(name)]`, an element `$.items[$(index)]`"
        ),
        (
            "$.users[1⟦$(x)⟧]",
            "the path `$.users[1$(x)]` is not valid with a literal in place of `$(…)`: expected `]` to close the "
                + "selection, found `$(x)`",
            "a member with a computed name is `$[$(name)]`, an element `$.items[$(index)]`"
        ),
        (
            "⟦users.$(x)⟧", "`users.$(x)` is no JSONPath: only in one may `$(…)` stand",
            "a JSONPath begins with `$`, as in `$.users[$(index)].name`"
        ),
    ])
    func `where no literal may stand is an error of the file`(_ marked: String, _ message: String, _ help: String) {
        let value = marked.contains("'") ? "\"\(marked.replacing("\"", with: "\\\""))\"" : "'\(marked)'"
        let (text, range) = Loading.marked(
            "vars: { x: 1 }\nsteps:\n  - get: /x\n    capture:\n      found: { path: \(value) }\n")
        let found = Loading.load(text).diagnostics.first { $0.code == "workflow.invalid-path" }
        #expect(found?.message.text == message)
        #expect(found?.help?.text == help)
        if marked.hasPrefix("⟦") { return }
        // Inside quotes the expression is to blame, elsewhere all that stands there.
        let isInQuotes = message.hasSuffix("inside quotes of a path")
        let place = isInQuotes ? range.lowerBound + 2..<range.upperBound - 1 : range
        #expect(found?.range.map { $0.lower..<$0.upper } == place)
    }
}
