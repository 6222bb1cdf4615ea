import BatonTesting
import BatonWorkflowsTesting
import Glibc
import Testing

/// Workflows that fail, for `NestedRunTests` alone.
@Suite(.enabled(if: getenv("BATON_NESTED_WORKFLOWS") != nil)) struct NestedWorkflows {
    private static let folder = getenv("BATON_NESTED_WORKFLOWS").map { String(cString: $0) } ?? ""

    @Test(arguments: try Workflows(in: folder).cases)
    func workflow(_ case: WorkflowCase) async throws {
        try await `case`.run(dispatcher: StubDispatcher.ordinary())
    }

    @Test(arguments: try Workflows(in: folder + "/none").cases)
    func missing(_ case: WorkflowCase) async throws {
        try await `case`.run(dispatcher: StubDispatcher.ordinary())
    }
}

/// What a test run prints, and how it ends.
@Suite struct NestedRunTests {
    @Test func `a test run names each case, its place and what was expected, and fails`() throws {
        let folder = WorkflowFolder([
            "baton.yaml": """
            default_environment: local
            environments: { local: { base_url: http://a.example }, staging: { base_url: http://b.example } }
            """,
            "bad.yaml": "name: Who am I\nsteps:\n  - get: /me\n    expect: { $.age: 99 }\n",
            "broken.yaml": "steps:\n  - gett: /ok\n",
            "good.yaml": "steps: [{ get: /ok }]\n",
            "known.yaml": "quarantine: { until: 2099-12-31, reason: known }\nsteps: [{ get: /bad }]\n",
            "rows.yaml": "rows: [{ name: ada }, { name: grace }]\nsteps: [{ get: /ok }]\n",
            "staging.yaml": "environments: [staging]\nsteps: [{ get: /ok }]\n",
        ])
        let (output, status) = try run("NestedWorkflows", folder.path)
        #expect(status != 0)
        #expect(output.contains("case → Who am I (bad.yaml)"))
        #expect(output.contains("case → rows [row=grace] (rows.yaml)"))
        #expect(output.contains("at bad.yaml:4:15: Caught error: Who am I › GET /me: $.age: expected 99, got 36"))
        #expect(output.contains("expected 99"))
        #expect(output.contains("at broken.yaml:2:5: Caught error: broken › load: unknown key `gett`"))
        #expect(output.contains("recorded a known issue with 1 argument case → known (known.yaml)"))
        #expect(output.contains("recorded a warning with 1 argument case → staging (staging.yaml) at staging.yaml:1:1"))
        #expect(output.contains("staging: skipped: "))
        #expect(output.contains("Test missing(_:) recorded an issue"))
        #expect(output.contains("there is no file or folder"))
        #expect(output.contains("with 7 test cases failed after"))
        #expect(output.contains(/with [0-9]+ issues \(including 1 warning and 1 known issue\)/))
    }

    /// Runs the test program itself.
    private func run(_ suite: String, _ folder: String) throws -> (output: String, status: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let command =
            "BATON_NESTED_WORKFLOWS='\(folder)' '\(program)' --testing-library swift-testing --filter \(suite) 2>&1"
        let pipe = try #require(popen(command, "r"))
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let read = fread(&chunk, 1, chunk.count, pipe), read > 0 { output += chunk.prefix(read) }
        return (String(decoding: output, as: UTF8.self), pclose(pipe))
    }
}
