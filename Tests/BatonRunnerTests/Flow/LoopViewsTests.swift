import BatonCEL
import BatonJSON
import Testing

@testable import BatonRunner

/// What `steps.ID` says of a step within a loop, during its passes and after them.
@Suite struct LoopViewsTests {
    @Test(arguments: ["", "concurrency: 1"])
    func `passes that are left over do not wipe what the ones before gave`(_ key: String) async throws {
        let bench = LoopTests.bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /$(item)
                id: made
                for_each: [a, b, c]
                \(key)
                capture: { path: $.path }
                expect: { that: item != "b" }
            teardown:
              - delete: $(steps.made.path)
                if: steps.made.ran
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.paths == ["/a", "/b", "/b"])
    }

    @Test func `passes that are left over do not wipe what those at the same time gave`() async throws {
        let bench = LoopTests.bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /$(item)
                id: made
                for_each: [a, b, c, d, e, f]
                concurrency: 2
                capture: { path: $.path }
                expect: { that: item != "b" }
            teardown:
              - get: /left$(steps.made.path[0])
                if: steps.made.ran
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.collector.steps.contains { $0.reason?.text.hasSuffix("an earlier one failed") == true })
        #expect(bench.dispatcher.paths.last == "/left/a")
    }

    @Test(arguments: ["steps", "parallel"])
    func `a pass that gave nothing has null, whatever was there before the loop`(_ key: String) async throws {
        let cases = try await LoopTests.bench().run(
            """
            vars: { ev: before, c: 1 }
            steps:
              - for_each: [1, 2]
                as: outer
                steps:
                  - for_each: [1, 2]
                    concurrency: 2
                    as: i
                    \(key):
                      - if: outer == 1 || i == 2
                        set: { ev: $(i * 10) }
                        id: e
                  - that: "ev == (outer == 1 ? [10, 20] : [null, 20]) && steps.e.ran"
                  - that: steps.e.ev == ev
              - for_each: [1, 2]
                concurrency: 2
                as: i
                steps:
                  - for_each: [1, 2]
                    set: { c: $(c + i) }
                  - if: i == 1
                    set: { ev: $(ev.size()) }
              - that: c == [3, 5] && ev == [2, null]
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures).map(\.message))")
    }

    @Test func `a pass that called nothing has null for its result, whatever an earlier loop of it gave`() async throws
    {
        let cases = try await LoopTests.bench().run(
            """
            steps:
              - for_each: [1, 2]
                as: outer
                steps:
                  - for_each: [1, 2]
                    concurrency: 2
                    as: i
                    continue_on_failure: true
                    steps:
                      - that: outer == 1 || i == 1
                      - get: /$(i)
                        id: e
                        capture: { path: $.path }
                  - log: "$(outer): $(path) $(steps.e.path)"
                    id: said
            """)
        #expect(cases[0].outcome == .failed)
        let said = cases[0].steps.flatMap(\.output)
        #expect(said == [#"1: ["/1","/2"] ["/1","/2"]"#, #"2: ["/1",null] ["/1",null]"#])
    }

    @Test(arguments: ["steps", "parallel"])
    func `steps of a group that is skipped did not run, whatever an earlier pass did`(_ key: String) async throws {
        let bench = LoopTests.bench()
        let cases = try await bench.run(
            """
            steps:
              - for_each: [a, b]
                as: t
                steps:
                  - if: t == "a"
                    \(key):
                      - name: inner
                        steps:
                          - get: /$(t)
                            id: made
                            capture: { path: $.path }
                  - get: /$(t)/$(steps.made.ran)
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures))")
        #expect(bench.dispatcher.paths == ["/a", "/a/true", "/b/false"])
    }

    @Test func `what a skipped group captured in an earlier pass is not there any more`() async throws {
        let bench = LoopTests.bench()
        let cases = try await bench.run(
            """
            steps:
              - for_each: [a, b]
                steps:
                  - if: item == "a"
                    steps: [ { get: /x, id: made, capture: { path: $.path } } ]
                  - that: steps.made.path == "/x"
            """)
        #expect(cases[0].outcome == .error)
        #expect(
            bench.collector.steps.last?.failures.map(\.message).first?.text.contains(
                "`path` is not set: the step did not run") == true, "\(cases[0].steps.flatMap(\.failures))")
    }

    @Test(arguments: [("[a]", "[\"/a\"]"), ("[a, b]", "[\"/a\", \"/b\"]"), ("$(none)", "[]")])
    func `behind a concurrent loop there is a list, also of one element`(_ list: String, _ found: String) async throws {
        let bench = LoopTests.bench()
        let cases = try await bench.run(
            """
            vars: { none: [] }
            steps:
              - get: /$(item)
                for_each: \(list)
                concurrency: 3
                allow_empty: true
                capture: { path: $.path }
              - that: path == \(found)
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures))")
    }

    @Test(arguments: [("item > 5", "false"), ("item > 1", "true"), ("item < 5", "true")])
    func `behind a concurrent loop a step ran when it did in any pass`(_ condition: String, _ ran: String) async throws
    {
        let bench = LoopTests.bench()
        let cases = try await bench.run(
            """
            steps:
              - for_each: [1, 2]
                concurrency: 2
                steps:
                  - get: /x
                    id: inner
                    if: \(condition)
                    capture: { path: $.path }
                  - get: /y
              - get: /ran/$(steps.inner.ran)
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures))")
        #expect(bench.dispatcher.paths.last == "/ran/\(ran)")
    }
}

@Suite struct PassNamesTests {
    static let cases: [(value: JSONValue, name: String)] = [
        ("ada", "item=ada"), (3, "item=3"), (true, "item=true"), (.null, "item=null"), ("", "item=#1"),
        ("two\nlines", "item=two lines"), (["name": "ada", "age": 36], "item=ada"),
        (["password": "x-pass", "name": "ada"], "item=ada"), (["access_token": "x-pass"], "item=#1"),
        (["tags": ["a"], "id": 7], "item=7"), ([1, 2], "item=#1"), (["tags": []], "item=#1"),
        (.string(String(repeating: "x", count: 61)), "item=" + String(repeating: "x", count: 59) + "…"),
    ]

    @Test(arguments: cases.indices)
    func `a pass is called by its element`(_ index: Int) {
        var names = PassNames()
        #expect(names.name("item", CELValue(Self.cases[index].value), index: 0) == Self.cases[index].name)
    }

    @Test func `equal elements are told apart`() {
        var names = PassNames()
        #expect(
            ["a", "b", "a", "a"].enumerated().map { names.name("item", .string($1), index: $0) } == [
                "item=a", "item=b", "item=a #2", "item=a #3",
            ])
    }

    @Test func `a secret never enters a name`() {
        var names = PassNames()
        var secret = CELValue.string("hunter2")
        secret.isTainted = true
        #expect(names.name("item", secret, index: 4) == "item=#5")
    }
}
