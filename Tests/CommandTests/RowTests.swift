import CommandCalls
import Glibc
import ProjectFolders
import RunningDemo
import Testing

/// Workflows that run once for each row, with the real program.
@Suite struct RowTests {
    private func project(_ files: [String: String]) async throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \(try await Demo.baseURL()), secrets: [ADA_PASSWORD] } }")
        for (name, text) in files { try folder.write("workflows/\(name)", text) }
        return folder
    }

    private func run(_ folder: Folder, _ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: folder, environment: ["ADA_PASSWORD": "lovelace-1815"]).run(["run"] + arguments)
    }

    private static let statuses = """
        name: Statuses
        rows: { csv: data/codes.csv, name: $(row.name), types: { code: integer } }
        steps:
          - get: /status/$(row.code)
            expect: { status: $(row.code) }
        """

    @Test func `each row is a suite of its own in console, JUnit file and history`() async throws {
        let folder = try await project([
            "w.yaml": Self.statuses, "data/codes.csv": "code,name\n200,fine\n404,\"not, there\"\n",
        ])
        let result = try await run(folder)
        #expect(result.exitCode == 0, "\(result.everything)")
        let lines = result.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("✓ workflows/w.yaml  Statuses [row=fine]  "), "\(result.output)")
        #expect(lines[1].hasPrefix("✓ workflows/w.yaml  Statuses [row=not, there]  "))
        let report = try folder.read("reports/junit.xml")
        #expect(report.contains(#"<testsuite name="workflows/w.yaml [row=fine]" tests="1""#), "\(report)")
        #expect(report.contains(#"name="Statuses [row=not, there] › "#))
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        let names = "SELECT path, name, row_name FROM workflow_case ORDER BY row_name"
        #expect(
            try history.rows(names) == [
                "workflows/w.yaml | Statuses | fine", "workflows/w.yaml | Statuses | not, there",
            ])
        // A row that comes first changes nothing for the others.
        try folder.write("workflows/data/codes.csv", "code,name\n503,busy\n404,\"not, there\"\n200,fine\n")
        #expect(try await run(folder).exitCode == 0)
        #expect(try history.rows("SELECT count(*) FROM workflow_case") == ["3"])
    }

    @Test(arguments: [
        ("Statuses [row=b]", "b"), ("*[row=b]", "b"), ("Statuses [[]row=b]", "b"), ("*row=[ab]*", "ab"),
        ("Statuses [row=?]", "abc"), ("Statuses", "abc"), ("Stat*", "abc"), ("*[row={a,c}]", "ac"), ("*[row=x]", ""),
    ])
    func `a row is selected by its name`(_ pattern: String, _ rows: String) async throws {
        let folder = try await project([
            "w.yaml": Self.statuses, "data/codes.csv": "code,name\n200,a\n201,b\n404,c\n",
            "z.yaml": "steps: [ that: true ]",
        ])
        let result = try await run(folder, "--no-history", "--name", pattern)
        let found = result.output.matches(of: /\[row=(.)\]/).map { String($0.1) }.joined()
        #expect(found == rows, "\(result.everything)")
        #expect(result.exitCode == (rows.isEmpty ? 2 : 0))
        let list = try await Baton(folder: folder)("list", "--name", pattern)
        #expect(list.output.matches(of: /\[row=(.)\]/).map { String($0.1) }.joined() == rows)
    }

    @Test func `rows that failed run again alone`() async throws {
        let folder = try await project(["w.yaml": Self.statuses, "data/codes.csv": "code,name\n200,a\n99,b\n404,c\n"])
        #expect(try await run(folder).exitCode == 1)
        try folder.write("workflows/data/codes.csv", "code,name\n200,a\n201,b\n404,c\n")
        let again = try await run(folder, "--last-failed")
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(again.output.matches(of: /\[row=(.)\]/).map { String($0.1) } == ["b"], "\(again.output)")
    }

    @Test func `a file that changes while the workflows run is an error, and no other row`() async throws {
        let text = """
            name: Rows
            rows: { csv: data/rows.csv }
            steps:
              - get: /echo
                query: { name: $(row.name) }
                save: data/rows.csv
            """
        let folder = try await project(["w.yaml": text, "data/rows.csv": "name,value\nada,1\ngrace,2\n"])
        let result = try await run(folder, "--jobs", "1")
        #expect(result.exitCode == 1, "\(result.everything)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("✓ workflows/w.yaml  Rows [row=ada]"), "\(result.output)")
        #expect(
            result.output.contains(
                "`data/rows.csv` has been changed since the run began: the row `grace` is no longer where it was"
            ), "\(result.output)")
        #expect(result.output.contains("run again; nothing may write the file while the workflows run"))
    }

    @Test(arguments: ["../outside.csv", "/etc/passwd", "data/link.csv", ".baton/rows.csv"])
    func `a file outside the file root is refused`(_ path: String) async throws {
        let folder = try await project(["w.yaml": "rows: { csv: \"\(path)\" }\nsteps: [ that: true ]"])
        let outside = try Folder()
        try outside.write("rows.csv", "a\n1\n")
        try folder.write("workflows/.baton/rows.csv", "a\n1\n")
        try folder.write("workflows/data/x", "")
        symlink("\(outside.path)/rows.csv", "\(folder.path)/workflows/data/link.csv")
        let result = try await run(folder, "--file-root", "workflows")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains(
                path.hasPrefix(".baton") ? "closed to workflows" : "lies outside the file root"), "\(result.everything)"
        )
        #expect(!result.everything.contains("[row="))
    }

    @Test func `what is secret in a row is masked, the rest of it is not`() async throws {
        let text = """
            name: Rows
            rows:
              - { user: ada, password: $(secrets.ADA_PASSWORD), note: plain }
            steps:
              - post: /login
                json: { username: $(row.user), password: $(row.password) }
              - log: $(row.user) $(row.password) $(row.note)
            """
        let folder = try await project(["w.yaml": text])
        let result = try await run(folder, "-v")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("| ada *** plain"), "\(result.output)")
        #expect(!result.everything.contains("lovelace-1815"))
        #expect(!(try folder.read("reports/junit.xml")).contains("lovelace-1815"))
    }

    @Test func `a row whose name is a secret is refused`() async throws {
        let folder = try await project([
            "w.yaml": "rows: { csv: data/r.csv }\nsteps: [ that: true ]", "data/r.csv": "name\nlovelace-1815\n",
        ])
        let result = try await run(folder)
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("workflows/w.yaml: the name of a row holds a secret [data.row-name]"),
            "\(result.everything)")
        #expect(!result.everything.contains("lovelace-1815"))
    }

    @Test func `rows start no programs that are not allowed`() async throws {
        let folder = try await project(["w.yaml": "rows: [a, b]\nsteps: [ exec: [\"touch\", \"started\"] ]"])
        let result = try await run(folder)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(!folder.exists("started") && !folder.exists("workflows/started"))
    }

    @Test func `each row is tried again by itself`() async throws {
        let name = "rows-\(UInt64.random(in: 0 ... .max))"
        let text = """
            name: Rows
            retries: 1
            rows: [a, b]
            vars: { id: $(row + "-" + uuid()) }
            steps:
              - get: /count/\(name)-$(row)
                id: count
              - that: row == "a" || steps.count.response.json.count == 2
            """
        let folder = try await project(["w.yaml": text])
        let result = try await run(folder)
        #expect(result.exitCode == 0, "\(result.everything)")
        let lines = result.output.split(separator: "\n")
        #expect(!lines[0].contains("flaky") && lines[1].contains("flaky: "), "\(result.output)")
        #expect(result.output.contains("2 passed (1 flaky)"))
    }
}
