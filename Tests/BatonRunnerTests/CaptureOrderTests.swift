import BatonSecrets
import Testing

@testable import BatonRunner

/// Captures beside checks: what comes first, what hides what, and what stays for teardown.
@Suite struct CaptureOrderTests {
    @Test func `checks read what their own step captured`() async throws {
        let bench = Bench(["/a": (200, #"{"items": [{"id": 3}]}"#)])
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                capture: { id: { path: "$.items[0].id", as: string } }
                expect: { that: id == "3", "$.items[?@.id == 3].id": ["$(int(id))"] }
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(bench.collector.steps.flatMap(\.failures).map(\.message))")
    }

    @Test func `failed captures and failed checks are shown together, captures first`() async throws {
        let bench = Bench(["/a": (200, #"{"name": "Ada"}"#)])
        try await bench.run(
            """
            steps:
              - get: /a
                capture: { id: $.id, age: { path: $.name, as: integer } }
                expect: { status: 200, $.name: Bob, that: id == 5 }
            """)
        let failures = bench.collector.steps[0].failures
        #expect(failures.map(\.kind) == ["mapping.missing", "mapping.type", "check.failed"])
        #expect(
            failures.map(\.message) == [
                "id: there is nothing at `$.id`; the body has name",
                #"age: expected an integer at `$.name`, got "Ada""#, #"$.name: expected "Bob", got "Ada""#,
            ])
        #expect(failures[1].expected == "an integer")
        #expect(failures[1].actual == #""Ada""#)
    }

    @Test func `under a wrong status what needs the wanted one is named in its failure`() async throws {
        let bench = Bench(["/a": (200, #"{"name": "Ada"}"#)])
        try await bench.run(
            """
            steps:
              - get: /a
                capture: { id: $.id, age: { path: $.name, as: integer } }
                expect: { status: 201, $.name: Bob, that: [id == 5, response.json.name == "Bob", 1 == 2] }
            """)
        let failures = bench.collector.steps[0].failures
        #expect(failures.map(\.message) == ["status: expected 201, got 200", "that: `1 == 2` is false"])
        #expect(
            failures[0].notLookedAt?.text
                == "`$.name`, 1 condition, 2 captures", "\(failures)")
    }

    @Test func `captures are not asked for where the status already says that nothing is there`() async throws {
        let bench = Bench(["/a": (500, "oops")])
        try await bench.run(
            "steps: [ { get: /a, capture: { id: $.id }, expect: { that: id == 5, body: oops } } ]")
        #expect(bench.collector.steps[0].failures.map(\.kind) == ["http.server_error"])
    }

    @Test func `what a failed step captured is there for teardown, what it did not skips a step there`() async throws {
        let bench = Bench(["/a": (200, #"{"id": 7}"#)])
        let cases = try await bench.run(
            """
            steps:
              - post: /a
                capture: { id: $.id, other: $.other }
                expect: { $.id: 8 }
            teardown:
              - delete: /items/$(id)
              - delete: /items/$(other)
              - delete: /items/$(vars.other)
              - that: other == 5
              - log: $(vars.other)
              - get: /checked
                expect: { $.id: $(other) }
              - delete: /items/last
                if: has(vars.other)
              - get: /always
            """)
        #expect(cases.map(\.outcome) == [.failed])
        #expect(bench.dispatcher.paths == ["/a", "/items/7", "/always"])
        let never: MaskedText = "`other` was never captured"
        #expect(
            bench.collector.steps.map(\.reason)
                == [nil, nil, never, never, never, never, never, "`if: has(vars.other)` was false", nil])
    }

    @Test func `a date, a list and a URL that were captured go into later steps`() async throws {
        let bench = Bench(["/a": (200, #"{"at": "04.03.2021", "ids": ["1", "2"], "next": "/b?page=2"}"#)])
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                capture:
                  at: { path: $.at, as: date, format: dd.MM.yyyy }
                  ids: { path: $.ids, as: [integer] }
                  next: { path: $.next, as: url }
              - post: $(next)
                query: { id: $(ids) }
                json: { at: $(at), sum: "$(ids[0] + ids[1])" }
                expect: { that: at < run.started || at > run.started }
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(bench.collector.steps.flatMap(\.failures).map(\.message))")
        let request = bench.dispatcher.requests[1]
        #expect(request.url.text == "http://api.test/b?page=2&id=1&id=2")
        guard case .bytes(let bytes, _) = request.body else { return #expect(Bool(false)) }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"at":"2021-03-04T00:00:00Z","sum":3}"#)
    }
}
