import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// `use` in baton.yaml: API files that every workflow may call.
@Suite struct ProjectUseTests {
    private static func api(_ path: String) -> String {
        "endpoints:\n  ask:\n    get: \(path)\n    result: { path: $.path }\n"
    }

    private static func project(_ files: [String: String]) async throws -> (folder: Folder, baton: Baton) {
        let folder = try Folder()
        let base = try await Demo.baseURL()
        try folder.write(
            "baton.yaml", "use: { demo: apis/demo.yaml }\nenvironments: { local: { base_url: \"\(base)\" } }\n")
        for (name, text) in files { try folder.write(name, text) }
        return (folder, Baton(folder: folder))
    }

    @Test func `every workflow may call it, and what a file uses itself comes over it`() async throws {
        let (folder, baton) = try await Self.project([
            "apis/demo.yaml": Self.api("/echo"), "apis/own.yaml": Self.api("/echo/own"),
            "workflows/deep/a.yaml": "steps:\n  - { call: demo.ask, expect: { that: result.path == '/echo' } }\n",
            "workflows/b.yaml":
                "use: { demo: ../apis/own.yaml }\nsteps:\n  - { call: demo.ask, expect: { that: result.path == '/echo/own' } }\n",
        ])
        defer { withExtendedLifetime(folder) {} }
        let result = try await baton("run")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a file that is not there is told once, at its place in baton yaml`() async throws {
        let (folder, baton) = try await Self.project([
            "workflows/a.yaml": "steps:\n  - call: demo.ask\n", "workflows/b.yaml": "steps:\n  - get: /health\n",
        ])
        defer { withExtendedLifetime(folder) {} }
        let result = try await baton("check")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("--> baton.yaml:1:14"), "\(result.errorOutput)")
        #expect(result.errorOutput.split(separator: "error: ").count == 1, "\(result.errorOutput)")
    }

    @Test func `an endpoint that it does not have is told with those that it has`() async throws {
        let (folder, baton) = try await Self.project([
            "apis/demo.yaml": Self.api("/echo"), "workflows/a.yaml": "steps:\n  - call: demo.aks\n",
        ])
        defer { withExtendedLifetime(folder) {} }
        let result = try await baton("check")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("did you mean `demo.ask`?"), "\(result.errorOutput)")
    }
}
