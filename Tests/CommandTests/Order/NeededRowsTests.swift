import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// Workflows with `rows` that others need: what each row gave is a list.
@Suite struct NeededRowsTests {
    private static let users = """
        name: Users
        rows:
          - { user: ada, password: lovelace-1815 }
          - { user: grace, password: hopper-1906 }
        steps:
          - post: /login
            json: { username: $(row.user), password: $(row.password) }
            capture: { token: { path: $.token, secret: true } }
        outputs: { user: $(row.user), token: $(token) }
        teardown: [ { get: /health } ]
        """

    private static let profiles = """
        name: Profiles
        tags: [asked]
        needs: { users: users.yaml }
        steps:
          - that: needs.users.map(u, u.user) == ["ada", "grace"]
          - get: /me
            for_each: $(needs.users)
            as: each
            auth: { bearer: $(each.token) }
            expect: { $.username: $(each.user) }
          - get: /me
            auth: { bearer: "$(needs.users[1].token)" }
            expect: { $.username: grace }
        """

    private static func project(_ users: String = users) async throws -> (folder: Folder, baton: Baton) {
        let folder = try Folder()
        let base = try await Demo.baseURL()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(base)\" } }\n")
        try folder.write("workflows/users.yaml", users)
        try folder.write("workflows/profiles.yaml", profiles)
        return (folder, Baton(folder: folder))
    }

    @Test(arguments: [["--tag", "asked"], [], ["--name", "Users [[]row=grace]", "--name", "Profiles"]])
    func `all rows of a need run once and give a list in their order`(_ options: [String]) async throws {
        let (folder, baton) = try await Self.project()
        defer { withExtendedLifetime(folder) {} }
        let result = try await baton.run(["run", "-v"] + options)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("\n3 passed in "), "\(result.output)")
    }

    @Test func `a row that did not pass blocks, and is named`() async throws {
        let (folder, baton) = try await Self.project(Self.users.replacing("hopper-1906", with: "wrong"))
        defer { withExtendedLifetime(folder) {} }
        let result = try await baton("run", "--tag", "asked")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("it needs workflows/users.yaml (Users [row=grace]), which failed"),
            "\(result.output)")
        #expect(result.output.contains("1 passed, 1 failed, 1 blocked"), "\(result.output)")
    }

    @Test func `of what rows give the secret parts are hidden, and the rest is shown`() async throws {
        let (folder, baton) = try await Self.project()
        defer { withExtendedLifetime(folder) {} }
        try folder.write(
            "workflows/profiles.yaml",
            """
            needs: { users: users.yaml }
            steps:
              - set: { first: "$(needs.users[0])" }
              - log: <$(needs.users[1].user)> <$(first.user)> <$(needs.users[0].token)> <$(json(needs.users))>
              - log: "$(needs.users.map(u, u.user))"
              - that: needs.users[0].user == "grace"
            """)
        let result = try await baton("run", "-v")
        #expect(result.output.contains("| <grace> <ada> <***> <***>\n"), "\(result.output)")
        #expect(result.output.contains("| [\"ada\",\"grace\"]\n"), "\(result.output)")
        #expect(result.output.contains("needs.users[0].user  = \"ada\""), "\(result.output)")
    }

    @Test func `the graph counts the rows`() async throws {
        let (folder, baton) = try await Self.project()
        defer { withExtendedLifetime(folder) {} }
        let result = try await baton("list", "--graph", "--tag", "asked")
        #expect(result.output.contains("    needs workflows/users.yaml, 2 rows as users\n"), "\(result.output)")
    }

    @Test(arguments: [
        ("needs.users.token == ''", "error: "), ("needs.users[0].tokn == ''", "did you mean `token`?"),
    ])
    func `what rows give is known before anything runs`(_ condition: String, _ message: String) async throws {
        let (folder, baton) = try await Self.project()
        defer { withExtendedLifetime(folder) {} }
        try folder.write(
            "workflows/profiles.yaml", "needs: { users: users.yaml }\nsteps:\n  - that: \(condition)\n")
        let result = try await baton("check")
        #expect(result.exitCode == 2 && result.errorOutput.contains(message), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("--> workflows/profiles.yaml:3:"), "\(result.errorOutput)")
    }

    @Test func `rows may run before everything`() async throws {
        let (folder, baton) = try await Self.project()
        defer { withExtendedLifetime(folder) {} }
        let base = try await Demo.baseURL()
        try folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"\(base)\" } }\nbefore: [workflows/users.yaml]\n")
        let result = try await baton("run", "--tag", "asked")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("\n3 passed in "), "\(result.output)")
    }
}
