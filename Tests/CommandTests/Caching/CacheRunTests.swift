import CommandCalls
import Glibc
import ProjectFolders
import RunningDemo
import Testing

/// The cache with the real program and a real server.
@Suite struct CacheRunTests {
    private func project(_ workflows: [String: String]) async throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: \(try await Demo.baseURL())
                secrets: [ADA_PASSWORD]
                session: { headers: [access-token, client, uid] }
            """)
        for (name, text) in workflows { try folder.write("workflows/\(name).yaml", text) }
        return folder
    }

    private func run(_ folder: Folder, _ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: folder, environment: ["ADA_PASSWORD": "lovelace-1815"]).run(["run"] + arguments)
    }

    private func responses(in folder: Folder) -> [String] {
        let names = (try? FileContents.names(in: "\(folder.path)/.baton/cache")) ?? []
        return names.filter { $0.hasSuffix(".apicache") }
    }

    private static let counting = """
        steps:
          - get: /count/NAME
            cache: { policy: cache-first, scope: disk }
            expect: { $.count: 1 }
        """

    @Test func `50 workflows that need the same login at the same time send it once`() async throws {
        var workflows: [String: String] = [:]
        let name = "login-\(UInt64.random(in: 0 ... .max))"
        for number in 0..<50 {
            workflows["w\(number)"] = """
                steps:
                  - post: /count/\(name)
                    json: { username: ada, password: $(secrets.ADA_PASSWORD) }
                    cache: cache-first
                    expect: { $.count: 1 }
                """
        }
        let folder = try await project(workflows)
        let result = try await run(folder, "--jobs", "50", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("50 passed in "), "\(result.output)")
        let next = try await project(["w": "steps:\n  - post: /count/\(name)\n    expect: { $.count: 2 }"])
        #expect(try await run(next, "--no-history").exitCode == 0)
    }

    @Test func `a login that is sent once signs every workflow in`() async throws {
        var workflows: [String: String] = [:]
        for number in 0..<5 {
            workflows["w\(number)"] = """
                steps:
                  - post: /login
                    json: { username: ada, password: $(secrets.ADA_PASSWORD) }
                    cache: cache-first
                  - get: /me
                    expect: { $.name: Ada Lovelace }
                """
        }
        let result = try await run(try await project(workflows), "--jobs", "5", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a later run finds what an earlier one left, also one that runs at the same time`() async throws {
        let folder = try await project(["w": Self.counting.replacing("NAME", with: "disk-1")])
        #expect(try await run(folder).exitCode == 0)
        #expect(responses(in: folder).count == 1)
        try await withThrowingTaskGroup(of: Baton.Result.self) { group in
            for _ in 0..<4 { group.addTask { try await run(folder, "-v", "--no-history") } }
            for try await result in group {
                #expect(result.exitCode == 0, "\(result.everything)")
                #expect(result.output.contains("→ 200 from the cache, stored "), "\(result.output)")
                #expect(result.output.contains(", 1 response from the cache"), "\(result.output)")
            }
        }
    }

    @Test func `two runs that fill one cache at once both pass`() async throws {
        var workflows: [String: String] = [:]
        for number in 0..<20 {
            workflows["w\(number)"] =
                "steps:\n  - get: /items/\(number % 5 + 1)\n    cache: { policy: cache-first, scope: disk }"
        }
        let folder = try await project(workflows)
        try await withThrowingTaskGroup(of: Baton.Result.self) { group in
            for _ in 0..<2 { group.addTask { try await run(folder, "--no-history") } }
            for try await result in group { #expect(result.exitCode == 0, "\(result.everything)") }
        }
        #expect(responses(in: folder).count == 5)
    }

    @Test func `reports and history say what came from the cache`() async throws {
        let folder = try await project([
            "w": """
            steps:
              - get: /items/1
                cache: cache-first
              - get: /items/1
                name: Again
                cache: cache-first
              - get: /items/1
                name: Bad
                cache: cache-first
                expect: { $.id: 2 }
            """
        ])
        let result = try await run(folder, "--junit", "junit.xml")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("200 from the cache, stored "))
        let report = try folder.read("junit.xml")
        #expect(report.split(separator: "-&gt; 200 from the cache, stored ").count >= 3, "\(report)")
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        #expect(
            try history.rows("SELECT coalesce(cache, '-') FROM step_result ORDER BY position")
                == ["-", "stored", "stored"])
        #expect(try history.rows("SELECT requests FROM run") == ["1"])
        let shown = try await Baton(folder: folder)("history", "show")
        #expect(shown.output.contains("GET /items/1 → 200 from the cache"), "\(shown.output)")
    }

    // MARK: - Secrets

    private static let secretive = [
        "a body with a secret": """
        post: /echo
            json: { password: $(secrets.ADA_PASSWORD) }
        """,
        "a URL with a secret": "get: /echo?password=$(secrets.ADA_PASSWORD)",
        "a header with a secret": "get: /items/1\n    headers: { X-Key: $(secrets.ADA_PASSWORD) }",
        "a bearer token": "get: /items/1\n    auth: { bearer: some-token }",
        "a short key": "get: /items/1\n    auth: { api_key: { header: X-Key, value: ab } }",
        "a cookie": "get: /items/1\n    cookies: { sid: abcdef }",
        "basic credentials": "get: /items/1\n    auth: { basic: { username: ada, password: lovelace } }",
        "a response that sets a cookie": "get: /cookies/set?theme=dark",
        "a response with session headers": "post: /login\n    json: { username: grace, password: hopper-1906 }",
        "a response that holds a captured secret":
            "get: /items/1\n    capture: { name: { path: $.name, secret: true } }",
    ]

    @Test(arguments: secretive.keys.sorted())
    func `what was asked or answered with a secret never reaches the disk`(_ what: String) async throws {
        let step = try #require(Self.secretive[what])
        let folder = try await project([
            "w": """
            steps:
              - \(step)
                cache: { policy: cache-first, scope: disk }
                expect: { status: { gte: 200 } }
            """,
            // It would be there if it could.
            "z": "steps:\n  - get: /items/2\n    cache: { policy: cache-first, scope: disk }",
        ])
        let result = try await run(folder, "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(responses(in: folder).count == 1, "\(what)")
    }

    private static let item = "get: /items/1\n    cache: { policy: cache-first, scope: disk }"

    private static let laterSecrets = [
        "a step": "name: { path: $.name, secret: true }",
        "a step after an earlier one showed it": "name: $.name, again: { path: $.name, secret: true }",
    ]

    @Test(arguments: laterSecrets.keys.sorted(), [false, true])
    func `a response leaves the disk when a later step calls a value of it secret`(
        _ what: String, _ isFromEarlierRun: Bool
    ) async throws {
        let capture = try #require(Self.laterSecrets[what])
        let folder = try await project([
            "w": """
            steps:
              - \(Self.item)
              - if: vars.learns
                steps:
                  - get: /items/1
                    capture: { \(capture) }
            inputs: { learns: { type: boolean } }
            """,
            "z": "steps:\n  - get: /items/2\n    cache: { policy: cache-first, scope: disk }",
        ])
        if isFromEarlierRun {
            let before = try await run(folder, "--no-history", "--input", "learns=false")
            #expect(before.exitCode == 0, "\(before.everything)")
            #expect(responses(in: folder).count == 2)
        }
        let result = try await run(folder, "--no-history", "--input", "learns=true")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(responses(in: folder).count == 1)
    }

    @Test func `a response leaves the disk when a run that knows its secret uses it`() async throws {
        let folder = try await project(["w": "steps:\n  - \(Self.item)\n    capture: { name: $.name }"])
        #expect(try await run(folder, "--no-history").exitCode == 0)
        #expect(responses(in: folder).count == 1)
        try folder.write(
            "workflows/w.yaml", "steps:\n  - \(Self.item)\n    capture: { name: { path: $.name, secret: true } }")
        #expect(try await run(folder, "--no-history").exitCode == 0)
        #expect(responses(in: folder).isEmpty)
    }

    // MARK: - Commands and folders

    @Test func `the cache is listed and cleared`() async throws {
        let folder = try await project([
            "w": "steps:\n  - get: /items/1\n    cache: { policy: cache-first, scope: disk }"
        ])
        let baton = Baton(folder: folder)
        let before = try await baton("cache", "list")
        #expect(before.exitCode == 0 && before.output == "no responses\n", "\(before.everything)")
        #expect(try await run(folder, "--no-history").exitCode == 0)
        let list = try await baton("cache", "list")
        let lines = list.output.split(separator: "\n")
        #expect(list.exitCode == 0, "\(list.everything)")
        try #require(lines.count == 2, "\(list.everything)")
        let base = try await Demo.baseURL()
        #expect(lines[0].contains(" old  ") && lines[0].hasSuffix("  200  GET \(base)/items/1"), "\(lines[0])")
        #expect(lines[1].hasPrefix("1 response, "))
        let cleared = try await baton("cache", "clear")
        #expect(cleared.exitCode == 0 && cleared.output.hasPrefix("removed 1 response, "), "\(cleared.everything)")
        #expect(responses(in: folder) == [])
        #expect(try await baton("cache", "clear").output == "removed no responses\n")
    }

    @Test func `a folder that cannot be is a warning, and the run goes on`() async throws {
        let folder = try await project(["w": Self.counting.replacing("NAME", with: "no-folder")])
        try folder.write(".baton/cache", "a file in the place of the folder")
        let result = try await run(folder, "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.everything.contains("the cache on disk is not used: "), "\(result.everything)")
        #expect(result.everything.contains("responses are kept for this run only"))
        let list = try await Baton(folder: folder)("cache", "list")
        #expect(list.exitCode == 0 && list.output == "no responses\n", "\(list.everything)")
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a folder that cannot be written is a warning, and the run goes on`() async throws {
        let folder = try await project(["w": Self.counting.replacing("NAME", with: "read-only")])
        Unprivileged.own(folder)
        defer { Unprivileged.disown(folder) }
        #expect(chmod(folder.path, 0o555) == 0)
        defer { _ = chmod(folder.path, 0o755) }
        let result = try await Unprivileged.run(["run", "--no-history", "--junit", "/dev/null"], in: folder)
        #expect(result.everything.contains("the cache on disk is not used: no permission to "), "\(result.everything)")
    }

    @Test func `damaged files are a miss`() async throws {
        let folder = try await project([
            "w": "steps:\n  - get: /items/1\n    cache: { policy: cache-first, scope: disk }"
        ])
        #expect(try await run(folder, "--no-history").exitCode == 0)
        for name in responses(in: folder) { try folder.write(".baton/cache/\(name)", "apicache 1\nhalf a fi") }
        let result = try await run(folder, "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(!result.output.contains("from the cache"))
        #expect(try await Baton(folder: folder)("cache", "list").output.contains("1 response, "))
    }

    @Test func `a run with --stub or --dry-run neither uses nor makes a cache`() async throws {
        let folder = try await project(["w": Self.counting.replacing("NAME", with: "dry")])
        _ = try await run(folder, "--dry-run", "--no-history")
        _ = try await run(folder, "--stub", "--no-history")
        #expect(!folder.exists(".baton"))
    }
}
