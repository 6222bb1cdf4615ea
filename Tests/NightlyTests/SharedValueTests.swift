import BatonTesting
import ProjectFolders
import Testing

/// Values that share their parts count as if everything in them stood there: a few lines make values that nothing could
/// hold, compare or write.
@Suite struct SharedValueTests {
    private static let tenfold = "  - set: { a: \"$([a,a,a,a,a,a,a,a,a,a])\" }\n"

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let says: String
        /// Where the step stands that fails.
        let line: Int

        var testDescription: String { name }
    }

    private static let tooLarge = "a value takes more than 256 MB with everything in it"
    private static let noRoom = "the variables of the workflow take more than 512 MB together"

    static let cases = [
        Case(
            name: "lists of lists",
            text: "steps:\n  - set: { a: 1 }\n" + times(tenfold, 9) + "  - log: \"$(json(a))\"\n",
            says: tooLarge, line: 9),
        Case(
            name: "maps of maps",
            text: "steps:\n  - set: { a: 1 }\n"
                + times("  - set: { a: \"$({'p': a, 'q': a, 'r': a, 's': a, 't': a, 'u': a})\" }\n", 12),
            says: tooLarge, line: 11),
        Case(
            name: "lists that a transformation makes",
            text: "steps:\n  - set: { a: 1 }\n" + times("  - set: { a: \"$(lists.range(10).map(i, a))\" }\n", 9),
            says: tooLarge, line: 9),
        Case(
            name: "lists of a template",
            text: "steps:\n  - set: { a: 1 }\n" + times("  - set: { a: [$(a), $(a)] }\n", 30),
            says: tooLarge, line: 25),
        Case(
            name: "texts of texts", text: multiplying("$(a#)$(a#)$(a#)"), says: "the text takes more than 256 MB",
            line: 20),
        Case(
            name: "variables that double", text: multiplying("[$(a#), $(a#)]"), says: tooLarge, line: 24),
        Case(
            name: "a list in itself, again and again",
            text: "steps:\n  - set: { a: 1 }\n  - repeat: 3000\n    steps:\n      - set: { a: \"$([a])\" }\n",
            says: "a value has more than 1000 lists and maps within each other", line: 5),
        Case(
            name: "large values under many names",
            text: "steps:\n  - set: { a: 1 }\n" + times(tenfold, 6)
                + (0..<30).map { "  - set: { b\($0): $(a) }\n" }.joined(),
            says: noRoom, line: 23),
        Case(
            name: "what the passes of a loop gave",
            text: "steps:\n  - set: { a: 1 }\n" + times(tenfold, 6)
                + "  - for_each: \"$(lists.range(100))\"\n    concurrency: 2\n    set: { b: $(a) }\n",
            says: noRoom, line: 9),
        Case(
            name: "a body of large values",
            text: "steps:\n  - set: { a: 1 }\n" + times(tenfold, 6)
                + "  - post: http://127.0.0.1:1/\n    json: { b: [" + times("$(a),", 200) + "1] }\n",
            says: "the JSON takes more than 256 MB", line: 10),
    ]

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Sixty variables, each made of the one before it; the first mistake is found in the innermost.
    private static func multiplying(_ value: String) -> String {
        "vars:\n  a0: x\n"
            + (1...60).map { "  a\($0): \(value.replacing("#", with: "\($0 - 1)"))\n" }.joined()
            + "steps:\n  - log: done $(a60)\n"
    }

    @Test(arguments: cases) func `a value beyond the limit fails its step in little memory, and no other workflow`(
        _ item: Case
    ) async throws {
        let folder = try Folder()
        try folder.write("w/a.yaml", item.text)
        try folder.write("w/b.yaml", "steps: [ that: 1 == 1 ]\n")
        let result = try #require(try await MeasuredBaton.run(["run", "w", "--jobs", "1"], in: folder))
        let output = String(decoding: result.text, as: UTF8.self)
        #expect(result.exitCode == 1, "\(output.prefix(2000))")
        #expect(output.contains(item.says), "\(output.prefix(2000))")
        #expect(output.contains("a.yaml:\(item.line):"), "\(output.prefix(2000))")
        #expect(output.contains("1 passed"), "\(output.suffix(500))")
        #expect(output.utf8.count < 50_000)
        #expect(result.peakMemory < 1_000_000_000, "\(result.peakMemory) bytes")
    }

    /// A server whose body is a JSON text of 30 MB.
    private static func largeServer() -> RawServer {
        let body = Array("\"\(String(repeating: "x", count: 29_999_998))\"".utf8)
        return RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
                connection.write(body)
            }
        }
    }

    @Test(arguments: [
        ("responses that later steps read", "", "steps.s#.response.body.size() > 0"),
        ("values of steps that were given the same name again", "\n    capture: { x: $ }", "steps.s#.x.size() > 0"),
    ])
    func `what steps keep counts as variables do`(_ name: String, _ capture: String, _ read: String) async throws {
        let server = Self.largeServer()
        defer { server.stop() }
        let folder = try Folder()
        let steps = (0..<20).map { "  - id: s\($0)\n    get: \(server.url)/\(capture)\n" }.joined()
        let reads = (0..<20).map { "  - that: \(read.replacing("#", with: "\($0)"))\n" }.joined()
        try folder.write("w/a.yaml", "steps:\n" + steps + reads)
        try folder.write("w/b.yaml", "steps: [ that: 1 == 1 ]\n")
        let result = try #require(try await MeasuredBaton.run(["run", "w", "--jobs", "1"], in: folder))
        let output = String(decoding: result.text, as: UTF8.self)
        #expect(result.exitCode == 1 && output.contains(Self.noRoom), "\(output.prefix(2000))")
        #expect(output.contains("1 passed"), "\(output.suffix(500))")
        #expect(result.peakMemory < 1_500_000_000, "\(result.peakMemory) bytes")
    }

    @Test func `responses of a loop are freed, also where a later step reads the last one`() async throws {
        let server = Self.largeServer()
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - repeat: 40
                steps:
                  - id: s
                    get: \(server.url)/
              - that: steps.s.response.body.size() == 30000000
            """)
        let result = try #require(try await MeasuredBaton.run(["run", "w.yaml"], in: folder))
        #expect(result.exitCode == 0, "\(String(decoding: result.text, as: UTF8.self).prefix(2000))")
        #expect(result.peakMemory < 500_000_000, "\(result.peakMemory) bytes")
    }
}
