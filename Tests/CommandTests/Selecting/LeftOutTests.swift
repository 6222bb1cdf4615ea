import BatonTesting
import Glibc
import ProjectFolders
import Testing

/// What a folder holds and does not run is told.
@Suite struct LeftOutTests {
    @Test func `links are followed inside the project, and what is left out is in every report`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "d.YAML": SelectionProject.passing("D"),
            "sub/baton.yaml": "name: other\n", "sub/n.yaml": SelectionProject.failing("N"),
        ])
        try project.folder.write("shared/s.yaml", SelectionProject.passing("S"))
        symlink("../shared", project.folder.path + "/workflows/linked")
        let result = try await project.run(
            "--json", "r.json", "--events", "e.jsonl", "--tap", "t.tap", "--summary", "s.md")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("workflows/linked/s.yaml"), "\(result.output)")
        #expect(result.output.contains("workflows/d.YAML"), "\(result.output)")
        #expect(result.output.hasPrefix("left out: workflows/sub: a project of its own\n"), "\(result.output)")
        #expect(result.output.contains("3 passed in ") && result.output.contains(" (1 left out)\n"))
        let sentence = "workflows/sub: a project of its own"
        #expect(
            try project.folder.read("reports/junit.xml").contains(
                "<property name=\"baton.left_out\" value=\"\(sentence)\"/>"))
        #expect(try project.folder.read("reports/report.html").contains("<dt>Left out</dt><dd>\(sentence)</dd>"))
        let left = #"[{"path":"workflows/sub","reason":"a project of its own"}]"#
        #expect(try project.folder.read("r.json").contains("\"leftOut\":\(left)"))
        #expect(try project.folder.read("e.jsonl").contains("\"left_out\":\(left)"))
        #expect(try project.folder.read("t.tap").contains("\n# left out: \(sentence)\n"))
        #expect(try project.folder.read("s.md").contains("\nLeft out: \(sentence)\n"))
        for command in ["list", "check"] {
            #expect(try await project.baton([command]).output.hasPrefix("left out: \(sentence)\n"))
        }
    }

    @Test func `a file with a misspelt ending is left out with a word, data beside workflows without one`() async throws
    {
        let names = ["x.ymal", "y.yaml.txt", "data.json", "rows.csv", "a.yaml.bak"]
        var files = ["a.yaml": SelectionProject.passing("A")]
        for name in names { files[name] = SelectionProject.failing("N") }
        let project = try SelectionProject(files)
        let lines = ["x.ymal", "y.yaml.txt"].map {
            "left out: workflows/\($0): its name does not end in .yaml or .yml\n"
        }
        for command in ["run", "list", "check"] {
            let result = try await project.baton([command])
            #expect(result.exitCode == 0 && result.output.hasPrefix(lines.joined()), "\(result.everything)")
            #expect(!result.output.contains("data.json") && !result.output.contains(".bak"), "\(result.output)")
        }
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a folder that cannot be read is an error`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        try project.folder.write("workflows/closed/b.yaml", SelectionProject.passing("B"))
        Unprivileged.own(project.folder)
        chmod(project.folder.path + "/workflows/closed", 0)
        let result = try await Unprivileged.run(["run"], in: project.folder)
        chmod(project.folder.path + "/workflows/closed", 0o755)
        Unprivileged.disown(project.folder)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains("`closed` in `workflows` cannot be read: Permission denied"),
            "\(result.errorOutput)")
    }

    @Test func `a failure of a file that was renamed runs by its new name`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "c.yaml": SelectionProject.failing("C"),
        ])
        _ = try await project.run()
        rename(project.folder.path + "/workflows/c.yaml", project.folder.path + "/workflows/e.yaml")
        // Another run of something else makes it no less open.
        _ = try await project.run("workflows/a.yaml")
        let result = try await project.run("--last-failed")
        #expect(result.ran == ["✗e"] && result.exitCode == 1, "\(result.output)")
        #expect(
            result.output.contains(
                "workflows/c.yaml failed when it last ran, and is not there any more: what has never run"))
    }

    @Test func `changed files whose names are computed affect who reads them`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"),
            "r.yaml": "vars: { n: one }\nsteps:\n  - that: \"file('../data/' + n + '.txt') == 'x'\"\n",
        ])
        try project.folder.write("data/one.txt", "x")
        try project.folder.write(".gitignore", "reports/\n.baton/\n")
        for words in [["init", "-q"], ["add", "."], ["commit", "-qm", "first"]] {
            let git = ["git", "-C", project.folder.path, "-c", "user.name=t", "-c", "user.email=t@example.com"]
            _ = ChildProcess.output(of: git + words)
        }
        try project.folder.write("data/one.txt", "y")
        let result = try await project.run("--only-changed")
        #expect(result.ran == ["✗r"], "\(result.everything)")
    }
}
