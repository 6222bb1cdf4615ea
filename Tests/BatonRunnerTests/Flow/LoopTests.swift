import BatonHTTP
import BatonJSON
import Testing

@testable import BatonRunner

@Suite struct LoopTests {
    /// Answers `{"path": …}`, and 500 where the path says so.
    static func bench() -> Bench {
        Bench { (request, _) throws(Failure) in
            let path = request.url.path
            let body = #"{"path": "\#(path)"}"#
            return Response(status: path.hasSuffix("/bad") ? 500 : 200, body: Array(body.utf8), url: request.url)
        }
    }

    @Test func `a list, each element by its name`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            vars: { more: [c, d] }
            steps:
              - get: /$(item)
                for_each: [a, 2, b x]
              - get: /$(letter)/$(index)
                for_each: $(more)
                as: letter
            """)
        #expect(cases[0].outcome == .passed)
        #expect(bench.dispatcher.paths == ["/a", "/2", "/b%20x", "/c/0", "/d/1"])
        #expect(
            bench.collector.steps.map(\.name) == [
                "GET /$(item) [item=a]", "GET /$(item) [item=2]", "GET /$(item) [item=b x]",
                "GET /$(letter)/$(index) [letter=c]", "GET /$(letter)/$(index) [letter=d]",
            ])
        #expect(bench.collector.steps.map(\.index) == [0, 1, 2, 3, 4])
    }

    @Test func `ranges have both ends, repeat counts from 0`() async throws {
        let bench = Self.bench()
        try await bench.run(
            """
            vars: { last: 3 }
            steps:
              - get: /$(item)
                for_each: { range: [-1, 1] }
              - get: /r/$(item)
                for_each: { range: [2, $(last)] }
              - get: /n/$(index)
                repeat: 2
              - get: /m/$(index)
                repeat: $(last - 2)
            """)
        #expect(bench.dispatcher.paths == ["/-1", "/0", "/1", "/r/2", "/r/3", "/n/0", "/n/1", "/m/0"])
        #expect(bench.collector.steps.suffix(3).map(\.name).first == "GET /n/$(index) [index=0]")
    }

    @Test func `loops of one step nest from outside in`() async throws {
        let bench = Self.bench()
        try await bench.run(
            """
            steps:
              - get: /$(item)/$(index)
                repeat: 2
                for_each: [a, b]
            """)
        #expect(bench.dispatcher.paths == ["/a/0", "/a/1", "/b/0", "/b/1"])
        #expect(bench.collector.steps[1].name == "GET /$(item)/$(index) [item=a] [index=1]")
    }

    @Test func `groups nest, and elements of loops around are there`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - name: Tenants
                for_each: [a, b]
                as: tenant
                steps:
                  - get: /$(tenant)
                    capture: { path: $.path }
                  - get: /$(tenant)/$(item)
                    for_each: [1, 2]
                    if: item == 1 || tenant == "b"
                  - that: index in [0, 1] && path == "/" + tenant
            """)
        #expect(cases[0].outcome == .passed)
        #expect(bench.dispatcher.paths == ["/a", "/a/1", "/b", "/b/1", "/b/2"])
        #expect(bench.collector.steps[2].name == "Tenants › GET /$(tenant)/$(item) [tenant=a] [item=2]")
        #expect(bench.collector.steps[2].outcome == .skipped)
        #expect(bench.collector.steps.last?.name.hasPrefix("Tenants › that index in [0, 1]") == true)
    }

    @Test func `a pass that fails ends the loop, and says which element it had`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /$(item.name)
                for_each: [{ name: good }, { name: bad, size: 3 }, { name: other }, { name: last }]
              - get: /later
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.paths == ["/good", "/bad"])
        let steps = bench.collector.steps
        #expect(steps.map(\.outcome) == [.passed, .failed, .skipped, .skipped])
        #expect(steps[1].name == "GET /$(item.name) [item=bad]")
        #expect(steps[1].failures[0].explanation == [.init(text: "item", value: #"{"name": "bad", "size": 3}"#)])
        #expect(steps[2].reason == "2 more passes: an earlier one failed")
        #expect(steps[3].reason == "an earlier step failed")
    }

    @Test func `a loop with continue_on_failure makes every pass`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /$(item)
                for_each: [bad, good]
                continue_on_failure: true
              - get: /later
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.paths == ["/bad", "/good", "/later"])
    }

    @Test func `a step that may fail within a group stops neither the group nor what follows`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - steps:
                  - get: /bad
                    continue_on_failure: true
                  - get: /b
              - get: /c
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.paths == ["/bad", "/b", "/c"])
    }

    @Test func `a body in sequence works on the workflow's variables`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            vars: { sum: 0 }
            steps:
              - set: { sum: $(sum + item) }
                for_each: { range: [1, 10] }
              - get: /$(item)
                for_each: [a, b]
                capture: { last: $.path }
              - that: |
                  sum == 55
                  last == "/b"
            """)
        #expect(cases[0].outcome == .passed)
    }

    @Test(arguments: [2, 3, 100])
    func `passes at the same time have copies, and captures are lists in order`(_ concurrency: Int) async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            vars: { id: $(uuid()), all: [a, b, c, d, e] }
            steps:
              - for_each: $(all)
                as: letter
                concurrency: \(concurrency)
                steps:
                  - get: /$(letter)
                    id: read
                    capture: { path: $.path, seen: $(id) }
                  - that: path == "/" + letter
                  - set: { even: "$(index % 2 == 0)" }
                    if: index != 1
              - that: |
                  path == ["/a", "/b", "/c", "/d", "/e"]
                  seen.all(x, x == id)
                  even == [true, null, true, true == false, true]
                  steps.read.path == path
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures))")
        #expect(bench.dispatcher.paths.sorted() == ["/a", "/b", "/c", "/d", "/e"])
        #expect(bench.collector.steps.map(\.index) == Array(0...15))
        #expect(
            bench.collector.steps.compactMap { $0.name.hasPrefix("GET") ? $0.name.suffix(3) : nil } == [
                "=a]", "=b]", "=c]", "=d]", "=e]",
            ])
    }

    @Test func `when a pass of several fails no further one begins`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /$(item)
                for_each: [bad, bad, c, d, e]
                concurrency: 2
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.paths.allSatisfy { $0 == "/bad" })
        #expect(bench.collector.steps.last?.reason == "3 more passes: an earlier one failed")
        #expect(
            bench.collector.steps.map(\.name).prefix(2) == ["GET /$(item) [item=bad]", "GET /$(item) [item=bad #2]"])
    }

    @Test func `while is tested before each pass`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            vars: { n: 0 }
            steps:
              - set: { n: $(n + 1) }
                while: n < 4
              - that: n == 4
              - get: /never
                while: n > 100
              - get: /$(index)
                while: index < 2
                capture: { path: $.path }
            """)
        #expect(cases[0].outcome == .passed)
        #expect(
            bench.collector.steps.filter { $0.name.hasPrefix("GET /never") }.map(\.reason) == [
                "`while: n > 100` was false"
            ])
        #expect(bench.dispatcher.paths == ["/0", "/1"])
    }

    @Test func `while has a bound`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - set: { n: 1 }
                while: 1 < 2
                max: 5
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.collector.steps.count == 6)
        let failure = try #require(bench.collector.steps.last?.failures.first)
        #expect(failure.message == "while: `1 < 2` still holds after 5 passes")
        #expect(failure.acceptance == "`max` allows more passes")
    }

    @Test func `a loop over nothing fails, unless it may be empty`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            vars: { none: [], start: 5 }
            steps:
              - get: /a
                for_each: $(none)
                continue_on_failure: true
              - get: /b
                for_each: $(none)
                allow_empty: true
              - get: /c
                for_each: { range: [$(start), 4] }
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.paths.isEmpty)
        let steps = bench.collector.steps
        #expect(steps.map(\.outcome) == [.failed, .skipped, .failed])
        #expect(steps[0].failures[0].message == "the loop has nothing to go through")
        #expect(steps[0].failures[0].acceptance == "`allow_empty: true`")
        #expect(steps[1].reason == "there is nothing to go through")
    }

    @Test(arguments: [
        ("for_each: $(x)", "5", "`for_each` goes through a list, this is int"),
        ("for_each: $(x)", "{ a: 1 }", "`for_each` goes through a list, this is map"),
        ("for_each: $(x)", "null", "`for_each` goes through a list, this is null"),
        ("repeat: $(x)", "-2", "`repeat` is -2, it can be at most 1000000 and not negative"),
        ("repeat: $(x)", "1.5", "`repeat` wants whole numbers, this is 1.5"),
        ("for_each: { range: [1, $(x)] }", "a", "`range` wants whole numbers, this is \"a\""),
        ("for_each: { range: [0, $(x)] }", "1000000", "a loop has 1000000 passes at most"),
    ])
    func `what only running shows is an error of the step`(_ key: String, _ x: String, _ message: String) async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /x
                capture: { x: { path: $.x, default: \(x) } }
              - get: /a
                \(key)
            """)
        #expect(cases[0].outcome == .error)
        #expect(bench.collector.steps[1].failures.map(\.message.text) == [message])
    }

    @Test func `an interrupt ends a loop`() async throws {
        let bench = Self.bench()
        let cases = try await bench.run(
            "steps: [ { wait: 1s, repeat: 5 } ]", dependencies: VirtualTime(cancelsAt: 3).dependencies)
        #expect(cases[0].outcome == .error)
        #expect(bench.collector.steps.map(\.outcome) == [.passed, .passed, .error, .skipped])
    }

    @Test func `retry, until and condition are those of each pass`() async throws {
        let bench = Bench { (request, number) in
            Response(status: number == 1 ? 503 : 200, body: Array("{}".utf8), url: request.url)
        }
        let cases = try await bench.run(
            """
            steps:
              - get: /$(item)
                for_each: [a, b]
                retry: 1
            """, dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(bench.dispatcher.paths == ["/a", "/a", "/b", "/b"])
        #expect(bench.collector.steps.map(\.exchanges.count) == [2, 2])
    }
}
