import Testing

@testable import BatonRunner

/// Which of several values a name has, and when it gets it.
@Suite struct VariableTests {
    private static let project = """
        vars: { a: project, b: project, c: project, d: project, e: project }
        environments:
          local:
            base_url: http://api.test
            vars: { c: environment, d: environment, e: environment, id: "$(run.id)-$(c)", twice: "$(env.vars.id)!" }
        """

    private func failures(_ bench: Bench) -> [String] { bench.collector.steps.flatMap(\.failures).map(\.message.text) }

    @Test func `project, file, environment, given variables, set: the later wins`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            vars: { b: file, c: file, d: file, e: file }
            steps:
              - that: [ "a == 'project'", "b == 'file'", "c == 'environment'", "d == 'given'", "e == 'given'" ]
              - set: { e: set }
              - that: [ "e == 'set'", "vars.e == 'set'", "env.vars.e == 'environment'", "env.vars.d == 'environment'" ]
            """,
            variables: ["d": "given", "e": "given"], project: Self.project)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `env vars has computed values too, and the same as the variable`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            steps:
              - that: |
                  env.vars.twice == "0190-test-environment!"
                  env.vars.id == id && vars.id == id
                  has(env.vars.c)
                  env.name == "local"
                  env.base_url == "http://api.test"
            """,
            project: Self.project)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `a variable that is first used through vars is computed then`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            vars: { n: $(1 + 1), m: $(vars.n * 2) }
            steps:
              - that: |
                  has(vars.m)
                  vars.m == 4
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `a computed variable has one value for the whole workflow`() async throws {
        let bench = Bench(["/n": (200, #"{"n": 1}"#), "/m": (200, #"{"n": 2}"#)])
        let cases = try await bench.run(
            """
            vars: { seen: $(response.json.n) }
            steps:
              - get: /n
                expect: { that: seen == 1 }
              - get: /m
                expect: { that: [ seen == 1, response.json.n == 2 ] }
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `a member of a step that is not there says why`() async throws {
        let bench = Bench(["/a": (200, "{}")])
        try await bench.run(
            """
            steps:
              - get: /a
                id: skipped
                if: 1 == 2
                capture: { v: $(response.status) }
              - set: { w: 1 }
                id: set
              - that:
                  - steps.skipped.v == 200
                  - steps.set.response.status == 200
                  - "!steps.skipped.ran && steps.set.ran && !has(steps.skipped.v)"
            """)
        #expect(
            failures(bench) == ["`v` is not set: the step did not run", "the step got no response"])
    }

    @Test func `steps found by computed ids have their responses`() async throws {
        let bench = Bench(["/a": (200, #"{"n": 1}"#), "/b": (200, #"{"n": 2}"#)])
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                id: a
              - get: /b
                id: b
              - set: { which: [a, b] }
              - that: which.map(id, steps[id].response.json.n) == [1, 2]
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `a variable that cannot be computed says where it is written`() async throws {
        let bench = Bench()
        try await bench.run("vars:\n  y: $(1 / 0)\n  z: $(y)!\nsteps: [ that: z == 1 ]")
        #expect(
            failures(bench) == ["the variable `z` (w0.yaml:3:3): the variable `y` (w0.yaml:2:3): division by zero"])
    }

    @Test func `an input keeps what was given, whatever becomes of the variable of its name`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            inputs: { user: { type: string }, extra: { required: false } }
            steps:
              - that: [ "user == 'ada'", "inputs.extra == null" ]
              - set: { user: grace }
              - that: [ "user == 'grace'", "inputs.user == 'ada'" ]
            """, inputs: ["user": "ada"])
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `a variable of the process with dashes in its name is found by index, a missing one by has`()
        async throws
    {
        let bench = Bench()
        let cases = try await bench.run(
            """
            steps:
              - that: |
                  process.env["HOME"] == process.env.HOME
                  process.env["A-B"] == "dashed"
                  !has(process.env.NOT_THERE)
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
        let failing = Bench()
        try await failing.run(
            "steps: [ that: 'process.env.NOT_THERE == \"\"' ]", "steps: [ that: 'process.env[\"X-Y\"] == \"\"' ]")
        #expect(
            failures(failing) == [
                "the process has no environment variable `NOT_THERE`", "the process has no environment variable `X-Y`",
            ])
    }

    @Test func `request in expect and capture is what was sent`() async throws {
        let bench = Bench(["/echo": (200, #"{"a": 1}"#)])
        let cases = try await bench.run(
            """
            steps:
              - post: /echo
                query: { q: a b }
                headers: { X-One: "1", Authorization: Bearer secret-token }
                json: { a: 1 }
                capture: { sent: $(request.json.a) }
                expect:
                  that: |
                    request.method == "POST"
                    request.url == "http://api.test/echo?q=a%20b"
                    request.headers["x-one"] == "1"
                    request.headers.x == "1" || request.body == '{"a":1}'
                    request.json == response.json
                    !has(request.headers.nope)
              - that: sent == 1
            """)
        #expect(cases.map(\.outcome) == [.passed], "\(failures(bench))")
    }

    @Test func `a condition on a name without a value says which step should have given it`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /login
                if: 1 == 2
                capture: { token: $(response.status) }
              - get: /x
                if: has(vars.token)
              - get: /y
                if: token > 1
            """)
        #expect(cases.map(\.outcome) == [.error])
        let failure = bench.collector.steps[2].failures[0]
        #expect(failure.kind == "expression.failed")
        #expect(failure.message == "`token` has no value: the step `GET /login`, which gives it, was skipped")
        #expect(failure.hint == "`has(vars.token)` asks whether it has one")
        #expect(bench.collector.steps[1].reason == "`if: has(vars.token)` was false")
    }
}
