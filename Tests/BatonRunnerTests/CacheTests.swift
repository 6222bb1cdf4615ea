import BatonHTTP
import BatonJSON
import Testing

@testable import BatonRunner

/// What steps do with the cache of their run.
@Suite struct CacheTests {
    private let bench = Bench(["/a": (200, #"{"n": 1}"#), "/gone": (404, "{}")])

    private func messages(_ index: Int) -> [String] { bench.collector.steps[index].failures.map(\.message.text) }

    @Test func `a stored response is used, marked, and not counted as a request`() async throws {
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
              - get: /a
                cache: cache-first
                expect: { $.n: 1, that: response.from_cache }
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(messages(1))")
        #expect(bench.dispatcher.paths == ["/a"])
        let exchanges = bench.collector.steps.flatMap(\.exchanges)
        #expect(exchanges.map { $0.cache?.use } == [nil, .stored])
        #expect(exchanges.map(\.wasSent) == [true, false])
        #expect(exchanges[1].duration == 0 && exchanges[1].cache?.age != nil)
    }

    @Test func `the response of a step that failed is not stored`() async throws {
        try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
                expect: { $.n: 2 }
            """,
            """
            steps:
              - get: /a
                cache: only-if-cached
            """)
        #expect(bench.collector.cases.map(\.outcome) == [.failed, .error])
        let failure = bench.collector.cases[1].steps[0].failures.first
        #expect(failure?.kind == "cache.miss")
        #expect(failure?.message == "nothing is stored for GET http://api.test/a")
        #expect(bench.collector.cases[1].steps[0].exchanges.map(\.wasSent) == [false])
    }

    @Test func `a miss can be what is expected`() async throws {
        let cases = try await bench.run(
            "steps:\n  - get: /a\n    cache: only-if-cached\n    expect: { outcome: cache.miss }")
        #expect(cases.map(\.outcome) == [.passed])
        #expect(bench.dispatcher.requests.isEmpty)
    }

    @Test func `cached is null at first, and the stored response afterwards`() async throws {
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                cache: both
                expect: { that: cached == null }
              - get: /a
                cache: both
                capture: { old: $(cached.json.n) }
                expect:
                  $.n: $(cached.json.n)
                  that:
                    - cached.json == response.json
                    - cached.from_cache && !response.from_cache
                    - old == 1
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(bench.collector.steps.flatMap(\.failures).map(\.message))")
        #expect(bench.dispatcher.paths == ["/a", "/a"])
    }

    /// Places of a secret or a credential: `X` is the one, then the other.
    private static let credentialPlaces = [
        "auth: { api_key: { query: k, value: $(X) } }", "query: { access_token: $(X) }", "query: { id: $(X) }",
        "query: { id: $(n) }", "json: { user: { password: $(plain.X) } }", "json: { pins: [$(X)] }",
        "json: { pin: $(n) }", "form: { client_secret: $(plain.X) }", "form: { id: $(X) }",
        "multipart: { token: $(plain.X) }", "multipart: { id: $(X) }", "text: id=$(X)",
        "text: '{\"jwt\": \"$(plain.X)\"}'\n    headers: { Content-Type: application/json }",
        "graphql: { query: q, variables: { api_key: $(plain.X) } }", "headers: { X-Api-Key: $(plain.X) }",
        "cookies: { sid: $(plain.X) }", "auth: { bearer: $(plain.X) }", "headers: { X-Id: $(X) }",
    ]

    @Test(arguments: credentialPlaces)
    func `a cache key never lets two credentials share a response, and a nonce does not matter`(
        _ place: String
    ) async throws {
        let bench = Bench([
            "/a": (200, #"{"one": "s-1815-a", "two": "s-1815-b", "m": 1815, "n": 1816}"#),
            "/b": (200, #"{"data": {}}"#),
        ])
        func step(_ name: String, _ number: String) -> String {
            let place = place.replacing("plain.X", with: "plain.\(name)").replacing("X)", with: "\(name))").replacing(
                "$(n)", with: "$(\(number))")
            return "  - post: /b?nonce=$(uuid())\n    \(place)\n    cache: { policy: cache-first, key: k }\n"
        }
        let cases = try await bench.run(
            """
            vars: { plain: { one: p-1815-a, two: p-1815-b } }
            steps:
              - get: /a
                capture:
                  one: { path: $.one, secret: true }
                  two: { path: $.two, secret: true }
                  m: { path: $.m, secret: true }
                  n: { path: $.n, secret: true }

            """ + step("one", "m") + step("two", "n") + step("one", "m"))
        #expect(cases.map(\.outcome) == [.passed], "\(bench.collector.steps.flatMap(\.failures).map(\.message))")
        #expect(bench.collector.steps.dropFirst().flatMap(\.exchanges).map(\.wasSent) == [true, true, false])
    }

    @Test func `a stored response has no duration`() async throws {
        try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
                expect: { duration: { lt: 1h } }
              - get: /a
                cache: cache-first
                expect: { duration: { lt: 1h } }
            """,
            """
            steps:
              - get: /a
                cache: cache-first
                expect: { that: 'response.duration < duration("1h")' }
            """)
        let check = try #require(bench.collector.cases[0].steps[1].failures.first)
        #expect(check.kind == "check.failed")
        #expect(check.message.text.hasPrefix("duration: the response came from the cache, stored "))
        #expect(check.message.text.hasSuffix(" ago: nothing was sent that could take time"))
        #expect(check.hint == "`cache: network-only` makes this step ask the server")
    }

    @Test func `an expression has no duration of a stored response either`() async throws {
        try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
              - get: /a
                cache: cache-first
                expect: { that: 'response.duration < duration("1h") || response.timings.dns < duration("1h")' }
            """)
        let failure = try #require(bench.collector.steps[1].failures.first)
        #expect(failure.kind == "expression.failed")
        #expect(failure.message.text.contains("the response came from the cache, stored "), "\(failure.message)")
    }

    @Test func `defaults hold for GET, a step's own cache for any method`() async throws {
        let cases = try await bench.run(
            """
            defaults: { cache: cache-first }
            steps:
              - get: /a
              - get: /a
              - post: /b
              - post: /b
              - post: /c
                cache: cache-first
              - post: /c
                cache: cache-first
              - get: /a
                cache: network-only
            """)
        #expect(cases.map(\.outcome) == [.passed])
        #expect(bench.dispatcher.paths == ["/a", "/b", "/b", "/c", "/a"])
    }

    @Test func `the environment says it for all workflows`() async throws {
        try await bench.run(
            "steps:\n  - get: /a\n  - get: /a", "steps: [ get: /a ]",
            project: "environments: { e: { cache: cache-first } }")
        #expect(bench.collector.cases.map(\.outcome) == [.passed, .passed])
        #expect(bench.dispatcher.paths == ["/a"])
    }

    @Test func `a request that changes something makes void what is stored`() async throws {
        try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
              - put: /a
              - get: /a
                cache: cache-first
            """)
        #expect(bench.dispatcher.requests.map(\.method.rawValue) == ["GET", "PUT", "GET"])
    }

    @Test func `a later attempt asks the server`() async throws {
        try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
              - get: /a
                cache: cache-first
                retry: { attempts: 1, every: 1ms, on: [check] }
                expect: { $.n: 2 }
            """)
        #expect(bench.dispatcher.paths == ["/a", "/a"])
        let step = bench.collector.steps[1]
        #expect(step.outcome == .failed)
        #expect(step.exchanges.map { $0.cache?.use } == [.stored, nil])
    }

    @Test func `until asks the server each time`() async throws {
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                cache: cache-first
              - get: /a
                cache: cache-first
                until: response.json.n == 1 && !response.from_cache
              - get: /a
                cache: cache-first
            """)
        #expect(cases.map(\.outcome) == [.passed])
        #expect(bench.dispatcher.paths == ["/a", "/a"])
    }

    @Test(arguments: [
        ("key: $(parse_json(body).x)", "expression.failed"), ("key: $(empty)", "expression.failed"),
        ("ttl: $(negative)", "expression.failed"), ("ttl: $(body)", "expression.failed"),
    ])
    func `a key or a ttl that fails is an error with its place, and nothing is sent`(
        _ entry: String, _ kind: String
    ) async throws {
        try await bench.run(
            """
            vars: { body: "{", empty: "", negative: "-5s" }
            steps:
              - get: /a
                cache: { policy: cache-first, \(entry) }
            """)
        let failure = try #require(bench.collector.steps.first?.failures.first)
        #expect(failure.kind == kind, "\(failure.message)")
        #expect(failure.place.line == 4)
        #expect(bench.dispatcher.requests.isEmpty)
    }

    @Test func `workflows with other credentials never share a response`() async throws {
        let step = "steps:\n  - get: /a\n    cache: cache-first\n    auth: { bearer: TOKEN }"
        try await bench.run(
            step.replacing("TOKEN", with: "one"), step.replacing("TOKEN", with: "two"),
            step.replacing("TOKEN", with: "one"))
        #expect(bench.dispatcher.requests.count == 2)
    }
}
