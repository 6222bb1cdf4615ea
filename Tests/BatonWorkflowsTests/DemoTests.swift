import BatonWorkflowsTesting
import RunningDemo
import Testing

/// The samples in workflows/ pass as tests, against the sample server.
@Suite struct DemoTests {
    /// The first environment's password; the address of the second environment comes from the process environment.
    private static let settings = WorkflowSettings(secrets: ["ADA_PASSWORD": "lovelace-1815"])

    @Test(
        .workflowRun,
        arguments: try Workflows(
            in: "workflows", tags: ["accounts", "language", "loops", "order", "rows"], settings: settings
        ).cases)
    func workflow(_ case: WorkflowCase) async throws {
        let result = try await `case`.run(baseURL: Demo.baseURL())
        #expect(result.outcome == .passed)
    }

    @Test func `a real failure has the response of the server`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps:\n  - get: /items?per_page=1\n    expect: { status: 201 }\n"])
        let planned = try folder.only("a.yaml")
        let base = try await Demo.baseURL()
        let issues = await recordedIssues { try await planned.run(baseURL: base) }
        #expect(issues.map(\.sourceLocation?.line) == [3])
        #expect(issues.first?.text.contains("GET \(base)/items?per_page=1 → 200") == true)
        #expect(issues.first?.text.contains("Content-Type: application/json") == true)
    }
}
