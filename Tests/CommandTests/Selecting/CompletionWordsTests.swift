import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What the tab key offers of a project.
@Suite struct CompletionWordsTests {
    private func project() throws -> SelectionProject {
        let project = try SelectionProject([
            "a.yaml":
                "name: Sign in\ntags: [smoke, \"needs review\", \"area:shop\"]\nowner: team a\nsteps: [ { that: 1 == 1 } ]\n",
            "b/b.yaml": "name: \"Sign: out\"\ntags: [smoke, area:cart]\nowner: team b\nsteps: [ { that: 1 == 1 } ]\n",
            "plain.yaml": "steps: [ { that: 1 == 1 } ]\n",
            "api.yaml": "name: An API\nbase: /x\nendpoints: { list: { get: /x } }\n",
        ])
        try project.folder.write(
            "baton.yaml", "name: shop\nenvironments: { local: {}, staging: {} }\ndefault_environment: local\n")
        return project
    }

    private func words(_ project: SelectionProject, _ kind: String) async throws -> [String] {
        let result = try await project.baton(["completions", "--words", kind])
        #expect(result.exitCode == 0 && result.errorOutput == "", "\(result.everything)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `words of files and environments are offered`() async throws {
        let project = try project()
        #expect(try await words(project, "tags") == ["area:cart", "area:shop", "\"needs review\"", "smoke"])
        #expect(try await words(project, "names") == ["Sign in", "Sign: out", "plain"])
        #expect(try await words(project, "owners") == ["team a", "team b"])
        #expect(try await words(project, "environments") == ["local", "staging"])
        #expect(
            try await words(project, "workflows") == [
                "workflows/a.yaml", "workflows/b/b.yaml", "workflows/plain.yaml",
            ])
    }

    @Test func `runs and branches come from the history, which is only read`() async throws {
        let project = try project()
        try project.folder.write("workflows/api.yaml", "steps: [ { that: 1 == 1 } ]\n")
        #expect(try await words(project, "runs") == ["last", "previous"])
        #expect(try await project.run().exitCode == 0)
        let runs = try await words(project, "runs")
        #expect(runs.count == 3 && runs[0].count == 13 && Array(runs[1...]) == ["last", "previous"], "\(runs)")
        #expect(try await words(project, "branches") == [])
    }

    @Test(arguments: ["tags", "names", "owners", "environments", "branches", "runs", "workflows", "zzz", ""])
    func `whatever is wrong, nothing is said on standard error, and the exit code is 0`(_ kind: String) async throws {
        let folder = try Folder()
        let none = try await Baton(folder: folder).run(["completions", "--words", kind])
        #expect(none.exitCode == 0 && none.errorOutput == "", "\(none.everything)")
        try folder.write("baton.yaml", "name: [\nenvironments: 3\n")
        try folder.write("workflows/a.yaml", "tags: [a, { b\n\u{1B}[31m: !!\n")
        try folder.write(".baton/history.sqlite", "no database")
        let broken = try await Baton(folder: folder).run(["completions", "--words", kind])
        #expect(broken.exitCode == 0 && broken.errorOutput == "", "\(broken.everything)")
        try folder.write("baton.yaml", "name: x\n")
        let half = try await Baton(folder: folder).run(["completions", "--words", kind])
        #expect(half.exitCode == 0 && half.errorOutput == "", "\(half.everything)")
    }

    @Test func `names that steer a terminal, or that are no line, are left out`() async throws {
        let project = try SelectionProject([
            "a.yaml": "name: \"red \\e[31m\"\nsteps: [ { that: 1 == 1 } ]\n",
            "b.yaml": "name: \"two\\nlines\"\nsteps: [ { that: 1 == 1 } ]\n",
            "c.yaml": "name: \(String(repeating: "x", count: 300))\nsteps: [ { that: 1 == 1 } ]\n",
            "d.yaml": SelectionProject.passing("Good"),
        ])
        #expect(try await words(project, "names") == ["Good"])
    }

    @Test func `inside quotes bash offers nothing that it would run, or that ends the quotes`() throws {
        let project = try SelectionProject([
            "a.yaml": "name: xx $(touch ran)\nsteps: [ { that: 1 == 1 } ]\n",
            "b.yaml": "name: xx `touch ran`\nsteps: [ { that: 1 == 1 } ]\n",
            "c.yaml": "name: xx';touch ran;'\nsteps: [ { that: 1 == 1 } ]\n",
            "d.yaml": "name: xx!1 \\ x\nsteps: [ { that: 1 == 1 } ]\n",
            "e.yaml": "name: xx plain\nsteps: [ { that: 1 == 1 } ]\n",
        ])
        #expect(try offers(["run", "--name", "\"xx"], in: project) == ["xx';touch ran;'", "xx plain"])
        #expect(
            try offers(["run", "--name", "'xx"], in: project) == [
                "xx $(touch ran)", "xx `touch ran`", "xx!1 \\ x", "xx plain",
            ])
        #expect(
            try offers(["run", "--name", "xx"], in: project) == [
                "xx\\ \\$\\(touch\\ ran\\)", "xx\\ \\`touch\\ ran\\`", "xx\\'\\;touch\\ ran\\;\\'",
                "xx\\!1\\ \\\\\\ x", "xx\\ plain",
            ])
    }

    @Test func `a word that holds a known secret is left out`() async throws {
        let project = try SelectionProject([
            "a.yaml":
                "name: Good\nowner: hunter2-secret\ntags: [x-hunter2-secret, smoke]\nsteps: [ { that: 1 == 1 } ]\n"
        ])
        try project.folder.write("baton.yaml", "name: shop\nenvironments: { local: { secrets: [API_TOKEN] } }\n")
        for (kind, expected) in [("tags", "smoke\n"), ("owners", ""), ("names", "Good\n")] {
            let result = try await Baton(folder: project.folder, environment: ["API_TOKEN": "hunter2-secret"]).run(
                ["completions", "--words", kind])
            #expect(result.output == expected, "\(result.everything)")
        }
    }

    /// What bash offers for a line at whose end the cursor stands, asked of its own completion.
    private func offers(_ line: [String], in project: SelectionProject) throws -> [String] {
        let script = """
            PATH="\(RealPathOfProducts.folder):$PATH"
            source <(baton completions bash)
            COMP_WORDS=(baton \(line.map { "$'\($0.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'" }.joined(separator: " ")))
            COMP_CWORD=\(line.count)
            _baton baton
            printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
            """
        let lines = try #require(
            ChildProcess.output(of: [
                "env", "-C", project.folder.path, "bash", "--norc", "--noprofile", "-u", "-c", script,
            ]))
        return lines.filter { !$0.isEmpty }
    }

    @Test func `bash offers them, written as the shell reads them`() throws {
        let project = try project()
        #expect(
            try offers(["run", "--tag", ""], in: project) == [
                "area:cart", "area:shop", "\\\"needs\\ review\\\"", "smoke",
            ])
        #expect(try offers(["run", "--tag", "sm"], in: project) == ["smoke"])
        #expect(try offers(["run", "--tag", "nee"], in: project) == ["\\\"needs\\ review\\\""])
        #expect(try offers(["run", "--tag", "'nee"], in: project) == ["\"needs review\""])
        #expect(try offers(["run", "--tag", "\"nee"], in: project) == [])
        #expect(try offers(["list", "--not-tag", "=", "sm"], in: project) == ["smoke"])
        // bash takes the word apart at the colon, and replaces what stands behind it.
        #expect(try offers(["run", "--tag", "area", ":"], in: project) == ["cart", "shop"])
        #expect(try offers(["run", "--tag", "area", ":", "s"], in: project) == ["shop"])
        #expect(try offers(["run", "--name", "Si"], in: project) == ["Sign\\ in", "Sign:\\ out"])
        #expect(try offers(["run", "--name", "Sign\\ i"], in: project) == ["Sign\\ in"])
        #expect(try offers(["run", "--name", "'Sign i"], in: project) == ["Sign in"])
        #expect(try offers(["run", "--owner", "team"], in: project) == ["team\\ a", "team\\ b"])
        #expect(try offers(["check", "--env", "s"], in: project) == ["staging"])
        #expect(try offers(["history", "show", "la"], in: project) == ["last"])
        #expect(try offers(["report", "la"], in: project) == ["last"])
        // Then bash offers files.
        #expect(try offers(["report", "even"], in: project) == [])
        #expect(try offers(["history", "case", "workflows/b"], in: project) == ["workflows/b/b.yaml"])
    }
}

/// Where the built program is, for `PATH`.
private enum RealPathOfProducts {
    static let folder = String(Products.path(of: "baton").dropLast("/baton".count))
}
