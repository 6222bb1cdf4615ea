import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Requests that go to another environment than the run's.
@Suite struct StepEnvironmentRunTests {
    /// Two servers of one host, so that only the port tells them apart: cookies do not look at it.
    private struct Bench {
        let local: Recording
        let staging: Recording

        /// - Parameter steps: the lines of `workflows/w.yaml`.
        init(_ workflow: String, local localLines: String = "", staging stagingLines: String = "") throws {
            let response: @Sendable (RawServer.Request) -> String = { request in
                let name = request.target.split(separator: "/").first.map(String.init) ?? ""
                return
                    "HTTP/1.1 200 OK\r\nSet-Cookie: from=\(name)\r\nX-Kept: kept-by-\(name)\r\nContent-Length: 2\r\n\r\n{}"
            }
            local = try Recording(response)
            staging = try Recording(response)
            try local.folder.write(
                "baton.yaml",
                """
                default_environment: local
                environments:
                  local:
                    base_url: "\(local.server.url)/local"
                    headers: { X-From: local }
                    vars: { size: 1 }
                \(localLines)
                  staging:
                    base_url: "\(staging.server.url)/staging"
                    headers: { X-From: "staging $(size)" }
                    vars: { size: 3 }
                \(stagingLines)
                """)
            try local.folder.write("workflows/w.yaml", workflow)
        }

        func run(_ environment: [String: String] = [:], _ arguments: String...) async throws -> Baton.Result {
            try await Baton(folder: local.folder, environment: environment).run(["run"] + arguments)
        }
    }

    @Test func `base URL, headers and variables are those of the step's environment, and only for this step`()
        async throws
    {
        let bench = try Bench(
            """
            vars: { lazy: $(env.name) }
            defaults: { query: { at: $(env.name) } }
            steps:
              - get: /a
                env: staging
                if: env.vars.size == 3
                query: { n: $(env.vars.size), lazy: $(lazy), size: $(size) }
              - get: /b
                query: { n: $(env.vars.size) }
              - get: /c
                env: local
            """)
        let result = try await bench.run()
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(bench.staging.requests.map(\.target) == ["/staging/a?at=staging&n=3&lazy=local&size=1"])
        #expect(bench.staging.requests.map { $0["x-from"] } == ["staging 3"])
        #expect(bench.local.requests.map(\.target) == ["/local/b?at=local&n=1", "/local/c?at=local"])
        #expect(bench.local.requests.map { $0["x-from"] } == ["local", "local"])
    }

    @Test func `cookies and kept headers stay with their environment, whatever the host`() async throws {
        let session = "    session: { headers: [x-kept] }"
        let bench = try Bench(
            """
            steps:
              - get: /1
              - { get: /1, env: staging }
              - get: /2
              - { get: /2, env: staging }
              - { get: /3, env: staging, session: other }
              - { get: /4, env: staging, session: none }
              - { get: /3, env: local }
            """, local: session, staging: session)
        let result = try await bench.run()
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(bench.local.requests.map { $0["cookie"] } == [nil, "from=local", "from=local"])
        #expect(bench.local.requests.map { $0["x-kept"] } == [nil, "kept-by-local", "kept-by-local"])
        #expect(bench.staging.requests.map { $0["cookie"] } == [nil, "from=staging", nil, nil])
        #expect(bench.staging.requests.map { $0["x-kept"] } == [nil, "kept-by-staging", nil, nil])
    }

    @Test func `credentials of an environment go to its own origins only`() async throws {
        let bench = try Bench(
            """
            steps:
              - { get: /a, env: staging }
              - get: /a
              - { get: $(env.base_url + "/b"), env: staging }
              - get: $(process.env.STAGING_URL)
            """, local: "    auth: { bearer: local-token-1 }",
            staging: "    auth: { bearer: $(secrets.STAGING_KEY) }\n    secrets: [STAGING_KEY]")
        let result = try await bench.run(["STAGING_KEY": "staging-token-2", "STAGING_URL": bench.staging.server.url])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(bench.local.requests.map { $0["authorization"] } == ["Bearer local-token-1"])
        #expect(
            bench.staging.requests.map { $0["authorization"] } == [
                "Bearer staging-token-2", "Bearer staging-token-2", nil,
            ])
        #expect(!result.everything.contains("staging-token-2"))
    }

    @Test(arguments: [[], ["--dry-run"], ["--env", "local"]])
    func `the secrets of a step's environment must be there before its workflow begins`(_ arguments: [String])
        async throws
    {
        let bench = try Bench(
            "steps: [ { get: /a }, { get: /b, env: staging } ]",
            staging: "    auth: { bearer: $(secrets.STAGING_KEY) }\n    secrets: [STAGING_KEY]")
        let result = try await Baton(folder: bench.local.folder).run(["run"] + arguments)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("the secret `STAGING_KEY` has no value [run.missing-secret]"))
        #expect(bench.local.requests.isEmpty && bench.staging.requests.isEmpty)
    }

    @Test func `the option for the base URL is for the environment of the run`() async throws {
        let bench = try Bench("steps: [ { get: /a }, { get: /b, env: staging }, { get: /c, env: local } ]")
        let result = try await bench.run([:], "--base-url", bench.local.server.url + "/given")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(bench.local.requests.map(\.target) == ["/given/a", "/given/c"])
        #expect(bench.staging.requests.map(\.target) == ["/staging/b"])
    }

    @Test func `a call goes there too, with the values that its API file asks the environment for`() async throws {
        let bench = try Bench(
            "use: { items: ../apis/items.yaml }\nsteps: [ { call: items.list, env: staging }, call: items.list ]")
        try bench.local.folder.write(
            "apis/items.yaml", "endpoints: { list: { get: /items, query: { n: $(env.vars.size) } } }")
        let result = try await bench.run()
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(bench.staging.requests.map(\.target) == ["/staging/items?n=3"])
        #expect(bench.local.requests.map(\.target) == ["/local/items?n=1"])
    }

    @Test func `the cache policy of a step's environment holds for the step`() async throws {
        let bench = try Bench(
            """
            steps:
              - { get: /a, env: staging }
              - { get: /a, env: staging, expect: { that: response.from_cache } }
              - get: /a
              - { get: /a, name: Again, expect: { that: "!response.from_cache" } }
            """, staging: "    cache: cache-first")
        let result = try await bench.run()
        // Its own session got a cookie with the first response, so that the second request is another one.
        #expect(result.exitCode == 1, "\(result.everything)")
        let stateless = try Bench(
            """
            session: none
            steps:
              - { get: /a, env: staging }
              - { get: /a, env: staging, expect: { that: response.from_cache } }
              - get: /a
              - { get: /a, name: Again, expect: { that: "!response.from_cache" } }
            """, staging: "    cache: cache-first")
        let second = try await stateless.run()
        #expect(second.exitCode == 0, "\(second.everything)")
        #expect(stateless.staging.requests.count == 1 && stateless.local.requests.count == 2)
    }

    @Test func `a loop, a called workflow and several branches send there as well`() async throws {
        let bench = try Bench(
            """
            steps:
              - { get: /l/$(item), env: staging, for_each: [1, 2], concurrency: 2 }
              - workflow: ../parts/p.yaml
              - parallel: [ { get: /p, env: staging, query: { n: $(env.vars.size) } }, { get: /p } ]
            """)
        try bench.local.folder.write("parts/p.yaml", "steps: [ { get: /called, env: staging } ]")
        let result = try await bench.run([:], "workflows")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            Set(bench.staging.requests.map(\.target)) == [
                "/staging/l/1", "/staging/l/2", "/staging/called", "/staging/p?n=3",
            ])
        #expect(bench.local.requests.map(\.target) == ["/local/p"])
    }

    @Test func `a stub and a dry run send nothing there`() async throws {
        let bench = try Bench("steps: [ { get: /b, env: staging } ]")
        let result = try await bench.run([:], "--dry-run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(bench.staging.requests.isEmpty)
    }
}
