import Testing

/// What workflows see of the environment they run in.
@Suite struct EnvironmentTests {
    @Test(arguments: [
        ("http://127.0.0.1:1", "http://127.0.0.1:1"), ("http://127.0.0.1:1/", "http://127.0.0.1:1"),
        ("http://127.0.0.1:1/v1/", "http://127.0.0.1:1/v1"),
    ])
    func `a path can stand behind env.base_url, however that is written`(_ given: String, _ seen: String) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: env.base_url == '\(seen)' ]")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", given)
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
