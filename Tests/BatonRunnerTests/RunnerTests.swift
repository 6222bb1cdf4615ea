import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonSecrets
import BatonWorkflow
import Synchronization
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// A dispatcher that answers from a table and keeps what it was sent.
final class TableDispatcher: Dispatcher {
    private let responses: [String: (status: Int, body: String)]
    private let script: Script?
    private let sent = Mutex<[Request]>([])

    /// What comes back for a request; the number counts those to its path, from 1.
    typealias Script = @Sendable (_ request: Request, _ number: Int) throws(Failure) -> Response

    init(_ responses: [String: (status: Int, body: String)], script: Script? = nil) {
        self.responses = responses
        self.script = script
    }

    var requests: [Request] { sent.withLock { $0 } }
    var paths: [String] { requests.map(\.url.path) }

    func send(_ request: Request) async throws(Failure) -> Response {
        if Task.isCancelled { throw Failure(.cancelled, "cancelled") }
        let number = sent.withLock { sent in
            sent.append(request)
            return sent.count { $0.url.path == request.url.path }
        }
        if let script { return try script(request, number) }
        let response = responses[request.url.path] ?? (200, "{}")
        return Response(status: response.status, body: Array(response.body.utf8), url: request.url)
    }
}

/// Keeps every event.
final class EventCollector: EventConsumer {
    private let events = Mutex<[RunEvent]>([])

    func receive(_ event: RunEvent) {
        events.withLock { $0.append(event) }
    }

    var cases: [CaseRecord] {
        events.withLock { $0 }.compactMap { if case .caseFinished(let record) = $0 { record } else { nil } }
            .sorted { $0.identity.index < $1.identity.index }
    }

    var steps: [StepRecord] { cases.flatMap(\.steps) }

    /// Those of every attempt at a workflow, as they were told.
    var stepsOfAllAttempts: [StepRecord] {
        events.withLock { $0 }.compactMap { if case .stepFinished(let record) = $0 { record } else { nil } }
    }
}

/// Runs texts as workflow files over a dispatcher that is a table.
struct Bench {
    let dispatcher: TableDispatcher
    let collector = EventCollector()

    init(_ responses: [String: (status: Int, body: String)] = [:]) {
        dispatcher = TableDispatcher(responses)
    }

    init(script: @escaping TableDispatcher.Script) {
        dispatcher = TableDispatcher([:], script: script)
    }

    @discardableResult
    func run(
        _ files: String..., maxFailures: Int? = nil, variables: [String: JSONValue] = [:],
        inputs: [String: String] = [:], project: String? = nil, retries: Int? = nil,
        dependencies: Dependencies = Dependencies()
    ) async throws -> [CaseRecord] {
        let base = try URLText.parse("http://api.test")
        let loadedProject = project.flatMap {
            ProjectLoader(into: DiagnosticSink()).load(SourceFile(path: "baton.yaml", text: $0), folder: "/")
        }
        let environment = loadedProject?.environments.first
        var cases: [Plan.Case] = []
        for (index, text) in files.enumerated() {
            let sink = DiagnosticSink()
            let file = SourceFile(path: "w\(index).yaml", text: text)
            let context = LoadingContext(
                projectVariables: loadedProject?.variables ?? [], environment: environment, hasBaseURL: true)
            let workflow = FileLoader(context).load(file, into: sink)
            let identity = CaseIdentity(
                index: index, path: file.path, name: workflow?.name ?? file.path, row: nil, tags: [],
                stepCount: workflow?.stepCount ?? 0)
            cases.append(
                Plan.Case(
                    identity: identity, content: workflow.map { .workflow($0) } ?? .invalid(sink.diagnostics)))
        }
        var options = RunSettings.Options(userAgent: "test")
        options.retries = retries
        let settings = RunSettings.sample(
            base, environment, options: options,
            values: RunValues(
                process: ["HOME": "/home/ada", "ACCESS_TOKEN": "tok-12345", "A-B": "dashed"], variables: variables,
                inputs: inputs),
            dependencies: dependencies)
        let runner = Runner(
            plan: Plan(cases: cases), settings: settings, jobs: 2, maxFailures: maxFailures,
            hub: EventHub([collector], showsProgress: false), dispatcher: dispatcher, executor: { _ in nil })
        _ = await runner.run()
        return collector.cases
    }
}

@Suite struct RunnerTests {
    @Test func `a capture of one step goes into the next`() async throws {
        let bench = Bench(["/login": (200, #"{"token": "abc"}"#)])
        let cases = try await bench.run(
            """
            steps:
              - post: /login
                capture: { token: $.token }
              - get: /items/$(token)
                query: { q: $(token + "!") }
            """)
        #expect(cases.map(\.outcome) == [.passed])
        #expect(
            bench.dispatcher.requests.map(\.url.text) == [
                "http://api.test/login", "http://api.test/items/abc?q=abc%21",
            ])
    }

    @Test func `after a failure later steps are skipped with the reason, and teardown runs`() async throws {
        let bench = Bench(["/bad": (500, #"{"message": "the disk is full"}"#)])
        let cases = try await bench.run(
            """
            steps:
              - get: /bad
              - get: /later
            teardown:
              - get: /clean
            """)
        #expect(cases.map(\.outcome) == [.failed])
        #expect(bench.dispatcher.paths == ["/bad", "/clean"])
        #expect(bench.collector.steps.map(\.outcome) == [.failed, .skipped, .passed])
        let failure = bench.collector.steps[0].failures[0]
        #expect(failure.kind == "http.server_error")
        #expect(failure.message == "status: expected 2xx, got 500")
        #expect(failure.serverMessage == "the disk is full")
        #expect(bench.collector.steps[1].reason == "an earlier step failed")
    }

    @Test func `every step of teardown runs, whatever the others did, and a failure there fails the workflow`()
        async throws
    {
        let bench = Bench(["/clean-1": (500, "")])
        let cases = try await bench.run(
            """
            steps: [ get: /ok ]
            teardown:
              - get: /clean-1
              - get: /clean-2
            """)
        #expect(cases.map(\.outcome) == [.failed])
        #expect(bench.dispatcher.paths == ["/ok", "/clean-1", "/clean-2"])
    }

    @Test func `a teardown step that reads what was never captured is skipped with that reason`() async throws {
        let bench = Bench(["/create": (500, "")])
        try await bench.run(
            """
            steps:
              - post: /create
                capture: { id: $.id }
            teardown:
              - delete: /items/$(id)
              - get: /clean
            """)
        #expect(bench.dispatcher.paths == ["/create", "/clean"])
        #expect(bench.collector.steps[1].reason == "`id` was never captured")
    }

    @Test func `a teardown step in which more went wrong than that is not skipped`() async throws {
        let bench = Bench(["/create": (500, "")])
        try await bench.run(
            """
            steps:
              - post: /create
                capture: { id: $.id }
            teardown:
              - steps:
                  - that: [ id == 1, 1 == 2 ]
                  - set: { id: 3 }
            """)
        let step = try #require(bench.collector.steps.first { $0.kind == .that })
        #expect(step.outcome == .failed)
        #expect(step.failures.map(\.kind) == ["expression.failed", "check.failed"])
    }

    @Test func `no step runs in a workflow whose timeout is no duration`() async throws {
        let bench = Bench()
        let cases = try await bench.run("vars: { limit: soon }\ntimeout: $(limit)\nsteps: [ get: /ok ]")
        #expect(cases.map(\.outcome) == [.error])
        #expect(bench.dispatcher.paths == [])
        #expect(bench.collector.steps.map(\.name) == ["timeout", "GET /ok"])
        #expect(bench.collector.steps.map(\.index) == [0, 1])
        #expect(bench.collector.steps.first?.failures.map(\.kind) == ["expression.failed"])
    }

    @Test func `a workflow in which nothing was proved is skipped`() async throws {
        let cases = try await Bench().run("steps: [ log: hello ]", "steps: [ { get: /x, if: 1 == 2 } ]")
        #expect(cases.map(\.outcome) == [.skipped, .skipped])
        #expect(cases[1].reason == "`if: 1 == 2` was false")
    }

    @Test func `a file with errors is an error of its own, and the others run`() async throws {
        let bench = Bench()
        let cases = try await bench.run("steps: [ gett: /x ]", "steps: [ get: /ok ]")
        #expect(cases.map(\.outcome) == [.error, .passed])
        #expect(Set(cases[0].steps.flatMap(\.failures).map(\.kind)) == ["workflow.invalid"])
    }

    @Test func `variables are computed before their first use, overrides win`() async throws {
        let bench = Bench()
        try await bench.run(
            """
            vars: { a: 2, b: $(a * 10), c: "x$(b)" }
            steps: [ get: /$(c)/$(vars.b) ]
            """,
            variables: ["a": 7])
        #expect(bench.dispatcher.paths == ["/x70/70"])
    }

    @Test func `an input that is missing or of the wrong type is an error with its place`() async throws {
        let file = """
            inputs:
              user: { type: string }
              count: { type: integer, default: 1 }
            steps: [ get: /$(user)/$(inputs.count) ]
            """
        let missing = try await Bench().run(file)
        #expect(missing[0].outcome == .error)
        #expect(missing[0].steps[0].failures[0].message == "the input `user` was not given")
        let wrong = try await Bench().run(file, inputs: ["user": "ada", "count": "many"])
        #expect(wrong[0].steps[0].failures[0].message == #"the input `count` wants integer, it was given "many""#)
        let bench = Bench()
        try await bench.run(file, inputs: ["user": "ada", "count": "3"])
        #expect(bench.dispatcher.paths == ["/ada/3"])
    }

    @Test func `a failed condition is explained with the value of its parts`() async throws {
        let bench = Bench()
        try await bench.run("vars: { n: 3 }\nsteps: [ that: n * 2 == 7 ]")
        let failure = bench.collector.steps[0].failures[0]
        #expect(failure.message == "that: `n * 2 == 7` is false")
        #expect(failure.explanation.contains { $0.text == "n" && $0.value == "3" })
        #expect(failure.explanation.contains { $0.text == "n * 2" && $0.value == "6" })
    }

    @Test func `what a secret variable of the process gives is masked`() async throws {
        let bench = Bench(["/x": (500, "you sent tok-12345")])
        try await bench.run("steps: [ { get: /x, headers: { X-A: $(process.env.ACCESS_TOKEN) } } ]")
        #expect(bench.dispatcher.requests[0].headers["X-A"] == "tok-12345")
        let detail = bench.collector.steps[0].exchanges[0].detail
        #expect(detail?.responseBody == "you sent ***")
        #expect(detail?.curl?.text.contains("tok-12345") == false)
    }

    @Test func `credentials of defaults go only to the environment's origin, those of the step always`() async throws {
        let bench = Bench()
        try await bench.run(
            """
            defaults: { auth: { bearer: one } }
            steps:
              - get: /own
              - get: http://other.test/foreign
              - get: http://other.test/said
                auth: { bearer: two }
            """)
        #expect(bench.dispatcher.requests.map { $0.headers["Authorization"] } == ["Bearer one", nil, "Bearer two"])
    }

    @Test func `a captured name that an expression reads under steps is found`() async throws {
        let bench = Bench(["/a": (200, #"{"v": [1, 2]}"#)])
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                id: first
                capture: { v: $.v }
              - that: |
                  steps.first.ran
                  size(steps.first.v) == 2
                  steps.first.response.status == 200
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(bench.collector.steps.flatMap(\.failures).map(\.message))")
    }

    @Test func `merging goes by name, in any case for headers, and null takes away`() async throws {
        let bench = Bench()
        try await bench.run(
            """
            defaults:
              headers: { X-One: a, X-Two: b }
              query: { page: 1 }
            steps:
              - get: /x?keep=1
                headers: { x-one: null, X-THREE: 3 }
                query: { page: 2, tag: [a, b], none: null }
            """)
        let request = bench.dispatcher.requests[0]
        #expect(request.headers["x-one"] == nil)
        #expect(request.headers["x-two"] == "b")
        #expect(request.headers["x-three"] == "3")
        #expect(request.url.query == "keep=1&page=2&tag=a&tag=b")
    }

    @Test(arguments: [
        (404, "sent: no credentials; the query `page`, `size`" as String?), (500, nil), (503, nil),
    ])
    func `only behind what explains a refusal stands how to expect it`(_ status: Int, _ hint: String?) async throws {
        let bench = Bench(["/x": (status, "{}")])
        try await bench.run("steps:\n  - { get: /x, query: { page: 1, size: 2 } }")
        let failures = bench.collector.steps[0].failures
        #expect(failures.map(\.hint?.text) == [hint])
        #expect(failures.map(\.acceptance?.text) == [hint.map { _ in "`expect: { status: \(status) }`" }])
    }

    @Test func `a name in the URL that stands for itself is told, and so are the methods that a server allows`()
        async throws
    {
        let bench = Bench(["/items/id": (404, "{}")])
        try await bench.run("vars: { id: 7 }\nsteps:\n  - get: /items/id")
        #expect(
            bench.collector.steps[0].failures[0].hint
                == "`id` is a name of this workflow, and stands in the URL as itself: `/items/$(id)` takes its value")
    }
}
