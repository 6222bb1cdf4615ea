import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// A chain from a file, against a real server.
@Suite struct RunningTests {
    private static let chain = """
        name: Sign in
        vars: { username: ada }
        steps:
          - post: /login
            id: login
            json: { username: $(username), password: lovelace-1815 }
            expect: { status: 200 }
            capture: { token: $.token }
          - get: /me
            name: Read the profile
            auth: { bearer: $(token) }
            expect:
              $.name: Ada Lovelace
              $.roles: { contains: admin }
        """

    @Test func `a chain of requests passes, and says so`() async throws {
        let folder = try Folder()
        try folder.write("sign-in.yaml", Self.chain)
        let result = try await Baton(folder: folder)("run", "sign-in.yaml", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 passed in"))
        #expect(result.errorOutput == "")
    }

    @Test func `a failed check is exit 1 and tells place, expected, actual and a curl command`() async throws {
        let folder = try Folder()
        try folder.write("sign-in.yaml", Self.chain.replacing("Ada Lovelace", with: "Grace Hopper"))
        let result = try await Baton(folder: folder)("run", "sign-in.yaml", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("sign-in.yaml:13:7"))
        #expect(result.output.contains(#"$.name: expected "Grace Hopper", got "Ada Lovelace""#))
        #expect(result.output.contains("curl "))
        #expect(result.output.contains("GET "))
        #expect(result.output.contains("1 failed in"))
    }

    @Test func `the token that was captured into auth appears nowhere`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: .\n")
        try folder.write(
            "w.yaml",
            """
            steps:
              - post: /login
                json: { username: ada, password: $(secrets.ADA_PASSWORD) }
                capture: { token: { path: $.token, secret: true } }
              - get: /echo
                headers: { X-Token: $(token), X-Password: $(secrets.ADA_PASSWORD) }
                expect: { status: 500 }
            """)
        try folder.write(
            "baton.yaml",
            """
            workflows: .
            environments: { local: { base_url: "\(try await Demo.baseURL())", secrets: [ADA_PASSWORD] } }
            """)
        let baton = Baton(folder: folder, environment: ["ADA_PASSWORD": "lovelace-1815"])
        let result = try await baton("run", "-v")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(!result.everything.contains("lovelace-1815"))
        #expect(result.output.contains("***"))
        let report = try folder.read("reports/junit.xml")
        #expect(!report.contains("lovelace-1815"))
        #expect(report.contains("***"))
    }

    @Test func `a file that is not there is told with the place where it was looked for`() async throws {
        let folder = try Folder()
        try folder.write(
            "w/upload.yaml", "steps:\n  - post: /upload\n    multipart: { doc: { file: $(\"data/a.csv\") } }\n")
        let result = try await Baton(folder: folder)("run", "w", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 1)
        #expect(result.output.contains("`data/a.csv` does not exist [request.bad_input]  w/upload.yaml:3:31"))
        #expect(result.output.contains("the folder of the workflow file: there is no `w/data/a.csv`"))
    }

    @Test func `a condition that fails is shown once, with the values of its parts`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "vars: { n: 3 }\nsteps:\n  - that: n * 2 == 7\n")
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("n * 2  = 6\n"), "\(result.output)")
        #expect(!result.output.contains("expected"), "\(result.output)")
    }

    @Test func `workflows without a name bear their file's name, and steps their method and URL`() async throws {
        let folder = try Folder()
        try folder.write("health.yaml", "steps: [ get: /health, get: /health ]")
        let result = try await Baton(folder: folder)(
            "run", "-v", "health.yaml", "--base-url", try await Demo.baseURL())
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("GET /health #2"))
    }
}

/// The branch of a build as CI services say it.
@Suite struct BuildFactsTests {
    @Test(arguments: [
        ["GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "feature/x"],
        ["GITHUB_HEAD_REF": "feature/x", "GITHUB_REF_NAME": "12/merge"],
        ["CI_COMMIT_REF_NAME": "feature/x"], ["BRANCH_NAME": "PR-7", "CHANGE_BRANCH": "feature/x"],
        ["GIT_BRANCH": "origin/feature/x"],
        ["BUILD_SOURCEBRANCH": "refs/heads/feature/x", "BUILD_SOURCEBRANCHNAME": "x"],
        ["BUILD_SOURCEBRANCH": "refs/tags/feature/x"],
        [
            "BUILD_SOURCEBRANCH": "refs/pull/12/merge", "BUILD_SOURCEBRANCHNAME": "merge",
            "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/feature/x",
        ],
        ["TRAVIS_PULL_REQUEST_BRANCH": "", "TRAVIS_BRANCH": "feature/x"],
        ["TRAVIS_PULL_REQUEST_BRANCH": "feature/x", "TRAVIS_BRANCH": "main"],
    ])
    func `a branch keeps its slashes`(_ variables: [String: String]) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: p\n")
        try folder.write("a.yaml", "steps: [ { that: 1 == 1 } ]\n")
        let baton = Baton(folder: folder, environment: variables)
        let run = try await baton("run", "a.yaml")
        #expect(run.exitCode == 0, "\(run.everything)")
        let listed = try await baton("history", "list", "--json")
        #expect(listed.output.contains("\"branch\": \"feature/x\""), "\(listed.output)")
    }
}

/// `outputs` as the console and the report show them.
@Suite struct OutputsTests {
    @Test func `outputs are shown with --verbose, and secrets among them masked`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - post: /login
                json: { username: ada, password: lovelace-1815 }
                capture: { token: { path: $.token, secret: true }, user: $.user.username }
            outputs: { user: $(user), token: $(token) }
            """)
        let baseURL = try await Demo.baseURL()
        let result = try await Baton(folder: folder)("run", "-v", "w.yaml", "--base-url", baseURL)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("\n    output user = \"ada\"\n    output token = ***\n"), "\(result.output)")
        let quiet = try await Baton(folder: folder)("run", "w.yaml", "--base-url", baseURL)
        #expect(!quiet.output.contains("output"))
    }

    @Test func `an output that fails makes an error that the console and the report show with its place`() async throws
    {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - that: 1 == 1\noutputs:\n  ratio: $(1 / 0)\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--junit", "junit.xml")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("the output `ratio`: division by zero"), "\(result.output)")
        #expect(try folder.read("junit.xml").contains("the output `ratio`: division by zero"))
    }
}
