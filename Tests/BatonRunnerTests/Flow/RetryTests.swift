import BatonHTTP
import Testing

@testable import BatonRunner

@Suite struct RetryTests {
    /// Responses with these statuses, one after the other; 0 is a connection that fails. The last one stays.
    static func bench(_ statuses: Int..., retryAfter: String? = nil) -> Bench {
        Bench { (request, number) throws(Failure) in
            let status = statuses[min(number, statuses.count) - 1]
            if status == 0 { throw Failure(.reset, "the server closed the connection") }
            var headers = Headers()
            if status != 200, let retryAfter { headers.append("Retry-After", retryAfter) }
            return Response(
                status: status, headers: headers, body: Array(#"{"status": \#(status)}"#.utf8), url: request.url)
        }
    }

    @Test func `a step is sent again until it passes, and its workflow is flaky`() async throws {
        let bench = Self.bench(503, 0, 200)
        let time = VirtualTime()
        let cases = try await bench.run(
            """
            steps:
              - get: /x
                retry: 2
            """, dependencies: time.dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(cases[0].isFlaky)
        #expect(time.pauses == [1000, 2000])
        let exchanges = bench.collector.steps[0].exchanges
        #expect(exchanges.map(\.attempt) == [1, 2, 3])
        #expect(exchanges.map(\.status) == [503, nil, 200])
        #expect(
            exchanges.map(\.note) == ["status: expected 2xx, got 503", "the server closed the connection", nil])
    }

    @Test func `the failures of the last attempt count when all are used`() async throws {
        let bench = Self.bench(503, 502)
        let cases = try await bench.run(
            """
            steps:
              - get: /x
                retry: { attempts: 3, every: 10ms, backoff: constant, jitter: false }
            """, dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .failed)
        #expect(!cases[0].isFlaky)
        #expect(bench.dispatcher.requests.count == 4)
        #expect(bench.collector.steps[0].failures.map(\.message) == ["status: expected 2xx, got 502"])
        #expect(bench.collector.steps[0].exchanges.map(\.attempt) == [1, 2, 3, 4])
    }

    @Test func `an attempt that could not be sent has not the status of the one before`() async throws {
        let bench = Self.bench(503, 200)
        let time = VirtualTime()
        let cases = try await bench.run(
            """
            steps:
              - get: /x
                headers: { at: $(string(1 / (1 - now().getSeconds()))) }
                retry: { attempts: 3, every: 1s, jitter: false }
            """, dependencies: time.dependencies)
        #expect(cases[0].outcome == .failed || cases[0].outcome == .error)
        #expect(bench.collector.steps[0].failures.map(\.kind).first?.hasPrefix("expression") == true)
        #expect(bench.dispatcher.requests.count == 1)
        #expect(time.pauses == [1000])
    }

    @Test(arguments: [(429, false), (503, false), (502, true)])
    func `a server that says when to come back makes nothing flaky`(_ status: Int, _ isFlaky: Bool) async throws {
        let time = VirtualTime()
        let cases = try await Self.bench(status, 200, retryAfter: "7").run(
            """
            steps:
              - get: /x
                retry: 1
            """, dependencies: time.dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(cases[0].isFlaky == isFlaky)
        #expect(time.pauses == [7000])
    }

    @Test func `a server that wants to be left alone for long is asked after max`() async throws {
        let time = VirtualTime()
        try await Self.bench(429, 200, retryAfter: "3600").run(
            "steps: [ { get: /x, retry: { attempts: 1, max: 2s } } ]", dependencies: time.dependencies)
        #expect(time.pauses == [2000])
    }

    @Test(arguments: [
        ("[404]", 404, true), ("[4xx]", 404, true), ("[http.not_found]", 404, true), ("[http]", 404, true),
        ("404", 404, true), ("network", 404, false), ("[network, 503]", 503, true), ("[http.server_error]", 500, true),
        ("[check]", 404, false),
    ])
    func `only what on names is tried again`(_ on: String, _ status: Int, _ isTried: Bool) async throws {
        let bench = Self.bench(status, 200)
        try await bench.run("steps: [ { get: /x, retry: { on: \(on) } } ]", dependencies: VirtualTime().dependencies)
        #expect(bench.dispatcher.requests.count == (isTried ? 2 : 1))
    }

    @Test func `a status that is checked is still a status to on`() async throws {
        let bench = Self.bench(503, 200)
        let cases = try await bench.run(
            "steps: [ { get: /x, retry: 1, expect: { status: 200 } } ]", dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
    }

    @Test func `an attempt that meets its checks is never tried again`() async throws {
        let bench = Self.bench(503, 200)
        let cases = try await bench.run(
            "steps: [ { get: /x, retry: 3, expect: { status: 503 } } ]", dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(bench.dispatcher.requests.count == 1)
    }

    @Test func `a check that fails is tried again where on says check`() async throws {
        let bench = Bench { (request, number) in
            Response(status: 200, body: Array(#"{"n": \#(number)}"#.utf8), url: request.url)
        }
        let cases = try await bench.run(
            """
            steps:
              - get: /x
                retry: { attempts: 5, on: [check] }
                expect: { $.n: 3, that: response.attempt == 3 }
            """, dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(
            bench.collector.steps[0].exchanges.map(\.note).prefix(2) == [
                "$.n: expected 3, got 1", "$.n: expected 3, got 2",
            ])
    }

    @Test func `defaults hold for every request, and a step says otherwise`() async throws {
        let bench = Self.bench(503)
        try await bench.run(
            """
            defaults: { retry: { attempts: 2, every: 1ms } }
            steps:
              - get: /a
                continue_on_failure: true
              - get: /b
                retry: 0
            """, dependencies: VirtualTime().dependencies)
        #expect(bench.dispatcher.paths == ["/a", "/a", "/a", "/b"])
    }

    @Test func `a mistake of the file is not tried again`() async throws {
        let bench = Self.bench(200)
        let cases = try await bench.run(
            "vars: { list: [] }\nsteps: [ { get: \"/x/$(list[0])\", retry: 3 } ]",
            dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .error)
        #expect(bench.dispatcher.requests.isEmpty)
    }

    @Test func `an interrupt ends a pause`() async throws {
        let bench = Self.bench(503)
        let time = VirtualTime(cancelsAt: 2)
        let cases = try await bench.run("steps: [ { get: /x, retry: 9 } ]", dependencies: time.dependencies)
        #expect(cases[0].outcome == .error)
        #expect(bench.collector.steps[0].failures.map(\.kind) == ["workflow.cancelled"])
        #expect(bench.collector.steps[0].failures[0].message == "the run was interrupted between two attempts")
        #expect(bench.dispatcher.requests.count == 2)
    }
}
