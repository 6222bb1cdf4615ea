import BatonHTTP
import Testing

@testable import BatonRunner

/// `retries` of a file: the whole workflow again.
@Suite struct WorkflowRetriesTests {
    @Test func `a workflow that passes at a later attempt is flaky, and earlier attempts are kept`() async throws {
        let bench = RetryTests.bench(500, 502, 200)
        let cases = try await bench.run(
            """
            retries: 3
            vars: { id: $(uuid()) }
            steps:
              - get: /x
                headers: { X-Id: $(id) }
            teardown:
              - get: /clean
            """)
        #expect(cases.count == 1)
        #expect(cases[0].outcome == .passed)
        #expect(cases[0].isFlaky)
        #expect(cases[0].steps.map(\.outcome) == [.passed, .passed])
        #expect(cases[0].earlier.map(\.number) == [1, 2])
        #expect(
            cases[0].earlier.map { $0.failures.map(\.failure.message) } == [
                ["status: expected 2xx, got 500", "status: expected 2xx, got 500"],
                ["status: expected 2xx, got 502", "status: expected 2xx, got 502"],
            ])
        #expect(cases[0].earlier[0].failures.map(\.step) == ["GET /x", "GET /clean"])
        let ids = bench.dispatcher.requests.compactMap { $0.headers["x-id"] }
        #expect(Set(ids).count == 3, "variables are computed once for each attempt")
    }

    @Test func `a workflow that never passes shows its last attempt`() async throws {
        let bench = RetryTests.bench(500, 501, 502)
        let cases = try await bench.run("retries: 2\nsteps: [ get: /x ]")
        #expect(cases[0].outcome == .failed)
        #expect(!cases[0].isFlaky)
        #expect(cases[0].steps[0].failures.map(\.message) == ["status: expected 2xx, got 502"])
        #expect(cases[0].earlier.count == 2)
    }

    @Test func `events tell of every step of every attempt`() async throws {
        let bench = RetryTests.bench(500, 502, 200)
        try await bench.run("retries: 2\nsteps: [ get: /x ]")
        #expect(bench.collector.stepsOfAllAttempts.map(\.outcome) == [.failed, .failed, .passed])
        #expect(bench.collector.stepsOfAllAttempts.map { $0.exchanges.map(\.status) } == [[500], [502], [200]])
    }

    @Test(arguments: [(0, 1), (1, 2), (2, 3)])
    func `the command line wins over the file`(_ retries: Int, _ requests: Int) async throws {
        for text in ["retries: 5\nsteps: [ get: /x ]", "steps: [ get: /x ]"] {
            let bench = RetryTests.bench(500)
            let cases = try await bench.run(text, retries: retries)
            #expect(bench.dispatcher.requests.count == requests)
            #expect(cases[0].earlier.count == retries)
        }
    }

    /// What another workflow stored might be the very response that is wrong.
    @Test(arguments: ["cache-first", "revalidate", "both"])
    func `later attempts ask the server, whatever is stored`(_ policy: String) async throws {
        let bench = Bench { (request, number) throws(Failure) in
            Response(status: 200, body: Array(#"{"n": \#(number)}"#.utf8), url: request.url)
        }
        let cases = try await bench.run(
            """
            retries: 1
            steps:
              - get: /token
                cache: \(policy)
              - get: /other
                expect: { $.n: 2 }
            """)
        #expect(cases[0].isFlaky, "\(cases[0].steps.flatMap(\.failures).map(\.message))")
        #expect(bench.dispatcher.paths == ["/token", "/other", "/token", "/other"])
        #expect(bench.collector.stepsOfAllAttempts.allSatisfy { $0.exchanges.map(\.wasSent) == [true] })
    }

    @Test func `a first attempt uses what is stored`() async throws {
        let bench = Bench(["/token": (200, "{}")])
        try await bench.run(
            "retries: 1\nsteps: [ { get: /token, cache: cache-first }, { get: /token, cache: cache-first } ]")
        #expect(bench.dispatcher.paths == ["/token"])
    }

    @Test func `what passes at once runs once`() async throws {
        let bench = RetryTests.bench(200)
        let cases = try await bench.run("retries: 2\nsteps: [ get: /x ]")
        #expect(cases[0].outcome == .passed)
        #expect(cases[0].earlier.isEmpty)
        #expect(bench.dispatcher.requests.count == 1)
    }

    @Test func `the cookies of an attempt that failed are forgotten`() async throws {
        let bench = Bench { (request, number) throws(Failure) in
            var headers = Headers()
            headers.append("Set-Cookie", "sid=abcdefgh")
            return Response(status: number == 1 ? 500 : 200, headers: headers, body: [], url: request.url)
        }
        let cases = try await bench.run("retries: 1\nsteps: [ get: /x ]")
        #expect(cases[0].isFlaky)
        #expect(bench.dispatcher.requests.allSatisfy { $0.headers["cookie"] == nil })
    }
}
