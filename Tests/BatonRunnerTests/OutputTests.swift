import Testing

@testable import BatonRunner

/// What a workflow gives to whoever uses it.
@Suite struct OutputTests {
    @Test func `outputs are computed when all steps have passed, before teardown, with secrets masked`() async throws {
        let bench = Bench(["/login": (200, #"{"token": "tok-98765", "id": 7}"#)])
        let cases = try await bench.run(
            """
            steps:
              - post: /login
                capture: { token: { path: $.token, secret: true }, id: $.id }
            teardown:
              - set: { id: 8 }
            outputs:
              token: $(token)
              bearer: Bearer $(token)
              id: $(id)
              all: { id: $(id), since: "$(timestamp('2026-08-21T10:00:00Z'))" }
              secret_number: $(size(token))
            """)
        #expect(cases[0].outcome == .passed)
        #expect(
            cases[0].outputs.map { "\($0.name)=\($0.value)" } == [
                "token=***", "bearer=***", "id=7", #"all={"id":7,"since":"2026-08-21T10:00:00Z"}"#, "secret_number=***",
            ])
    }

    @Test func `an output without a value makes the workflow an error, and all of them are told`() async throws {
        let bench = Bench(["/a": (200, "{}")])
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                if: 1 == 2
                capture: { id: $.id }
              - get: /a
            teardown:
              - get: /clean
            outputs:
              id: $(id)
              ratio: $(1 / 0)
              answer: $(steps)
            """)
        #expect(cases[0].outcome == .error)
        #expect(
            cases[0].failures.map(\.message) == [
                "the output `id`: `id` has no value: the step `GET /a`, which gives it, was skipped",
                "the output `ratio`: division by zero",
                "the output `answer`: `steps` cannot be written as JSON: it stands for several values, which are read by name",
            ])
        #expect(cases[0].failures.map(\.place.line) == [9, 10, 11])
        #expect(Set(cases[0].failures.map(\.kind)) == ["expression.failed"])
        #expect(cases[0].outputs == [])
        #expect(bench.dispatcher.paths == ["/a", "/clean"])
    }

    @Test func `a workflow that failed or was skipped has no outputs`() async throws {
        let bench = Bench(["/bad": (500, "")])
        let cases = try await bench.run(
            "steps: [ get: /bad ]\noutputs: { a: 1 }", "steps: [ { get: /x, if: 1 == 2 } ]\noutputs: { a: 1 }",
            "steps: [ get: /x ]\nteardown: [ get: /bad ]\noutputs: { a: 1 }")
        #expect(cases.map(\.outcome) == [.failed, .skipped, .failed])
        #expect(cases.flatMap(\.outputs) == [])
        #expect(cases.flatMap(\.failures) == [])
    }
}
