import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// The command of the HTML page that runs again what failed.
@Suite struct RerunCommandTests {
    private static func project() throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"http://127.0.0.1:1\", secrets: [TOKEN] } }\n")
        try folder.write(
            "workflows/w.yaml",
            "vars: { n: 1, p: x }\nsteps: [ { get: /, headers: { X-Token: $(secrets.TOKEN) }, expect: { body: $(n) } } ]\n"
        )
        return folder
    }

    private static func command(_ folder: Folder) throws -> String? {
        try HTMLOutcomes(try folder.read("reports/report.html")).texts("//header//pre").first
    }

    @Test func `it holds all options that decide what is sent, secrets by their names`() async throws {
        let server = RawServer { _ in Recording.empty }
        defer { server.stop() }
        let folder = try Self.project()
        try folder.write("more.yaml", "p: y\n")
        let run = try await Baton(folder: folder, environment: ["TOKEN": "tulip-1593"])(
            "run", "--base-url", "\(server.url)/v1", "--var", "n=a b", "--vars-file", "more.yaml", "--secret", "TOKEN",
            "--jobs", "1")
        #expect(run.exitCode == 1, "\(run.everything)")
        #expect(
            try Self.command(folder)
                == "baton run --last-failed --env a --base-url \(server.url)/v1 --vars-file more.yaml --var 'n=…' "
                + "--secret TOKEN")
    }

    @Test func `the value of a secret and a password of a URL are in no command`() async throws {
        let folder = try Self.project()
        let run = try await Baton(folder: folder)(
            "run", "--base-url", "http://ada:tulip-1593@127.0.0.1:1/", "--secret", "TOKEN=daffodil-1594")
        #expect(run.exitCode == 3, "\(run.everything)")
        let page = try folder.read("reports/report.html")
        #expect(!page.contains("tulip-1593") && !page.contains("daffodil-1594"))
        #expect(try Self.command(folder)?.hasSuffix(" --secret TOKEN") == true)
    }

    @Test func `no value of a variable is in it, and files are named from the folder of the project`() async throws {
        let folder = try Self.project()
        try folder.write("sub/more.yaml", "p: y\n")
        let baton = Baton(workingFolder: "\(folder.path)/sub", environment: ["TOKEN": "tulip-1593"])
        _ = try await baton(
            "run", "../workflows/w.yaml", "--var", "n=crocus-1595", "--vars-file", "more.yaml", "--file-root", "..",
            "--events", "events.jsonl")
        #expect(
            try Self.command(folder)
                == "baton run --last-failed --env a --vars-file sub/more.yaml --var 'n=…' --file-root .")
        #expect(
            !(try folder.read("sub/events.jsonl")).contains(
                #""options":["--vars-file","sub/more.yaml","--var","n=crocus"#))
    }

    @Test(arguments: [["--tag", "nix"], ["--env", "nix"]])
    func `a run that did not start has none, and its place is no file`(_ options: [String]) async throws {
        let folder = try Self.project()
        let github = ["GITHUB_ACTIONS": "true", "TOKEN": "tulip-1593"]
        let result = try await Baton(folder: folder, environment: github).run(["run"] + options)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(try Self.command(folder) == nil)
        #expect(result.everything.contains("::error title=The run did not start::"), "\(result.everything)")
        #expect(!result.everything.contains("file=baton run"))
    }
}
