import BatonTesting
import BatonWorkflowsTesting
import Testing

/// The cases of a list share a run: what they need runs once.
@Suite struct SharingTests {
    private static let login = """
        name: Log in
        called_only: true
        steps: [{ post: /login, capture: { token: { path: $.token, secret: true } } }]
        outputs: { token: $(token) }
        teardown: [{ post: /logout }]
        """

    private static func user(_ path: String) -> String {
        "needs: { login: login.yaml }\nsteps: [{ get: \(path), auth: { bearer: $(needs.login.token) } }]\n"
    }

    private static let files = [
        "baton.yaml": "before: [seed.yaml]\nafter: [sweep.yaml]\n", "seed.yaml": "steps: [{ post: /seed }]\n",
        "sweep.yaml": "steps: [{ post: /sweep }]\n", "login.yaml": login, "a.yaml": user("/ok"), "b.yaml": user("/me"),
    ]

    @Test func `a login runs once for all cases, and its teardown and after come last`() async throws {
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        for planned in try folder.cases() { try await planned.run(dispatcher: stub) }
        #expect(stub.paths == ["/seed", "/login", "/ok", "/me", "/logout", "/sweep"])
        #expect(stub.requests[3].headers["authorization"] == "Bearer t-4711-secret-token")
    }

    @Test func `cases that run at the same time share a login too`() async throws {
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        let results = await withTaskGroup(of: WorkflowResult.self) { group in
            for planned in cases { group.addTask { await planned.result(dispatcher: stub) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map(\.isSuccess) == [true, true])
        #expect(stub.paths.first == "/seed")
        #expect(stub.paths[1] == "/login")
        #expect(stub.paths[2...3].sorted() == ["/me", "/ok"])
        #expect(Array(stub.paths[4...]) == ["/logout", "/sweep"])
    }

    @Test func `cases that were filtered out are not waited for`() async throws {
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases().filter { $0.name == "b" }
        for planned in cases { try await planned.run(dispatcher: stub) }
        #expect(stub.paths == ["/seed", "/login", "/me", "/logout", "/sweep"])
    }

    @Test func `each list of cases, each base URL and each dispatcher has a run of its own`() async throws {
        let folder = WorkflowFolder(Self.files)
        let (one, other) = (StubDispatcher.ordinary(), StubDispatcher.ordinary())
        let cases = try folder.cases()
        try await cases[0].run(dispatcher: one)
        try await cases[1].run(dispatcher: other)
        #expect(one.paths == ["/seed", "/login", "/ok", "/logout", "/sweep"])
        #expect(other.paths == ["/seed", "/login", "/me", "/logout", "/sweep"])
        for planned in try folder.cases() { try await planned.run(dispatcher: one) }
        #expect(one.count("/login") == 2)
        let third = StubDispatcher.ordinary()
        let more = try folder.cases()
        try await more[0].run(baseURL: "http://one.example", dispatcher: third)
        try await more[1].run(baseURL: "http://two.example", dispatcher: third)
        #expect(third.count("/login") == 2)
    }

    @Test func `a case that runs again runs with everything that it needs`() async throws {
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        try await cases[0].run(dispatcher: stub)
        #expect(stub.paths == ["/seed", "/login", "/ok"])
        try await cases[0].run(dispatcher: stub)
        #expect(Array(stub.paths[3...]) == ["/seed", "/login", "/ok", "/logout", "/sweep"])
        try await cases[1].run(dispatcher: stub)
        #expect(Array(stub.paths[8...]) == ["/me", "/logout", "/sweep"])
    }

    @Test func `a dispatcher that is a value has a run for each case`() async throws {
        struct Passing: Dispatcher {
            let stub: StubDispatcher
            func send(_ request: Request) async throws(Failure) -> Response { try await stub.send(request) }
        }
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        for planned in try folder.cases() { try await planned.run(dispatcher: Passing(stub: stub)) }
        #expect(stub.count("/login") == 2)
        #expect(stub.count("/sweep") == 2)
    }

    @Test func `a case that others need passes before its teardown, one after the other`() async throws {
        let files = [
            "a-login.yaml": Self.login.replacing("called_only: true\n", with: ""),
            "b.yaml": Self.user("/ok").replacing("login.yaml", with: "a-login.yaml"),
        ]
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(files)
        let cases = try folder.cases()
        #expect(try await cases[0].run(dispatcher: stub).outcome == .passed)
        #expect(stub.paths == ["/login"])
        #expect(try await cases[1].run(dispatcher: stub).outcome == .passed)
        #expect(stub.paths == ["/login", "/ok", "/logout"])
    }

    @Test func `a failed login is told once, and every case that needs it says so`() async throws {
        let folder = WorkflowFolder(Self.files)
        let stub = StubDispatcher.ordinary()
        stub.respond(to: .post, "/login", with: .fixed(Sample(status: 401)))
        let cases = try folder.cases()
        let results = [await cases[0].result(dispatcher: stub), await cases[1].result(dispatcher: stub)]
        #expect(stub.count("/login") == 1)
        #expect(results.map(\.outcome) == [.error, .error])
        #expect(results.allSatisfy { $0.failures.first?.message.contains("login.yaml (Log in), which ") == true })
        #expect(results.map { $0.failures.first?.place?.line } == [1, 1])
        let told = results.flatMap(\.others)
        #expect(told.map(\.title) == ["Log in"])
        #expect(told.first?.failures.first?.kind == "http.unauthorized")
    }

    @Test(arguments: ["/logout", "/sweep"])
    func `what fails after the cases fails the last of them`(_ path: String) async throws {
        let stub = StubDispatcher.ordinary()
        stub.respond(to: .post, path, with: .fixed(Sample(status: 500)))
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        #expect(await cases[0].result(dispatcher: stub).isSuccess)
        let last = await cases[1].result(dispatcher: stub)
        #expect(last.outcome == .passed)
        #expect(!last.isSuccess)
        #expect(last.others.map(\.title) == [path == "/logout" ? "Log in" : "sweep"])
        #expect(throws: WorkflowError.self) { try last.get() }
    }

    @Test func `a failed before blocks every case`() async throws {
        let stub = StubDispatcher.ordinary()
        stub.respond(to: .post, "/seed", with: .fixed(Sample(status: 500)))
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        let results = [await cases[0].result(dispatcher: stub), await cases[1].result(dispatcher: stub)]
        #expect(results.map(\.outcome) == [.error, .error])
        #expect(results.flatMap(\.others).map(\.title) == ["seed"])
        #expect(stub.paths == ["/seed", "/sweep"])
    }

    @Test func `locks hold between cases of a run, whoever comes first`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": "lock: shop\nsteps: [{ get: /ok }]\n", "b.yaml": "lock: shop\nsteps: [{ get: /me }]\n",
        ])
        let stub = StubDispatcher.ordinary()
        for planned in try folder.cases().reversed() { try await planned.run(dispatcher: stub) }
        #expect(stub.paths == ["/me", "/ok"])
    }

    @Test(.workflowRun) func `a scope within a test that picks one case is left open`() async throws {
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        try await cases[0].run(dispatcher: stub)
        // `b` never runs: the trait ends the run after this test.
        #expect(stub.paths == ["/seed", "/login", "/ok"])
        withExtendedLifetime(cases) {}
    }

    @Test func `the trait ends runs whose other cases never come`() async throws {
        let stub = StubDispatcher.ordinary()
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        let test = try #require(Test.current)
        try await WorkflowRunTrait().provideScope(for: test, testCase: nil) {
            try await cases[0].run(dispatcher: stub)
            #expect(stub.paths == ["/seed", "/login", "/ok"])
        }
        #expect(stub.paths == ["/seed", "/login", "/ok", "/logout", "/sweep"])
        // A case that comes later gets a new run.
        try await cases[1].run(dispatcher: stub)
        #expect(Array(stub.paths[5...]) == ["/seed", "/login", "/me", "/logout", "/sweep"])
    }

    @Test func `the trait records what fails at the end`() async throws {
        let stub = StubDispatcher.ordinary()
        stub.respond(to: .post, "/sweep", with: .fixed(Sample(status: 500)))
        let folder = WorkflowFolder(Self.files)
        let cases = try folder.cases()
        let test = try #require(Test.current)
        let issues = await recordedIssues {
            try await WorkflowRunTrait().provideScope(for: test, testCase: nil) {
                try await cases[0].run(dispatcher: stub)
            }
        }
        #expect(issues.map(\.sourceLocation?.filePath) == [folder.file("sweep.yaml")])
        withExtendedLifetime(cases) {}
    }
}
