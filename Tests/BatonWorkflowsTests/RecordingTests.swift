import BatonTesting
import BatonWorkflowsTesting
import Testing

/// `run` records with Swift Testing what happened, at the lines of the workflow files.
@Suite struct RecordingTests {
    @Test func `each failed check is an issue at its line`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": """
            name: Who am I
            steps:
              - get: /me
                expect:
                  $.age: 99
                  $.name: Grace
            """
        ])
        let planned = try folder.only("a.yaml")
        let issues = await recordedIssues { try await planned.run(dispatcher: StubDispatcher.ordinary()) }
        #expect(issues.map(\.sourceLocation?.line) == [5, 6])
        #expect(issues.map(\.sourceLocation?.column) == [7, 7])
        #expect(issues.map(\.sourceLocation?.filePath) == [folder.file("a.yaml"), folder.file("a.yaml")])
        #expect(issues.map(\.sourceLocation?.fileName) == ["a.yaml", "a.yaml"])
        let lines = issues.map { $0.error.map { "\($0)" } }
        #expect(
            lines == [
                "Who am I › GET /me: $.age: expected 99, got 36",
                "Who am I › GET /me: $.name: expected \"Grace\", got \"Ada\"",
            ])
        // The response stands once a step.
        #expect(issues.map { $0.text.contains("→ 200") } == [true, false])
        let text = try #require(issues.first?.text)
        #expect(text.contains("expected 99"))
        #expect(text.contains("GET http://stub.invalid/me → 200"))
        #expect(text.contains("curl"))
    }

    @Test func `a secret that one workflow lacks fails that one at its place`() async throws {
        let folder = WorkflowFolder([
            "baton.yaml": "environments: { local: { secrets: [KEY_THAT_IS_NOT_SET] } }\n",
            "a.yaml": "steps: [{ get: /ok }]\n",
            "b.yaml": """
            rows: [{ n: 1 }, { n: 2 }]
            steps:
              - get: /me
                headers: { X-Key: $(secrets.KEY_THAT_IS_NOT_SET) }
            """,
        ])
        let stub = StubDispatcher.ordinary()
        for planned in try folder.workflows().cases {
            let issues = await recordedIssues { try await planned.run(dispatcher: stub) }
            #expect(issues.map(\.sourceLocation?.line) == (planned.name == "a" ? [] : [4]), "\(issues.map(\.text))")
            #expect(issues.allSatisfy { $0.text.contains("`KEY_THAT_IS_NOT_SET` has no value") })
        }
    }

    @Test func `a failure that belongs to no file is recorded at the test`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /ok }]\n"])
        let planned = try folder.only("a.yaml", WorkflowSettings(variables: ["x": 1]))
        let line = #line + 1
        let issues = await recordedIssues { try await planned.run(dispatcher: StubDispatcher.ordinary()) }
        #expect(issues.map(\.sourceLocation?.line) == [line])
        #expect(issues.first?.sourceLocation?.fileName == "RecordingTests.swift")
    }

    @Test func `a failure in quarantine is a known issue and fails nothing`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": """
            quarantine: { until: 2099-12-31, reason: the age is wrong }
            steps: [{ get: /me, expect: { $.age: 99 } }]
            """
        ])
        let planned = try folder.only("a.yaml")
        // It would fail this test, were it not known.
        let result = try await planned.run(dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .failed)
        #expect(result.isQuarantined)
        #expect(result.isSuccess)
        #expect(result.quarantine == "quarantined until 2099-12-31: the age is wrong")
        #expect(result.failures.count == 1)
    }

    @Test func `a quarantine that can go is a warning`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": "quarantine: { until: 2099-12-31, reason: the age is wrong }\nsteps: [{ get: /me }]\n"
        ])
        let planned = try folder.only("a.yaml")
        let issues = await recordedIssues { try await planned.run(dispatcher: StubDispatcher.ordinary()) }
        #expect(issues.map(\.severity) == [.warning])
        #expect(issues.first?.text.contains("but it passes: `quarantine` can go") == true)
        #expect(issues.first?.sourceLocation?.filePath == folder.file("a.yaml"))
    }

    @Test func `a quarantine that has ended counts again`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": "quarantine: { until: 2020-01-01, reason: old }\nsteps: [{ get: /bad }]\n"
        ])
        let planned = try folder.only("a.yaml")
        let issues = await recordedIssues { try await planned.run(dispatcher: StubDispatcher.ordinary()) }
        #expect(issues.map(\.severity) == [.error, .warning])
        #expect(issues.last?.text.contains("its quarantine ended with 2020-01-01, it counts again") == true)
    }

    @Test func `a flaky workflow passes with a warning`() async throws {
        let folder = WorkflowFolder(["a.yaml": "retries: 1\nsteps: [{ get: /flaky, name: Look }]\n"])
        let stub = StubDispatcher()
        stub.respond(to: .get, "/flaky", with: .fixed(Sample(status: 500)), .fixed(Sample()))
        let planned = try folder.only("a.yaml")
        let issues = await recordedIssues {
            let result = try await planned.run(dispatcher: stub)
            #expect(result.isSuccess)
        }
        #expect(issues.map(\.severity) == [.warning])
        #expect(issues.first?.text.contains("passed only after a retry: Look: ") == true)
    }

    @Test func `a skipped case is a warning that says why, and ends the test`() async throws {
        let folder = WorkflowFolder([
            "baton.yaml": """
            default_environment: local
            environments: { local: { base_url: http://a.example }, staging: { base_url: http://b.example } }
            """,
            "a.yaml": "name: Prices\nenvironments: [staging]\nsteps: [{ get: /ok }]\n",
        ])
        let planned = try folder.only("a.yaml")
        let result = await planned.result(dispatcher: StubDispatcher.ordinary())
        #expect(result.outcome == .skipped)
        #expect(!result.isSuccess)
        #expect(try result.get().outcome == .skipped)
        let issues = await recordedIssues { result.record() }
        #expect(issues.map(\.severity) == [.warning])
        #expect(issues.first?.text.hasPrefix("Prices: skipped: ") == true)
        #expect(issues.first?.text.contains("staging") == true)
    }

    @Test func `a file with errors is an issue at its place`() async throws {
        let folder = WorkflowFolder(["a.yaml": "name: Broken\nsteps:\n  - gett: /ok\n"])
        let planned = try folder.only("a.yaml")
        let issues = await recordedIssues { try await planned.run(dispatcher: StubDispatcher.ordinary()) }
        #expect(issues.map(\.sourceLocation?.line) == [3])
        #expect(issues.first?.text.contains("gett") == true)
    }

    @Test func `no secret is in an issue`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": "steps:\n  - get: /me?key=$(secrets.KEY)\n    expect: { $.name: $(secrets.KEY) }\n"
        ])
        let planned = try folder.only("a.yaml", WorkflowSettings(secrets: ["KEY": "key-90210"]))
        let issues = await recordedIssues { try await planned.run(dispatcher: StubDispatcher.ordinary()) }
        #expect(issues.count == 1)
        #expect(!issues.map { "\($0)\($0.text)" }.joined().contains("key-90210"))
        #expect(issues.first?.text.contains("***") == true)
    }
}
