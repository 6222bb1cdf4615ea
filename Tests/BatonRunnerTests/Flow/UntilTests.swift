import BatonHTTP
import Testing

@testable import BatonRunner

@Suite struct UntilTests {
    /// A job that is done at the poll of that number, from 1.
    static func bench(doneAt: Int) -> Bench {
        Bench { (request, number) throws(Failure) in
            let body = number >= doneAt ? #"{"state": "done", "answer": 42}"# : #"{"state": "pending"}"#
            return Response(status: 200, body: Array(body.utf8), url: request.url)
        }
    }

    static let workflow = """
        steps:
          - get: /job
            until: response.json.state == "done"
            every: 500ms
            within: 2s
            expect: { $.answer: 42 }
            capture: { answer: $.answer }
          - that: answer == 42
        """

    @Test func `checks and captures see the last response only`() async throws {
        let time = VirtualTime()
        let bench = Self.bench(doneAt: 3)
        let cases = try await bench.run(Self.workflow, dependencies: time.dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(!cases[0].isFlaky, "waiting is no flakiness")
        #expect(time.pauses == [500, 500])
        let step = bench.collector.steps[0]
        #expect(step.checkCount == 2)
        #expect(step.exchanges.map(\.attempt) == [1, 2, 3])
        #expect(
            step.exchanges.map(\.note).prefix(2) == [
                #"`response.json.state == "done"` is false"#, #"`response.json.state == "done"` is false"#,
            ])
    }

    @Test func `when the time is up the last reason is shown`() async throws {
        let time = VirtualTime()
        let bench = Self.bench(doneAt: 100)
        let cases = try await bench.run(Self.workflow, dependencies: time.dependencies)
        #expect(cases[0].outcome == .failed)
        #expect(time.pauses == [500, 500, 500, 500])
        let failure = try #require(bench.collector.steps[0].failures.first)
        #expect(
            failure.message == #"until: `response.json.state == "done"` did not hold within 2.0 s (polls: 5)"#)
        #expect(failure.kind == "check.failed")
        #expect(failure.explanation.first == .init(text: "response.json.state", value: #""pending""#))
        #expect(failure.hint == nil)
        #expect(bench.collector.steps[0].failures.count == 1)
        #expect(bench.collector.steps[0].exchanges.last?.detail != nil)
    }

    @Test func `an until without a bound polls for 60 seconds, and the failure says so`() async throws {
        let time = VirtualTime()
        let bench = Self.bench(doneAt: 1000)
        try await bench.run(
            "steps: [ { get: /job, until: response.json.state == 'done' } ]", dependencies: time.dependencies)
        #expect(time.pauses == Array(repeating: 1000, count: 60))
        let failure = try #require(bench.collector.steps[0].failures.first)
        #expect(failure.hint == "`until` polls for 60 s unless `within` says otherwise")
    }

    @Test func `a failure of the network and an error of the expression mean not yet`() async throws {
        let bench = Bench { (request, number) throws(Failure) in
            if number == 1 { throw Failure(.connect, "connection refused") }
            let body = number == 2 ? "<html>" : #"{"ready": true}"#
            return Response(status: number == 2 ? 503 : 200, body: Array(body.utf8), url: request.url)
        }
        let cases = try await bench.run(
            "steps: [ { get: /job, until: response.json.ready } ]", dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
        let notes = bench.collector.steps[0].exchanges.map(\.note)
        #expect(notes[0] == "connection refused")
        #expect(notes[1]?.text.hasPrefix("the body is not JSON") == true)
    }

    @Test func `a server that never answers is why the time was up`() async throws {
        let bench = Bench { (_, _) throws(Failure) in
            throw Failure(.connect, "connection refused", cause: "ECONNREFUSED")
        }
        let cases = try await bench.run(
            "steps: [ { get: /job, until: response.status == 200, within: 1s } ]",
            dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .error)
        let failure = try #require(bench.collector.steps[0].failures.first)
        #expect(failure.kind == "network.connect")
        #expect(failure.message.text.contains(/^until: no response \(polls: \d+\): connection refused$/))
        #expect(failure.cause == "ECONNREFUSED")
    }

    @Test func `thousands of polls keep the first and the last of their exchanges`() async throws {
        let bench = Self.bench(doneAt: 5000)
        try await bench.run(
            "steps: [ { get: /job, until: response.json.state == 'done', every: 1ms } ]",
            dependencies: VirtualTime().dependencies)
        let attempts = bench.collector.steps[0].exchanges.map(\.attempt)
        #expect(attempts == Array(1...20) + Array(4921...5000))
    }

    @Test func `a failure around until begins it anew`() async throws {
        let bench = Bench { (request, number) in
            let body = number % 2 == 0 ? #"{"ready": true}"# : #"{"ready": false}"#
            return Response(status: number == 2 ? 503 : 200, body: Array(body.utf8), url: request.url)
        }
        let cases = try await bench.run(
            "steps: [ { get: /job, retry: 1, until: response.json.ready } ]", dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(bench.collector.steps[0].exchanges.map(\.attempt) == [1, 2, 3, 4])
    }

    @Test func `an interrupt ends a pause`() async throws {
        let bench = Self.bench(doneAt: 100)
        let cases = try await bench.run(Self.workflow, dependencies: VirtualTime(cancelsAt: 1).dependencies)
        #expect(cases[0].outcome == .error)
        #expect(bench.dispatcher.requests.count == 1)
    }
}

@Suite struct PollScheduleTests {
    @Test(
        arguments: [
            (Int64(0), 1000), (59_000, 1000), (59_500, 500), (59_999, 1), (60_000, nil), (61_000, nil),
        ] as [(Int64, Int64?)])
    func `the last poll is made when the time is up`(_ elapsed: Int64, _ pause: Int64?) {
        let schedule = PollSchedule(every: 1_000_000, within: 60_000_000)
        #expect(schedule.pause(elapsed: elapsed * 1000) == pause.map { $0 * 1000 })
    }

    @Test func `a server is never asked without any pause`() {
        #expect(PollSchedule(every: 0, within: 60_000_000).pause(elapsed: 0) == 1000)
    }
}
