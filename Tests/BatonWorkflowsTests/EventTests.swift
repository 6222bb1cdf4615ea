import BatonTesting
import BatonWorkflowsTesting
import Testing

/// A run of all cases tells its events, and writes reports.
@Suite struct EventTests {
    private let folder = WorkflowFolder([
        "a.yaml": "name: Good\nsteps: [{ get: /ok, name: Look }, { log: seen }]\n",
        "b.yaml": "name: Bad\nsteps: [{ get: /bad }]\n",
    ])

    @Test func `events come in order, and the summary is the last one`() async throws {
        var told: [String] = []
        var last: WorkflowSummary?
        let settings = {
            var settings = WorkflowSettings(); settings.jobs = 1; return settings
        }()
        for try await event in try folder.workflows(settings).events(dispatcher: StubDispatcher.ordinary()) {
            switch event {
            case .runStarted(let count): told.append("start \(count)")
            case .stepFinished(let step):
                told.append("\(step.name) \(step.outcome) \(step.requests.count) \(step.output)")
            case .caseFinished(let result): told.append("\(result.title) \(result.outcome)")
            case .warning(let text): told.append(text)
            case .runFinished(let summary):
                told.append("end")
                last = summary
            }
        }
        #expect(
            told == [
                "start 2", "Look passed 1 []", "log seen passed 0 [\"seen\"]", "Good passed", "GET /bad failed 1 []",
                "Bad failed", "end",
            ])
        let summary = try #require(last)
        #expect([summary.passed, summary.failed, summary.skipped, summary.requests] == [1, 1, 0, 2])
        #expect(!summary.isSuccess)
        #expect(summary.results.map(\.title) == ["Good", "Bad"])
    }

    @Test func `each loop is a run of its own`() async throws {
        let stub = StubDispatcher.ordinary()
        let events = try folder.workflows().events(dispatcher: stub)
        for _ in 0..<2 { for try await _ in events {} }
        #expect(stub.count("/ok") == 2)
    }

    @Test func `a run that cannot begin throws`() async throws {
        let workflows = try folder.workflows(WorkflowSettings(variables: ["x": 1]))
        await #expect(throws: WorkflowError.self) {
            for try await _ in workflows.events(dispatcher: StubDispatcher.ordinary()) {}
        }
        let error = await #expect(throws: WorkflowError.self) {
            try await workflows.summary(dispatcher: StubDispatcher.ordinary())
        }
        #expect(error?.description.contains("variables[\"x\"]: no selected file declares this variable") == true)
    }

    @Test func `a run of everything needs a login once`() async throws {
        let folder = WorkflowFolder([
            "login.yaml": "called_only: true\nsteps: [{ post: /login }]\n",
            "a.yaml": "needs: { login: login.yaml }\nsteps: [{ get: /ok }]\n",
            "b.yaml": "needs: { login: login.yaml }\nsteps: [{ get: /me }]\n",
        ])
        let stub = StubDispatcher.ordinary()
        let summary = try await folder.workflows().summary(dispatcher: stub)
        #expect(summary.isSuccess)
        #expect(stub.count("/login") == 1)
        #expect(summary.results.count == 3)
    }

    @Test func `a run in which nothing passed or failed is no success`() async throws {
        let folder = WorkflowFolder([
            "baton.yaml": """
            default_environment: local
            environments: { local: { base_url: http://a.example }, staging: { base_url: http://b.example } }
            """,
            "a.yaml": "environments: [staging]\nsteps: [{ get: /ok }]\n",
        ])
        let summary = try await folder.workflows().summary(dispatcher: StubDispatcher.ordinary())
        #expect(summary.skipped == 1)
        #expect(!summary.isSuccess)
    }

    // MARK: - Reports

    @Test func `reports are written at the end of a run of everything`() async throws {
        let settings = WorkflowSettings(
            reports: [
                .junit(folder.file("junit.xml")), .html(folder.file("page.html")), .json(folder.file("ctrf.json")),
                .summary(folder.file("summary.md")), .tap(folder.file("run.tap")), .har(folder.file("run.har")),
                .prometheus(folder.file("run.prom")),
            ])
        let summary = try await folder.workflows(settings).summary(dispatcher: StubDispatcher.ordinary())
        #expect(summary.problems.isEmpty)
        #expect(folder.text("junit.xml")?.contains("<testsuites") == true)
        #expect(folder.text("junit.xml")?.contains("GET /bad") == true)
        for name in ["page.html", "ctrf.json", "summary.md", "run.tap", "run.har", "run.prom"] {
            #expect(folder.text(name)?.isEmpty == false, "\(name)")
        }
    }

    @Test func `reports of cases are written when the last one has ended, with all of them`() async throws {
        let settings = WorkflowSettings(reports: [.junit(folder.file("junit.xml"))])
        let cases = try folder.cases(settings)
        let stub = StubDispatcher.ordinary()
        _ = await cases[0].result(dispatcher: stub)
        #expect(folder.text("junit.xml") == nil)
        _ = await cases[1].result(dispatcher: stub)
        let text = try #require(folder.text("junit.xml"))
        #expect(text.contains("/a.yaml"))
        #expect(text.contains("/b.yaml"))
    }

    @Test func `a case that no test asked for is skipped in the report`() async throws {
        let settings = WorkflowSettings(reports: [.junit(folder.file("junit.xml"))])
        let cases = try folder.cases(settings).filter { $0.name == "Good" }
        _ = await cases[0].result(dispatcher: StubDispatcher.ordinary())
        let text = try #require(folder.text("junit.xml"))
        #expect(text.contains("it was not asked for"))
        #expect(text.contains("skipped=\"1\""))
    }

    @Test func `a report that cannot be written fails the run`() async throws {
        folder.write("file", "")
        let settings = WorkflowSettings(reports: [.junit(folder.file("file/junit.xml"))])
        let summary = try await folder.workflows(settings).summary(dispatcher: StubDispatcher.ordinary())
        #expect(summary.problems.first?.message.contains("the JUnit report could not be written to") == true)
        let good = try folder.cases(settings).filter { $0.name == "Good" }
        let result = await good[0].result(dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .passed)
        #expect(!result.isSuccess)
        #expect(result.others.first?.failures.first?.message.contains("could not be written") == true)
    }

    @Test func `a report is not written over a workflow`() async throws {
        let settings = WorkflowSettings(reports: [.junit(folder.file("a.yaml"))])
        await #expect(throws: WorkflowError.self) {
            try await folder.workflows(settings).summary(dispatcher: StubDispatcher.ordinary())
        }
        #expect(folder.text("a.yaml")?.hasPrefix("name: Good") == true)
    }

    @Test func `the history of a project is left alone, and so are its usual reports`() async throws {
        let folder = WorkflowFolder(["baton.yaml": "name: shop\n", "a.yaml": "steps: [{ get: /ok }]\n"])
        _ = try await folder.workflows().summary(dispatcher: StubDispatcher.ordinary())
        #expect(folder.names == ["a.yaml", "baton.yaml"])
    }
}
