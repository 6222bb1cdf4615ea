// What docs/swift-workflows.md shows stands here between two marks, so that it compiles and runs.

// example
import BatonWorkflowsTesting
import Testing

@Test(arguments: try Workflows(in: "workflows", tags: ["order"]).cases)
func workflow(_ case: WorkflowCase) async throws {
    try await `case`.run(baseURL: shop.baseURL())
}
// end

// example
@Test(.workflowRun, arguments: try Workflows(in: "workflows", tags: ["rows"]).cases)
func row(_ case: WorkflowCase) async throws {
    try await `case`.run(baseURL: shop.baseURL())
}
// end
