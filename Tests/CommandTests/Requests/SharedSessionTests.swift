import BatonTesting
import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// `session: { scope: run }`: what one workflow is handed out goes with the requests of all.
@Suite struct SharedSessionTests {
    /// `/set/VALUE` hands out headers and a cookie; everything else sends back what it was asked with.
    private static func recording(scope: String, names: String = "Access-Token, uid") throws -> Recording {
        let recording = try Recording { request in
            if request.target.hasPrefix("/set/") {
                let value = request.target.dropFirst(5)
                return
                    "HTTP/1.1 200 OK\r\nSet-Cookie: who=\(value); Path=/\r\nAccess-Token: token-\(value)\r\n"
                    + "Uid: \(value)\r\nContent-Length: 0\r\n\r\n"
            }
            let body = "sent=\(request["access-token"] ?? "nothing") by \(request["uid"] ?? "nobody")"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try recording.folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: "\(recording.server.url)"
                session: { headers: [\(names)], scope: \(scope) }
            """)
        return recording
    }

    private static func run(_ recording: Recording, _ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: recording.folder).run(["run", "--jobs", "1"] + arguments)
    }

    private static func tokens(_ recording: Recording) -> [String: String?] {
        Dictionary(recording.requests.map { ($0.target, $0["access-token"]) }, uniquingKeysWith: { _, last in last })
    }

    @Test(arguments: [("run", "token-ada"), ("workflow", nil)])
    func `a later workflow is signed in only where the whole run shares kept headers`(
        _ scope: String, _ expected: String?
    ) async throws {
        let recording = try Self.recording(scope: scope)
        try recording.folder.write("workflows/1.yaml", "steps:\n  - get: /set/ada\n")
        try recording.folder.write("workflows/2.yaml", "steps:\n  - get: /second\n")
        let result = try await Self.run(recording)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(Self.tokens(recording)["/second"] == .some(expected))
        #expect(recording.requests.last?["cookie"] == nil, "cookies stay with their workflow")
    }

    @Test func `each name is a session of the run, and none stays none`() async throws {
        let recording = try Self.recording(scope: "run")
        try recording.folder.write(
            "workflows/1.yaml",
            """
            steps:
              - get: /set/ada
              - get: /set/grace
                session: grace
              - get: /set/nobody
                session: none
            """)
        try recording.folder.write(
            "workflows/2.yaml",
            """
            steps:
              - get: /standard
              - get: /grace
                session: grace
              - get: /other
                session: other
              - get: /none
                session: none
            """)
        let result = try await Self.run(recording)
        #expect(result.exitCode == 0, "\(result.everything)")
        let tokens = Self.tokens(recording)
        #expect(tokens["/standard"] == "token-ada")
        #expect(tokens["/grace"] == "token-grace")
        #expect(tokens["/other"] == .some(nil))
        #expect(tokens["/none"] == .some(nil))
    }

    @Test func `headers stay with the origin that handed them out`() async throws {
        let recording = try Self.recording(scope: "run")
        let stranger = try Recording()
        try recording.folder.write("workflows/1.yaml", "steps:\n  - get: /set/ada\n")
        try recording.folder.write(
            "workflows/2.yaml", "steps:\n  - get: \(stranger.server.url)/elsewhere\n  - get: /here\n")
        let result = try await Self.run(recording)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(stranger.requests.map { $0["access-token"] } == [nil])
        #expect(Self.tokens(recording)["/here"] == "token-ada")
    }

    @Test func `what another workflow was handed out is masked where it comes back`() async throws {
        let recording = try Self.recording(scope: "run")
        try recording.folder.write("workflows/1.yaml", "steps:\n  - get: /set/ada\n")
        try recording.folder.write(
            "workflows/2.yaml",
            """
            steps:
              - get: /second
                expect: { body: something else }
              - get: /third
                session: other
                headers: { X-Text: token-ada }
                expect: { body: { contains: token-ada-here } }
            """)
        let result = try await Self.run(recording, "--verbose")
        let junit = try recording.folder.read("reports/junit.xml")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("sent=*** by ***"), "\(result.output)")
        for text in [result.everything, junit] {
            #expect(!text.contains("token-ada"), "\(text)")
            #expect(!text.contains("Uid: ada") && !text.contains("uid: ada"), "\(text)")
        }
    }

    @Test func `workflows that run at the same time may share`() async throws {
        let recording = try Self.recording(scope: "run")
        for index in 1...40 {
            try recording.folder.write(
                "workflows/\(index).yaml",
                "steps:\n  - get: /set/user\(index)\n  - get: /after/\(index)\n    expect: { body: { matches: \"sent=token-(user[0-9]+) by user\" } }\n"
            )
        }
        let result = try await Baton(folder: recording.folder)("run", "--jobs", "8")
        #expect(result.exitCode == 0, "\(result.everything)")
        // The headers of one response are taken over and sent together.
        for request in recording.requests where request.target.hasPrefix("/after/") {
            let uid = try #require(request["uid"])
            #expect(request["access-token"] == "token-\(uid)")
        }
    }

    @Test func `the example of the documentation signs in once`() async throws {
        let folder = try Folder()
        let example = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        for name in ["baton.yaml", "workflows/sign-in.yaml", "workflows/profile.yaml"] {
            try folder.write(name, try FileContents.text(of: "\(example)/docs/examples/shared-session/\(name)"))
        }
        let result = try await Baton(folder: folder, environment: ["ADA_PASSWORD": "lovelace-1815"])(
            "run", "--jobs", "4", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("2 passed"), "\(result.output)")
    }

    @Test func `a dry run keeps and sends nothing`() async throws {
        let recording = try Self.recording(scope: "run")
        try recording.folder.write("workflows/1.yaml", "steps:\n  - get: /set/ada\n")
        let result = try await Self.run(recording, "--dry-run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.isEmpty)
    }

    @Test func `samples hand out headers for the whole run, too`() async throws {
        let recording = try Self.recording(scope: "run")
        try recording.folder.write(
            "apis/accounts.yaml",
            """
            endpoints:
              login: { post: /login, sample: { status: 200, headers: { access-token: sampled-token }, json: {} } }
              echo: { get: /echo, sample: { status: 200, json: {} } }
            """)
        try recording.folder.write(
            "workflows/1.yaml", "use: { accounts: ../apis/accounts.yaml }\nsteps:\n  - call: accounts.login\n")
        try recording.folder.write(
            "workflows/2.yaml",
            """
            use: { accounts: ../apis/accounts.yaml }
            steps:
              - call: accounts.echo
                expect: { $.missing: 1 }
            """)
        let result = try await Self.run(recording, "--stub", "--verbose")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(recording.requests.isEmpty)
        #expect(result.output.lowercased().contains("access-token: ***"), "\(result.output)")
        #expect(!result.output.contains("sampled-token"), "\(result.output)")
    }
}
