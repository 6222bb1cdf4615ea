import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// What called workflows and endpoints give: checked, captured, and gathered over the passes of loops.
@Suite struct CalledResultRunTests {
    private static let part = """
        inputs: { n: { type: integer, default: 1 }, key: { default: none, secret: true } }
        steps: [ { that: n < 9 } ]
        outputs: { double: $(n * 2), key: $(key), list: "$([n, n + 1])" }
        """
    private static let api = """
        endpoints:
          echo:
            inputs: { n: {} }
            get: /echo?n=$(n)
            result: { n: "$.query[0].value" }
        """

    private static func run(
        _ workflow: String, _ arguments: String..., secret: String = "s3cret-key-77"
    ) async throws -> (result: Baton.Result, junit: String) {
        let folder = try Folder()
        try folder.write("part.yaml", part)
        try folder.write("apis/demo.yaml", api)
        try folder.write("w.yaml", workflow)
        let result = try await Baton(folder: folder, environment: ["KEY": secret]).run(
            ["run", "-v", "w.yaml", "--secret", "KEY", "--junit", "junit.xml", "--base-url", try await Demo.baseURL()]
                + arguments)
        return (result, (try? folder.read("junit.xml")) ?? "")
    }

    @Test func `outputs are checked and captured, and the step is reported for it`() async throws {
        let (result, junit) = try await Self.run(
            """
            steps:
              - workflow: part.yaml
                name: Double
                with: { n: 4 }
                expect:
                  $.double: { gt: 7, lte: 8 }
                  $.list[*]: [4, 5]
                  json_includes: { double: 8 }
                  that: result.double == 8
                capture:
                  eight: $(result.double)
                  text: { value: $(result.double), as: string }
              - that: eight == 8 && text == "8"
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("    ✓ Double › that n < 9  "), "\(result.output)")
        #expect(result.output.contains("    ✓ Double  "), "\(result.output)")
        #expect(junit.contains(" › Double\" classname"), "\(junit)")
    }

    @Test func `an output that is not as expected fails the step, and shows no secret`() async throws {
        let (result, junit) = try await Self.run(
            """
            steps:
              - workflow: part.yaml
                with: { key: $(secrets.KEY), n: 3 }
                expect:
                  $.double: 7
                  $.key: other
                  that: result.key == "x"
                capture: { missing: { value: $(result.key), as: integer } }
              - that: 1 == 1
            """)
        #expect(result.exitCode == 1)
        for line in ["$.double: expected 7, got 6 [check.failed]  w.yaml:5:7", "$.key: expected \"other\", got"] {
            #expect(result.output.contains(line), "\(line)\n\(result.output)")
        }
        #expect(result.output.contains("missing: expected an integer from `result.key`, got ***"), "\(result.output)")
        #expect(result.output.contains("- that 1 == 1: an earlier step failed"))
        #expect(!(result.everything + junit).contains("s3cret-key-77"))
    }

    @Test(arguments: [
        ("expect: { $.matches: false }", "$.matches: expected false, got ***"),
        ("expect: { $.matches: { ne: true } }", "$.matches: expected anything but ***, got ***"),
        ("expect: { json: { matches: false, sum: 4 } }", "$.matches: expected false, got ***"),
        ("expect: { json: { sum: 4 } }", "$.matches: expected nothing, got ***"),
        ("expect: { $.none: 1 }", "$.none: expected 1, got ***"),
        ("capture: { v: { value: $(result.matches), as: integer } }", "got ***"),
    ])
    func `true, false and null that secrets decided are hidden in what is said of a result`(
        _ keys: String, _ message: String
    ) async throws {
        let folder = try Folder()
        try folder.write(
            "flags.yaml",
            """
            inputs: { key: { secret: true } }
            steps: [ { that: 1 == 1 } ]
            outputs: { matches: "$(key == 's3cret-key-77')", none: "$(key == '' ? 1 : null)", sum: 4 }
            """)
        try folder.write("w.yaml", "steps:\n  - workflow: flags.yaml\n    with: { key: $(secrets.KEY) }\n    \(keys)\n")
        let result = try await Baton(folder: folder, environment: ["KEY": "s3cret-key-77"])(
            "run", "-v", "w.yaml", "--secret", "KEY", "--junit", "junit.xml", "--events", "events.jsonl")
        #expect(result.exitCode == 1 && result.output.contains(message), "\(result.everything)")
        let failures = try folder.read("events.jsonl").split(separator: "\n").filter { $0.contains("\"failures\":[{") }
        #expect(!failures.isEmpty && !failures.contains { $0.contains("got true") || $0.contains("got null") })
    }

    @Test func `what no secret decided is shown although another part of the result is secret`() async throws {
        let (result, _) = try await Self.run(
            """
            steps:
              - workflow: part.yaml
                with: { key: $(secrets.KEY), n: 3 }
                expect: { $.double: true }
            """)
        #expect(result.output.contains("$.double: expected true, got 6"), "\(result.output)")
    }

    @Test func `of results with a secret part, that part and the whole are hidden, and the rest is shown`() async throws
    {
        let (result, junit) = try await Self.run(
            """
            steps:
              - workflow: part.yaml
                id: two
                for_each: [1, 2]
                with: { n: $(item), key: $(secrets.KEY) }
              - log: first $(steps.two.result[0].double), all $(steps.two.result)
              - workflow: part.yaml
                with: { n: 3, key: $(secrets.KEY) }
                capture: { key: $(result.key), double: $(result.double) }
              - log: captured <$(key)> and $(double)
            """, secret: "k7x")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("| first 2, all ***\n"), "\(result.output)")
        #expect(result.output.contains("| captured <***> and 6\n"), "\(result.output)")
        #expect(!(result.everything + junit).contains("k7x"))
    }

    @Test func `a workflow that failed is not checked as well`() async throws {
        let (result, _) = try await Self.run(
            "steps:\n  - { workflow: part.yaml, with: { n: 9 }, expect: { $.double: 18 } }\n")
        #expect(result.exitCode == 1)
        #expect(!result.output.contains("$.double"), "\(result.output)")
        #expect(result.output.contains("`n < 9` is false"))
    }

    static let loops = [
        "for_each: [1, 2, 3]\n    with: { n: $(item) }",
        "for_each: [1, 2, 3]\n    concurrency: 3\n    with: { n: $(item) }",
        "repeat: 3\n    with: { n: $(index + 1) }", "while: index < 3\n    max: 9\n    with: { n: $(index + 1) }",
    ]

    @Test(arguments: loops) func `the results of a loop are a list in its order`(_ loop: String) async throws {
        let (result, _) = try await Self.run(
            """
            use: { demo: apis/demo.yaml }
            steps:
              - workflow: part.yaml
                id: doubles
                \(loop)
              - call: demo.echo
                id: echoes
                \(loop)
              - that: |
                  steps.doubles.result.map(r, r.double) == [2, 4, 6]
                  steps.echoes.result.map(r, r.n) == ["1", "2", "3"]
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a pass without a result has null, and a loop over nothing gives the empty list`() async throws {
        let (result, _) = try await Self.run(
            """
            vars: { nobody: [] }
            steps:
              - workflow: part.yaml
                id: some
                for_each: [1, 2, 3]
                if: item != 2
                with: { n: $(item) }
              - workflow: part.yaml
                id: none
                for_each: $(nobody)
                allow_empty: true
              - for_each: [1, 2]
                concurrency: 2
                steps:
                  - { workflow: part.yaml, id: inner, with: { n: $(item) } }
                  - that: steps.inner.result.double == item * 2
              - that: |
                  steps.some.result.map(r, r == null) == [false, true, false]
                  steps.none.result == [] && !steps.none.ran
                  steps.inner.result.map(r, r.double) == [2, 4]
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
