import CommandCalls
import ProjectFolders
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

    @Test(arguments: ["local", "staging"])
    func `a single option switches a whole suite to another environment, API files included`(_ name: String)
        async throws
    {
        let servers = ["local": try Recording(), "staging": try Recording()]
        let folder = try Folder()
        let environments = servers.map { name, recording in
            """
              \(name):
                base_url: \(recording.server.url)/\(name)
                headers: { X-App: \(name) }
                vars: { page_size: \(name.utf8.count) }
                secrets: [\(name.uppercased())_KEY]

            """
        }
        try folder.write("baton.yaml", "default_environment: local\nenvironments:\n" + environments.joined())
        try folder.write(
            "apis/items.yaml", "endpoints: { list: { get: /items, query: { size: $(env.vars.page_size) } } }")
        try folder.write("workflows/1.yaml", "steps: [ { get: /plain, query: { size: $(env.vars.page_size) } } ]")
        try folder.write("workflows/2.yaml", "use: { items: ../apis/items.yaml }\nsteps: [ call: items.list ]")
        let result = try await Baton(folder: folder)("run", "--env", name, "--jobs", "1", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
        let requests = try #require(servers[name]).requests
        #expect(requests.map(\.target) == ["plain", "items"].map { "/\(name)/\($0)?size=\(name.utf8.count)" })
        #expect(requests.allSatisfy { $0["x-app"] == name })
        for (other, recording) in servers where other != name { #expect(recording.requests.isEmpty) }
    }

    @Test(arguments: ["run", "check", "list"])
    func `errors of a project with several environments begin with the choice that is missing`(
        _ command: String
    ) async throws {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { a: { vars: { x: 1 } }, b: { base_url: \"http://127.0.0.1:2\" } }\n")
        try folder.write("workflows/w.yaml", "steps: [ { get: \"http://127.0.0.1:1/$(env.vars.y)/$(z)\" } ]\n")
        let warning = "warning: no environment is chosen; baton.yaml has `a`, `b` [project.unknown-environment]\n"
        let help = "add `--env a`, or write `default_environment: a` in baton.yaml"
        let result = try await Baton(folder: folder)(command)
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.hasPrefix(warning) && result.errorOutput.contains(help), "\(result.errorOutput)")
        let chosen = try await Baton(folder: folder)(command, "--env", "a")
        #expect(chosen.exitCode == 2 && !chosen.errorOutput.contains("no-environment"), "\(chosen.errorOutput)")
        try folder.write("workflows/w.yaml", "steps: [ { that: true } ]\n")
        let fine = try await Baton(folder: folder)(command)
        #expect(fine.exitCode == 0 && fine.errorOutput == "", "\(fine.errorOutput)")
    }
}
