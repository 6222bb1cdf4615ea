import BatonDiagnostics
import Testing

@testable import BatonLoading
@testable import BatonWorkflow

/// Loops that have no bound of their own are noted with their places.
@Suite struct DefaultBoundTests {
    static let cases: [(String, [String])] = [
        (
            "steps:\n  - get: /x\n    until: response.status == 200\n",
            ["note: w.yaml:3:12: `until` has no `within`: it ends after 60s [workflow.default-bound]"]
        ),
        ("steps:\n  - get: /x\n    until: response.status == 200\n    within: 5s\n", []),
        (
            "steps:\n  - steps: [{ wait: 1s }]\n    while: index < 2\n",
            ["note: w.yaml:3:5: `while` has no `max`: it ends after 1000 passes [workflow.default-bound]"]
        ),
        ("steps:\n  - wait: 1s\n    while: index < 2\n    max: 1000\n", []),
        ("steps:\n  - wait: 1s\n    repeat: 3\n", []),
        (
            "steps:\n  - workflow: b.yaml\n",
            ["note: b.yaml:3:12: `until` has no `within`: it ends after 60s [workflow.default-bound]"]
        ),
    ]

    @Test(arguments: cases) func `a loop without a bound is noted`(_ yaml: String, _ expected: [String]) throws {
        let files = ["b.yaml": "steps:\n  - get: /x\n    until: response.status == 200\n"]
        let result = Loading.load(yaml, files: files)
        let workflow = try #require(result.workflow)
        #expect(result.diagnostics == [])
        #expect(workflow.defaultBounds.map { DiagnosticRenderer().render($0) } == expected)
    }
}
