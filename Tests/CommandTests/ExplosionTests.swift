import CommandCalls
import ProjectFolders
import Testing

/// Regular expressions and JSONPaths that explode on what a server sent: refused in a moment, with their place.
@Suite struct ExplosionTests {
    private static let text = String(repeating: "a", count: 60) + "b"
    private static let tooManySteps = "the regular expression needs too many steps on this text; make it simpler"

    private func run(_ step: String, on body: String) async throws -> Baton.Result {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        return try await recording.step("get: /x\n\(step)")
    }

    static let patterns = [
        "expect: { body: { matches: '(a+)+\"}$' } }",
        "expect: { body: { not_matches: '(a+)+\"}$' } }",
        "expect: { $.text: { matches: '^(a|aa)+$' } }",
        "expect:\n  \"$.list[?search(@, '^(a+)+$')]\": []",
        "expect:\n  \"$.list[?match(@, '(a+)+')]\": []",
        "expect:\n  \"$.list[?search(@, $.pattern)]\": []",
        "capture: { found: { regex: '(a+)+[cd]', in: body } }",
        "expect: { that: \"response.body.matches('(a+)+[cd]')\" }",
        "expect: { that: \"regex(response.body, '(a+)+[cd]') == null\" }",
        "capture: { found: \"$(jsonpath(response.json, '$.list[?match(@, \\\"(a+)+\\\")]'))\" }",
    ]

    @Test(arguments: patterns) func `a regular expression that explodes ends with its place`(_ step: String)
        async throws
    {
        let body = "{\"list\": [\"\(Self.text)\"], \"pattern\": \"^(a+)+$\", \"text\": \"\(Self.text)\"}"
        let result = try await run(step, on: body)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains(Self.tooManySteps), "\(result.output)")
        #expect(result.output.contains(/w\.yaml:[3-5]:/))
    }

    @Test(arguments: [
        "expect: { $..*..*: { length: 1 } }", "capture: { all: $..*..*..*..*..*..*..* }",
        "expect: { that: 'size(jsonpath(response.json, \"$..*..*..*..*\")) == 1' }",
        "expect: { \"$..[?@..[?@..*]]\": { length: 1 } }",
    ])
    func `a path that multiplies on a wide document ends`(_ step: String) async throws {
        let row = "[" + (0..<100).map { "[\($0),{\"b\":[\($0)]}]" }.joined(separator: ",") + "]"
        let document = "[" + Array(repeating: row, count: 100).joined(separator: ",") + "]"
        let result = try await run(step, on: document)
        #expect([0, 1].contains(result.exitCode), "\(result.everything.prefix(2000))")
        #expect(result.output.utf8.count < 20_000)
        if result.exitCode == 1 { #expect(result.output.contains("w.yaml:")) }
    }

    @Test func `a path of 10,000 segments on a document of 500 levels finds nothing, and says so`() async throws {
        let path = "$" + String(repeating: "[0]", count: 10_000)
        let body = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let result = try await run("capture: { a: \"\(path)\" }", on: body)
        #expect(result.exitCode == 1, "\(result.everything.prefix(2000))")
        #expect(result.output.contains("[mapping.missing]"), "\(result.output.prefix(2000))")
        let descending = try await run("capture: { a: \"$\(String(repeating: "..*", count: 300))\" }", on: body)
        #expect([0, 1].contains(descending.exitCode), "\(descending.everything.prefix(2000))")
    }
}
