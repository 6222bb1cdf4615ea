import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonSecrets
import BatonWorkflow
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// A dispatcher whose `/hang` answers nobody, and which says when it is asked.
private final class HangingDispatcher: Dispatcher {
    let asked: AsyncStream<String>
    private let ask: AsyncStream<String>.Continuation

    init() {
        (asked, ask) = AsyncStream.makeStream(of: String.self)
    }

    func send(_ request: Request) async throws(Failure) -> Response {
        ask.yield(request.url.path)
        if request.url.path == "/hang" {
            do { try await Task.sleep(for: .seconds(3600)) } catch { throw Failure(.cancelled, "cancelled") }
        }
        if Task.isCancelled { throw Failure(.cancelled, "cancelled") }
        return Response(status: 200, body: [], url: request.url)
    }
}

/// How long teardown may go on once the run is interrupted.
@Suite struct TeardownDeadlineTests {
    private func run(_ text: String, limit: Duration) async throws -> (cases: [CaseRecord], asked: [String]) {
        let file = SourceFile(path: "w.yaml", text: text)
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        let workflow = try #require(FileLoader(context).load(file, into: DiagnosticSink()))
        let identity = CaseIdentity(
            index: 0, path: file.path, name: workflow.name, row: nil, tags: [], stepCount: workflow.stepCount)
        let base = try URLText.parse("http://api.test")
        var options = RunSettings.Options(userAgent: "test")
        options.teardownLimit = limit
        let settings = RunSettings.sample(base, options: options)
        let dispatcher = HangingDispatcher()
        let collector = EventCollector()
        let runner = Runner(
            plan: Plan(cases: [Plan.Case(identity: identity, content: .workflow(workflow))]), settings: settings,
            jobs: 1, hub: EventHub([collector], showsProgress: false), dispatcher: dispatcher,
            executor: { _ in nil })
        let running = Task { await runner.run() }
        var asked: [String] = []
        for await path in dispatcher.asked {
            asked.append(path)
            if path == "/hang" {
                running.cancel()
                break
            }
        }
        _ = await running.value
        return (collector.cases, asked)
    }

    @Test func `a teardown that hangs is cut when its time is over, and each of its steps has its end`() async throws {
        let found = try await run("steps: [ get: /a ]\nteardown: [ get: /hang, get: /b ]", limit: .zero)
        #expect(found.asked == ["/a", "/hang"])
        #expect(found.cases.flatMap(\.steps).map(\.outcome) == [.passed, .error, .error])
        let kinds = found.cases.flatMap(\.steps).flatMap(\.failures).map(\.kind)
        #expect(kinds == ["workflow.cancelled", "workflow.cancelled"])
    }

    @Test func `an interrupt in the steps leaves teardown its time`() async throws {
        let found = try await run("steps: [ get: /hang ]\nteardown: [ get: /b ]", limit: .seconds(3600))
        #expect(found.cases.flatMap(\.steps).map(\.outcome) == [.error, .passed])
    }
}
