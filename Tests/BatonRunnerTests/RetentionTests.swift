import BatonAPI
import BatonCEL
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

/// What a running workflow still holds of its responses when their steps are done.
@Suite struct RetentionTests {
    private static let count = 200

    /// 200 responses of 1 MB each, each captured from and checked, and one step at the end that reads what it says.
    private func run(_ last: String) async throws -> CaseRun {
        var text = "steps:\n"
        for index in 0..<Self.count {
            text += """
                  - get: /big
                    id: s\(index)
                    capture: { v\(index): { regex: "(x)$", in: body } }
                    expect: { size: \(1 << 20), that: response.body.endsWith("x") }

                """
        }
        text += "  - that: \(last)\n"
        let base = try URLText.parse("http://api.test")
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        let file = SourceFile(path: "w.yaml", text: text)
        let workflow = try #require(FileLoader(context).load(file, into: sink), "\(sink.diagnostics.map(\.message))")
        let dispatcher = TableDispatcher(["/big": (200, String(repeating: "x", count: 1 << 20))])
        let job = JobContext(
            settings: RunSettings.sample(base), dispatcher: dispatcher,
            authorizing: AuthenticatingDispatcher(dispatcher),
            hub: EventHub([], showsProgress: false))
        let identity = CaseIdentity(index: 0, path: "w.yaml", name: "w", row: nil, tags: [], stepCount: 0)
        let run = CaseRun(workflow, in: CaseContext(identity, in: job))
        await run.performSteps()
        await run.finish()
        #expect(run.recording.outcome == .passed, "\(run.recording.steps.flatMap(\.failures).map(\.failure.message))")
        return run
    }

    private func response(_ view: CELValue?) -> StepResponse? {
        if case .native(let native)? = view?.kind { native as? StepResponse } else { nil }
    }

    /// The bytes of all bodies that expressions can still reach.
    private func heldBytes(_ run: CaseRun) throws -> Int {
        guard case .native(let steps)? = try run.value(at: Root.steps.rawValue)?.kind else { return -1 }
        var bytes = response(try run.value(at: Root.response.rawValue))?.http.body.count ?? 0
        for index in 0..<Self.count {
            guard case .native(let step)? = try steps.member("s\(index)")?.kind else { return -1 }
            bytes += response(try step.member("response"))?.http.body.count ?? 0
        }
        return bytes
    }

    @Test func `a workflow of 200 steps with bodies of 1 MB holds none of them`() async throws {
        #expect(try heldBytes(await run("v199 == 'x' && steps.s0.v0 == 'x' && steps.s1.ran")) == 0)
    }

    @Test func `of a response of which only the head is read the body goes`() async throws {
        let run = try await run("steps.s7.response.status == 200 && steps.s7.response.size == 1048576")
        #expect(try heldBytes(run) == 0)
    }

    @Test func `the bodies that a later expression names stay, and no others`() async throws {
        #expect(try heldBytes(await run("steps.s3.response.body != steps.s4.v4")) == 1 << 20)
        #expect(try heldBytes(await run("response.body.endsWith('x')")) == 1 << 20)
    }

    @Test(arguments: [true, false])
    func `with a trace of all exchanges, what was read from their bodies is not kept with them`(_ isTracing: Bool)
        throws
    {
        let url = try URLText.parse("http://api.test/list")
        let response = StepResponse(Response(status: 200, body: Array("[1, 2, 3]".utf8), url: url))
        let kept = ExchangeTrail(isTracing: isTracing).keep(
            KeptExchange.Content(
                sent: RequestView(Request(.get, url), isURLSecret: false, isBodySecret: false), session: nil,
                response: response, started: 0, words: SecretWords()))
        let content = try #require(kept.take() as KeptExchange.Content?)
        #expect((content.response === response) == !isTracing)
        #expect(content.response.http.body == response.http.body)
    }
}
