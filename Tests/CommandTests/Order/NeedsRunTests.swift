import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// `needs`, `lock`, `before` and `after` with the real program: what it runs, says, reports and records.
@Suite struct NeedsRunTests {
    private static let login = """
        name: Sign in
        tags: [auth]
        inputs: { user: { default: ada }, password: { default: lovelace-1815, secret: true } }
        steps:
          - post: /login
            json: { username: $(user), password: $(password) }
            capture: { token: { path: $.token, secret: true } }
        outputs: { token: $(token) }
        teardown:
          - get: /health
            name: Sign out
        """

    private static let profile = """
        name: Profile
        tags: [profile]
        needs: [login.yaml]
        steps:
          - get: /me
            auth: { bearer: $(needs.login.token) }
            expect: { $.username: ada }
        """

    private static func project(_ files: [String: String], _ more: String = "") async throws
        -> (folder: Folder, baton: Baton)
    {
        let folder = try Folder()
        let base = try await Demo.baseURL()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(base)\" } }\n\(more)")
        for (name, text) in files { try folder.write("workflows/\(name).yaml", text) }
        return (folder, Baton(folder: folder))
    }

    @Test func `what a selected workflow needs runs with it, once, and is marked in every report`() async throws {
        let (folder, baton) = try await Self.project([
            "login": Self.login, "profile": Self.profile, "again": Self.profile.replacing("Profile", with: "Again"),
        ])
        let result = try await baton("run", "--tag", "profile")
        #expect(result.exitCode == 0, "\(result.everything)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.contains("workflows/login.yaml") && $0.hasSuffix("needed") } == 1, "\(result.output)")
        #expect(result.output.contains("\n3 passed in "))
        let report = try folder.read("reports/junit.xml")
        #expect(report.contains(#"<property name="baton.role" value="prerequisite"/>"#))
        #expect(report.contains(#" › Sign out" classname="workflows.login[teardown]""#))
        let shown = try await baton("history", "show", "last")
        #expect(shown.output.contains("  prerequisite\n"), "\(shown.output)")
    }

    @Test func `variables may be made of what a need gave, and stay secret`() async throws {
        let (folder, baton) = try await Self.project([
            "login": Self.login,
            "profile": """
            vars: { bearer: "$(token)-$(who)", token: $(needs.login.token), who: ada }
            needs: [login.yaml]
            steps:
              - get: /me
                auth: { bearer: $(token) }
                expect: { $.username: $(who), that: bearer.endsWith("-ada") }
              - log: it is $(bearer), from $(vars.token)
              - that: token == "x"
            """,
        ])
        let result = try await baton("run", "-v", "workflows/profile.yaml")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("it is ***, from ***"), "\(result.everything)")
        #expect(result.output.contains("✓ GET /me"), "\(result.everything)")
        #expect(try folder.read("reports/junit.xml").contains("***"))
        try folder.write(
            "workflows/wrong.yaml",
            "vars: { x: $(needs.login.tokn), y: $(needs.other.o) }\nneeds: [login.yaml]\nsteps: [ { that: x == y } ]\n")
        let checked = try await baton("check", "workflows/wrong.yaml")
        #expect(checked.exitCode == 2)
        #expect(checked.errorOutput.contains("`needs.login.tokn` is not defined"), "\(checked.everything)")
        #expect(checked.errorOutput.contains("did you mean `needs.login.token`?"), "\(checked.everything)")
        #expect(checked.errorOutput.contains("`needs.other` is not defined"), "\(checked.everything)")
    }

    @Test func `what is blocked is told behind the failure that blocked it`() async throws {
        let (folder, baton) = try await Self.project([
            "login": Self.login.replacing("lovelace-1815", with: "wrong"), "profile": Self.profile,
            "more": "needs: { p: profile.yaml }\nsteps: [ { get: /health } ]",
        ])
        let result = try await baton("run")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("── failure 1 of 1 "), "\(result.output)")
        // Each is one line there; the end says by what.
        #expect(result.output.contains("  blocked\n! workflows/profile.yaml"), "\(result.output)")
        #expect(
            result.output.contains(
                """

                2 workflows were blocked: nothing of them ran [workflow.blocked]
                  workflows/more.yaml:1:13: it needs workflows/profile.yaml (Profile), which is blocked itself
                  workflows/profile.yaml:3:9: it needs workflows/login.yaml (Sign in), which failed

                report: reports/report.html

                1 failed, 2 blocked in
                """), "\(result.output)")
        let outcomes = try JUnitOutcomes(try folder.read("reports/junit.xml"))
        #expect(outcomes.byFile["workflows/profile.yaml"]?.kind == "workflow.blocked", "\(outcomes.byFile)")
        let shown = try await baton("history", "show", "last")
        #expect(shown.output.contains("  blocked\n"), "\(shown.output)")
        let again = try await baton("run", "--last-failed")
        #expect(again.exitCode == 1 && again.output.contains("1 failed, 2 blocked"), "\(again.everything)")
    }

    @Test func `a secret of one workflow appears nowhere in another`() async throws {
        let project = try await Self.project([
            "login": Self.login,
            "echo": """
            needs: { l: login.yaml }
            steps:
              - log: the token is $(needs.l.token)
              - get: /echo
                query: { token: $(needs.l.token) }
                expect: { status: 500 }
            """,
        ])
        let result = try await project.baton("run", "-v")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("the token is ***") && result.output.contains("/echo?token=***"), "\(result.output)")
    }

    @Test func `workflows that need each other are refused with their chain, and the others run`() async throws {
        let step = "\nsteps: [ { get: /health } ]"
        let project = try await Self.project([
            "a": "needs: [b.yaml]" + step, "b": "needs:\n  - c.yaml" + step, "c": "needs: { x: b.yaml }" + step,
            "self": "needs: [self.yaml]" + step, "fine": "steps: [ { get: /health } ]",
        ])
        let result = try await project.baton("run")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains(
                """
                error: these workflows need each other: workflows/b.yaml → workflows/c.yaml → workflows/b.yaml \
                [workflow.cycle]
                  --> workflows/c.yaml:1:13
                """), "\(result.errorOutput)")
        #expect(
            result.errorOutput.contains(
                "error: this workflow needs itself: workflows/self.yaml → workflows/self.yaml [workflow.cycle]"))
        #expect(result.errorOutput.contains("  --> workflows/self.yaml:1:9\n"))
        #expect(result.output.contains("1 passed, 3 errors, 1 blocked"), "\(result.output)")
        let checked = try await project.baton("check")
        #expect(
            checked.exitCode == 2 && checked.output.hasSuffix("5 workflows, 3 with errors\n"), "\(checked.everything)")
    }

    @Test func `a needed file with mistakes is told with its place, and blocks`() async throws {
        let (folder, baton) = try await Self.project(["profile": Self.profile])
        try folder.write("workflows/login.yaml", "steps: [ { gett: /x } ]\noutputs: { token: 1 }")
        let result = try await baton("run", "workflows/profile.yaml")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("workflows/login.yaml:1:12"), "\(result.errorOutput)")
        #expect(result.output.contains("which is not valid"), "\(result.output)")
    }

    // MARK: - before and after

    @Test func `before and after frame every run, and an unreadable one is refused`() async throws {
        let frames = ["seed": "steps: [ { get: /health } ]", "wipe": "steps: [ { get: /health } ]"]
        let files = frames.merging(["w": "steps: [ { get: /health } ]"]) { first, _ in first }
        let (folder, baton) = try await Self.project(
            files, "before: [workflows/seed.yaml]\nafter: [workflows/wipe.yaml]\n")
        let result = try await baton("run", "workflows/w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        let suites = try folder.read("reports/junit.xml").split(separator: "\n").filter { $0.contains("<testsuite ") }
        #expect(
            suites.map { $0.contains("seed") ? "seed" : $0.contains("wipe") ? "wipe" : "w" } == ["seed", "w", "wipe"])
        let graph = try await baton("list", "--graph")
        #expect(
            graph.output.hasPrefix("before everything, one after the other:\n  workflows/seed.yaml\n"),
            "\(graph.output)")
        let dot = try await baton("list", "--dot")
        #expect(dot.output.hasPrefix("digraph baton {\n"), "\(dot.output)")

        try folder.write("baton.yaml", "before: [none.yaml]\n")
        let refused = try await baton("run", "workflows/w.yaml")
        #expect(refused.exitCode == 2)
        #expect(
            refused.errorOutput.contains("[file.unreadable]\n  --> baton.yaml:1:10"),
            "\(refused.errorOutput)")
    }

    @Test func `what runs before and after is not repeated`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "before: [workflows/seed.yaml]\nafter: [workflows/clean.yaml]\n")
        for name in ["seed", "clean", "a"] {
            try folder.write("workflows/\(name).yaml", "steps: [ { that: 1 == 1 } ]")
        }
        let result = try await Baton(folder: folder)("run", "--repeat-each", "2", "--jobs", "1")
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("✓") }
        let frames = lines.filter { $0.contains("before") || $0.contains("after") }
        #expect(lines.count == 4 && frames.count == 2, "\(lines)")
        let alone = try await Baton(folder: folder)("run", "workflows/clean.yaml", "--repeat-each", "3")
        #expect(alone.exitCode == 2 && alone.output.contains("nothing was proved: 2 passed"), "\(alone.everything)")
    }

    @Test(arguments: [
        (
            "before: [w/a.yaml]\nafter: [w/a.yaml]",
            "`w/a.yaml` stands in `before` and in `after`, and a file runs once [workflow.exclusive-keys]",
            "write a second file with the step `workflow: a.yaml`, and name that one here"
        ),
        ("before: [w]", "`w` is a folder [file.unreadable]", "name each workflow: `w/seed.yaml`"),
    ])
    func `a list of before and after with a mistake is refused`(_ text: String, _ message: String, _ help: String)
        async throws
    {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n\(text)\n")
        try folder.write("w/a.yaml", "steps: [ { that: 1 == 1 } ]")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains(message), "\(result.everything)")
        #expect(result.errorOutput.contains("baton.yaml:"), "\(result.everything)")
        #expect(result.errorOutput.contains(help), "\(result.everything)")
    }

    @Test(arguments: [("before: []", "`before` names no workflow"), ("after: 5", "`after` wants a list of texts")])
    func `a frame that is none is refused`(_ text: String, _ message: String) async throws {
        let project = try await Self.project(["w": "steps: [ { get: /health } ]"], text + "\n")
        let result = try await project.baton("run")
        #expect(result.exitCode == 2 && result.errorOutput.contains(message), "\(result.everything)")
    }

    @Test func `nothing can need what runs after everything`() async throws {
        let project = try await Self.project(
            ["wipe": "steps: [ { get: /health } ]", "w": "needs: [wipe.yaml]\nsteps: [ { get: /health } ]"],
            "after: [workflows/wipe.yaml]\n")
        let result = try await project.baton("run")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("workflows/wipe.yaml runs after everything, so that nothing can need it"),
            "\(result.errorOutput)")
    }
}
