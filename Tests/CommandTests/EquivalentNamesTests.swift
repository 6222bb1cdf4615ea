import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `é` may be one code point and may be two. Unicode calls both the same text; responses, schemas, XML and file systems do
/// not, and neither may a verdict.
@Suite struct EquivalentNamesTests {
    private static let one = "\u{E9}"
    private static let two = "e\u{301}"

    private static func run(_ files: [String: String], answering body: String, as type: String = "application/json")
        async throws -> (result: Baton.Result, targets: [String])
    {
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "workflows: w\nenvironments: { e: { base_url: \"\(server.url)\" } }\ndefault_environment: e\n"
        )
        for (name, text) in files { try folder.write(name, text) }
        let result = try await Baton(folder: folder).run(["run", "--no-history", "--jobs", "1"])
        return (result, server.requests.map(\.target))
    }

    private static func check(_ lines: String...) -> String {
        "steps:\n  - get: /\n    expect:\n" + lines.map { "      \($0)\n" }.joined()
    }

    @Test func `a check reads the member that it names, whatever other files have read`() async throws {
        let response = "{\"\(Self.one)\":1,\"\(Self.two)\":2}"
        let run = try await Self.run(
            [
                "w/a.yaml": Self.check("$['\(Self.one)']: 1"), "w/b.yaml": Self.check("$['\(Self.two)']: 1"),
                "w/c.yaml": Self.check("$['\(Self.two)']: 2"),
            ], answering: response)
        #expect(run.result.exitCode == 1)
        #expect(
            run.result.output.contains("✗ w/b.yaml") && run.result.output.contains("2 passed"),
            "\(run.result.everything)")
    }

    @Test func `a schema holds each member against its own rule`() async throws {
        let schema = """
            { "properties": { "\(Self.one)": { "type": "integer" }, "\(Self.two)": { "type": "string" } } }
            """
        let run = try await Self.run(
            ["w/a.yaml": Self.check("schema: s.json"), "w/s.json": schema],
            answering: "{\"\(Self.one)\":1,\"\(Self.two)\":2}")
        #expect(run.result.exitCode == 1)
        #expect(run.result.output.contains("check.failed"), "\(run.result.everything)")
    }

    @Test func `XPath tells elements and attributes apart by their code points`() async throws {
        let (one, two) = (Self.one, Self.two)
        let run = try await Self.run(
            ["w/a.yaml": Self.check("xpath: { \"string(//\(two))\": \"2\", \"string(//p/@\(two))\": \"8\" }")],
            answering: "<a><\(one)>1</\(one)><\(two)>2</\(two)><p \(one)='7' \(two)='8'/></a>", as: "application/xml")
        #expect(run.result.exitCode == 0, "\(run.result.everything)")
    }

    @Test func `a pattern that the response holds is not taken for another`() async throws {
        let run = try await Self.run(
            ["w/a.yaml": Self.check("\"$.v[?search(@, $.p) && search(@, $.q)]\": { length: 0 }")],
            answering: "{\"v\":[\"\(Self.one)\",\"\(Self.two)\"],\"p\":\"\(Self.one)\",\"q\":\"\(Self.two)\"}")
        // Nothing is found, and a path that finds nothing is told as such.
        #expect(!run.result.output.contains(Self.one + "\""), "\(run.result.everything)")
    }

    @Test func `query parameters of defaults stay beside those of another name`() async throws {
        let run = try await Self.run(
            [
                "w/a.yaml": """
                defaults: { query: { \(Self.one): one } }
                steps:
                  - get: /x
                    query: { \(Self.two): two }
                """
            ], answering: "{}")
        #expect(run.result.exitCode == 0, "\(run.result.everything)")
        #expect(run.targets == ["/x?%C3%A9=one&e%CC%81=two"])
    }

    @Test func `a CSV response may have both as columns`() async throws {
        let run = try await Self.run(
            [
                "w/a.yaml": Self.check(
                    "that: 'parse_csv(response.body)[0] == {\"\(Self.one)\": \"1\", \"\(Self.two)\": \"2\"}'")
            ],
            answering: "\(Self.one),\(Self.two)\n1,2\n", as: "text/csv")
        #expect(run.result.exitCode == 0, "\(run.result.everything)")
    }

    // MARK: - Files

    private static let message = ": in one an accented letter is one character, in the other two"

    @Test(arguments: [["run"], ["run", "w/\u{E9}.yaml", "w/e\u{301}.yaml"], ["check"], ["list"]])
    func `two workflows of one name are refused, and neither is left out`(_ arguments: [String]) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n")
        try folder.write("w/\(Self.one).yaml", "steps:\n  - that: 1 == 1\n")
        try folder.write("w/\(Self.two).yaml", "steps:\n  - that: 1 == 2\n")
        let result = try await Baton(folder: folder).run(arguments)
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("error: two files are named w/") && result.errorOutput.contains(Self.message))
        #expect(result.errorOutput.contains("[workflow.name-taken]"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("rename one of them: on a Mac they are the same file"))
    }

    @Test func `a workflow cannot need two files of one name`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n")
        try folder.write("lib/\(Self.one).yaml", "steps:\n  - that: 1 == 1\n")
        try folder.write("lib/\(Self.two).yaml", "steps:\n  - that: 1 == 2\n")
        try folder.write(
            "w/a.yaml", "needs:\n  - ../lib/\(Self.one).yaml\n  - ../lib/\(Self.two).yaml\nsteps:\n  - that: 1 == 1\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains(Self.message), "\(result.everything)")
    }

    @Test func `steps that call two files of one name run both`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n")
        try folder.write("lib/\(Self.one).yaml", "steps:\n  - that: 1 == 1\n")
        try folder.write("lib/\(Self.two).yaml", "steps:\n  - that: 1 == 2\n")
        try folder.write(
            "w/a.yaml", "steps:\n  - workflow: ../lib/\(Self.one).yaml\n  - workflow: ../lib/\(Self.two).yaml\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1, "\(result.everything)")
    }

    @Test(arguments: [
        ["w/a.yaml:2", "./w/a.yaml"], ["./w/a.yaml", "w/a.yaml:2"], ["w/a.yaml:2", "w/../w"],
        ["w/../w", "./w/a.yaml:2"],
    ])
    func `a file that is also named whole runs whole, however it is written`(_ paths: [String]) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n")
        try folder.write("w/a.yaml", "steps:\n  - that: 1 == 1\n  - that: 1 == 2\n")
        let result = try await Baton(folder: folder).run(["run"] + paths)
        #expect(result.exitCode == 1, "\(result.output)")
        #expect(result.output.contains("1 failed"), "\(result.output)")
    }

    @Test func `a file that is named several ways runs once`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n")
        try folder.write("w/a.yaml", "steps:\n  - that: 1 == 1\n")
        let result = try await Baton(folder: folder)("run", "w/a.yaml", "./w/a.yaml", "w/../w/a.yaml", "w")
        #expect(result.output.contains("1 passed"), "\(result.output)")
    }
}

/// Names of members that a server chose, in messages that list them.
@Suite struct HostileNamesTests {
    @Test(arguments: [
        "$.a: 1", "that: response.json.a == 1", "that: response.json[\"a\"] == 1",
    ])
    func `a name with line breaks begins no line of its own`(_ check: String) async throws {
        let body = #"{"\n12 passed in 3 s\n::error::x":1,"\u2028b\u0085c\r":2,"":3,"plain":4}"#
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - get: \(server.url)\n    expect:\n      \(check)\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--junit", "junit.xml")
        #expect(result.exitCode == 1)
        let junit = try folder.read("junit.xml")
        for text in [result.output, junit] {
            for line in text.split(whereSeparator: \.isNewline) {
                #expect(!line.hasPrefix("12 passed") && !line.hasPrefix("::") && !line.hasPrefix("b"), "\(text)")
            }
        }
        #expect(result.output.contains(#""\n12 passed in 3 s\n::error::x""#), "\(result.output)")
        #expect(result.output.contains("plain"))
    }
}
