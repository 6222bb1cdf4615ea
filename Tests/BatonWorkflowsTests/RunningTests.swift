import BatonTesting
import BatonWorkflowsTesting
import RunningDemo
import Testing

/// A case runs as with the program, and its result says everything.
@Suite struct RunningTests {
    @Test func `a workflow that holds passes`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /ok, expect: { $.name: Ada } }]\n"])
        let result = try await folder.only("a.yaml").run(dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .passed)
        #expect(result.isSuccess)
        #expect(result.failures.isEmpty)
    }

    @Test func `a failed check has its place, both values, the request and a curl command`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": """
            name: Who am I
            steps:
              - get: /me
                name: Read it
                expect:
                  $.age: 99
            """
        ])
        let planned = try folder.only("a.yaml")
        let result = await planned.result(baseURL: "http://api.example", dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .failed)
        #expect(!result.isSuccess)
        let failure = try #require(result.failures.first)
        #expect(result.failures.count == 1)
        #expect(failure.kind == "check.failed")
        #expect(failure.step == "Read it")
        #expect(failure.check == "$.age")
        #expect(failure.expected == "99")
        #expect(failure.actual == "36")
        #expect(failure.place?.path == folder.file("a.yaml"))
        #expect(failure.place?.line == 6)
        #expect(failure.place?.excerpt == "      $.age: 99")
        #expect(failure.request?.hasPrefix("GET http://api.example/me → 200 in ") == true)
        #expect(failure.curl?.contains("http://api.example/me") == true)
        #expect(failure.description.contains("a.yaml:6:"))
        #expect(failure.description.contains("\"age\":36"))
        let error = try #require(throws: WorkflowError.self) { try result.get() }
        #expect(error.description.contains("Who am I"))
        #expect(error.description.contains(failure.message))
    }

    @Test func `a file with errors is one failing case with place and message`() async throws {
        let folder = WorkflowFolder([
            "bad.yaml": "steps:\n  - gett: /ok\n", "good.yaml": "steps: [{ get: /ok }]\n",
        ])
        let stub = StubDispatcher.ordinary()
        let cases = try folder.cases()
        #expect(cases.map(\.name) == ["bad", "good"])
        let bad = await cases[0].result(dispatcher: stub)
        #expect(bad.outcome == .error)
        #expect(bad.failures.first?.kind == "workflow.invalid")
        #expect(bad.failures.first?.place?.line == 2)
        #expect(bad.failures.first?.message.contains("gett") == true)
        #expect(await cases[1].result(dispatcher: stub).isSuccess)
    }

    @Test func `variables, inputs and secrets come from code`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": """
            vars: { count: 1, list: [] }
            inputs: { user: {}, size: { type: integer } }
            steps:
              - get: /ok?count=$(count)&user=$(user)&size=$(size + 1)&last=$(list[1].id)
                auth: { bearer: $(secrets.API_KEY) }
            """
        ])
        let stub = StubDispatcher.ordinary()
        let settings = WorkflowSettings(
            variables: ["count": 7, "list": [["id": 1], ["id": 2]]], inputs: ["user": "ada", "size": 4],
            secrets: ["API_KEY": "key-90210"])
        let result = try await folder.only("a.yaml", settings).run(dispatcher: stub)
        #expect(result.isSuccess)
        #expect(stub.requests.first?.url.text == "http://stub.invalid/ok?count=7&user=ada&size=5&last=2")
        #expect(stub.requests.first?.headers["authorization"] == "Bearer key-90210")
    }

    @Test func `the environment is chosen by name, and a base URL overrides its own`() async throws {
        let folder = WorkflowFolder([
            "baton.yaml": """
            environments:
              one: { base_url: http://one.example, vars: { page: 1 } }
              two: { base_url: http://two.example, vars: { page: 2 } }
            """,
            "a.yaml": "steps: [{ get: /ok?page=$(page) }]\n",
        ])
        let stub = StubDispatcher.ordinary()
        let settings = WorkflowSettings(environment: "two")
        try await folder.only("a.yaml", settings).run(dispatcher: stub)
        try await folder.only("a.yaml", settings).run(baseURL: "http://three.example", dispatcher: stub)
        #expect(stub.requests.map(\.url.text) == ["http://two.example/ok?page=2", "http://three.example/ok?page=2"])
    }

    @Test func `no secret is in a result`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": """
            steps:
              - post: /login
                json: { password: $(secrets.PASSWORD) }
                capture: { token: { path: $.token, secret: true } }
              - get: /me
                auth: { bearer: $(token) }
                headers: { X-Password: $(secrets.PASSWORD) }
                expect: { $.name: $(token) }
            """
        ])
        let settings = WorkflowSettings(secrets: ["PASSWORD": "lovelace-1815"])
        let planned = try folder.only("a.yaml", settings)
        let result = await planned.result(dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .failed)
        let text = "\(result)\n\(result.failures)\n\(result.failures.compactMap(\.curl))"
        #expect(text.contains("***"))
        #expect(!text.contains("lovelace-1815"))
        #expect(!text.contains("t-4711-secret-token"))
    }

    @Test(arguments: [
        (WorkflowSettings(variables: ["pagee": 1]), "variables[\"pagee\"]: no selected file declares this variable"),
        (WorkflowSettings(inputs: ["user": "ada"]), "inputs[\"user\"]: no selected file has this input"),
        (WorkflowSettings(secrets: ["A-B": "value"]), "secrets: `A-B` is not the name of a secret"),
        (WorkflowSettings(secrets: ["TOKEN": ""]), "secrets: `TOKEN` has no value, but an empty text"),
    ])
    func `a setting that no file can take fails each case and names it`(
        _ settings: WorkflowSettings, _ message: String
    ) async throws {
        let folder = WorkflowFolder(["a.yaml": "vars: { page: 1 }\nsteps: [{ get: /ok?page=$(page) }]\n"])
        let result = try await folder.only("a.yaml", settings).result(dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .error)
        #expect(result.failures.map(\.message) == [message])
        #expect(result.failures.first?.place == nil)
    }

    @Test func `a secret without a value names the line that reads it and what to write`() async throws {
        let folder = WorkflowFolder([
            "baton.yaml": """
            default_environment: local
            environments: { local: { base_url: http://a.example, secrets: [NO_SUCH_KEY_HERE] } }
            """,
            "a.yaml": "steps:\n  - get: /ok?key=$(secrets.NO_SUCH_KEY_HERE)\n",
        ])
        let result = try await folder.only("a.yaml").result(dispatcher: StubDispatcher.ordinary())
        let failure = try #require(result.failures.first)
        #expect(failure.message == "the secret `NO_SUCH_KEY_HERE` has no value")
        #expect(failure.hint?.contains("secrets: [\"NO_SUCH_KEY_HERE\": …]") == true)
        #expect(failure.place?.line == 2)
    }

    @Test func `without a base URL and a dispatcher a workflow says what it lacks`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps:\n  - get: /ok\n"])
        let result = try await folder.only("a.yaml").result()
        #expect(result.outcome == .error)
        #expect(result.failures.first?.place?.line == 2)
        let invalid = try await folder.only("a.yaml").result(baseURL: "127.0.0.1:80")
        #expect(invalid.failures.first?.message.hasPrefix("baseURL: `127.0.0.1:80`") == true)
        #expect(invalid.failures.first?.hint == "write `http://127.0.0.1:80`")
    }

    @Test func `a server that nobody runs is an error of the network`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps:\n  - get: /ok\n"])
        let result = try await folder.only("a.yaml").result(baseURL: "http://127.0.0.1:1")
        #expect(result.outcome == .error)
        #expect(result.failures.first?.kind == "network.connect")
    }

    @Test func `a server that does not start is told by each case`() async throws {
        let folder = WorkflowFolder([
            "baton.yaml": """
            default_environment: local
            environments:
              local: { base_url: http://127.0.0.1:1, server: { command: no-such-server-4711, ready: /health } }
            """,
            "a.yaml": "steps:\n  - get: /ok\n", "b.yaml": "steps:\n  - get: /me\n",
        ])
        for planned in try folder.cases() {
            let result = await planned.result()
            #expect(result.outcome == .error)
            #expect(
                result.failures.first?.message.contains("the program `no-such-server-4711` was not found") == true,
                "\(result)")
            #expect(result.failures.first?.place?.file == "baton.yaml")
        }
        // A dispatcher or a base URL of the test takes its place.
        #expect(try await folder.only("a.yaml").result(dispatcher: StubDispatcher.ordinary()).isSuccess)
        #expect(
            try await folder.only("a.yaml").result(baseURL: "http://127.0.0.1:1").failures.first?.kind
                == "network.connect")
    }

    // MARK: - Files that change after their cases were listed

    @Test func `a row that is gone is a failing case`() async throws {
        let folder = WorkflowFolder(["a.yaml": rows("ada", "grace")])
        let cases = try folder.cases()
        folder.write("a.yaml", rows("ada"))
        let stub = StubDispatcher.ordinary()
        let gone = await cases[1].result(dispatcher: stub)
        #expect(gone.outcome == .error)
        #expect(
            gone.failures.first?.message.hasSuffix(
                "a.yaml: the row `grace` is no longer there: the file changed after its cases were listed") == true)
        #expect(await cases[0].result(dispatcher: stub).isSuccess)
    }

    @Test func `a file that no longer loads fails each of its rows`() async throws {
        let folder = WorkflowFolder(["a.yaml": rows("ada", "grace")])
        let cases = try folder.cases()
        folder.write("a.yaml", "steps: [{ gett: /ok }]\n")
        let stub = StubDispatcher.ordinary()
        let results = await withTaskGroup(of: WorkflowResult.self) { group in
            for planned in cases { group.addTask { await planned.result(dispatcher: stub) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map(\.failures.first?.kind) == ["workflow.invalid", "workflow.invalid"])
    }

    @Test func `a file that is gone fails`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /ok }]\n", "b.yaml": "steps: [{ get: /ok }]\n"])
        let cases = try folder.cases()
        folder.remove("a.yaml")
        let stub = StubDispatcher.ordinary()
        #expect(
            await cases[0].result(dispatcher: stub).failures.first?.message.contains("the workflow is no longer there")
                == true)
        #expect(await cases[1].result(dispatcher: stub).isSuccess)
        folder.remove("b.yaml")
        let other = WorkflowFolder(["c.yaml": "steps: [{ get: /ok }]\n"])
        let only = try other.cases()
        other.remove("c.yaml")
        #expect(
            await only[0].result(dispatcher: stub).failures.first?.message.contains("there is no workflow in") == true)
    }

    private func rows(_ names: String...) -> String {
        "rows:\n" + names.map { "  - { name: \($0) }\n" }.joined() + "steps: [{ get: /ok }]\n"
    }
}

/// The samples in workflows/ pass as tests, against the sample server.
@Suite struct DemoTests {
    /// The first environment's password; the address of the second environment comes from the process environment.
    private static let settings = WorkflowSettings(secrets: ["ADA_PASSWORD": "lovelace-1815"])

    @Test(
        .workflowRun,
        arguments: try Workflows(
            in: "workflows", tags: ["accounts", "language", "loops", "order", "rows"], settings: settings
        ).cases)
    func workflow(_ case: WorkflowCase) async throws {
        let result = try await `case`.run(baseURL: Demo.baseURL())
        #expect(result.outcome == .passed)
    }

    @Test func `a real failure has the response of the server`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps:\n  - get: /items?per_page=1\n    expect: { status: 201 }\n"])
        let planned = try folder.only("a.yaml")
        let base = try await Demo.baseURL()
        let issues = await recordedIssues { try await planned.run(baseURL: base) }
        #expect(issues.map(\.sourceLocation?.line) == [3])
        #expect(issues.first?.text.contains("GET \(base)/items?per_page=1 → 200") == true)
        #expect(issues.first?.text.contains("Content-Type: application/json") == true)
    }
}
