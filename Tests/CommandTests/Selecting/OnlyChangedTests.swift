import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `--only-changed`: what differs from the last commit, and what depends on it.
@Suite struct OnlyChangedTests {
    /// A committed project with APIs, data, schemas and workflows that read them.
    private static func project() throws -> SelectionProject {
        let project = try SelectionProject([
            "plain.yaml": SelectionProject.passing("Plain"),
            "data.yaml":
                "steps:\n  - for_each: { csv: data/users.csv }\n    as: user\n    that: user.name != \"\"\n",
            "expression.yaml": "steps:\n  - that: file(\"data/text.txt\").contains(\"a\")\n",
            "computed.yaml":
                "vars: { name: note }\nsteps:\n  - that: file(name + \".md\") != \"\"\n    skip: left out\n  - that: file(\"$(5)\") == \"\"\n    skip: left out\n  - that: 1 == 1\n",
            "schema.yaml":
                "steps:\n  - get: http://127.0.0.1:1/\n    skip: needs a server\n    expect: { schema: schemas/item.json }\n  - that: 1 == 1\n",
            "call.yaml":
                "use: { a: apis/a.yaml }\nsteps:\n  - call: a.one\n    skip: needs a server\n  - that: 1 == 1\n",
            "snapshots/plain.yaml/page.txt": "a\n",
            "data/users.csv": "name\nada\n", "data/text.txt": "a", "data/unread.txt": "",
            "schemas/item.json": "{ \"$ref\": \"parts/name.json\" }",
            "schemas/parts/name.json": "{ \"type\": \"object\" }",
            "apis/a.yaml": "use: { b: b.yaml }\nendpoints:\n  one: { get: http://127.0.0.1:1/, result: b.T }\n",
            "apis/b.yaml": "types:\n  T: { id: $.id }\n",
        ])
        try git(project, ["init", "-q"])
        try project.folder.write(".gitignore", ".baton/\nreports/\n*.log\n")
        try git(project, ["add", "."])
        try git(project, ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "first"])
        return project
    }

    private static func git(_ project: SelectionProject, _ words: [String]) throws {
        _ = ChildProcess.output(of: ["git", "-C", project.folder.path] + words)
    }

    @Test(
        arguments: [
            ("workflows/plain.yaml", ["plain"]), ("workflows/data/users.csv", ["data"]),
            ("workflows/data/text.txt", ["expression"]), ("workflows/schemas/item.json", ["schema"]),
            ("workflows/schemas/parts/name.json", ["schema"]), ("workflows/apis/a.yaml", ["call"]),
            ("workflows/apis/b.yaml", ["call"]), ("workflows/snapshots/plain.yaml/page.txt", ["plain"]),
        ])
    func `a changed file runs what it affects`(_ path: String, _ expected: [String]) async throws {
        let project = try Self.project()
        try project.folder.write(path, try project.folder.read(path) + "\n")
        let result = try await project.run("--only-changed")
        #expect(result.ran.map { String($0.dropFirst()) } == expected, "\(result.everything)")
        #expect(result.output.hasPrefix("1 of 6 affected by what has changed (1 file)\n"), "\(result.output)")
    }

    @Test(
        arguments: [
            ("workflows/parts/name.xsd", ["schema"]), ("kept/users.csv", ["linked"]), ("workflows/seed.yaml", nil),
            ("texts/name.txt", nil), ("texts/unread.txt", []),
        ] as [(String, [String]?)])
    func `what a schema includes, a link leads to and baton.yaml names is read, too`(
        _ path: String, _ expected: [String]?
    ) async throws {
        let project = try SelectionProject([
            "schema.yaml":
                "steps:\n  - get: http://127.0.0.1:1/\n    skip: needs a server\n    expect: { xml_schema: item.xsd }\n  - that: 1 == 1\n",
            "linked.yaml": "steps:\n  - for_each: { csv: users.csv }\n    as: user\n    that: user.name != ''\n",
            "seed.yaml": SelectionProject.passing("Seed"),
            "item.xsd":
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\n<xs:include schemaLocation='parts/name.xsd'/>\n</xs:schema>\n",
            "parts/name.xsd":
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\n<xs:element name='a' type='xs:string'/>\n</xs:schema>\n",
        ])
        try project.folder.write("kept/users.csv", "name\nada\n")
        symlink("../kept/users.csv", project.folder.path + "/workflows/users.csv")
        for name in ["name", "unread"] { try project.folder.write("texts/\(name).txt", "a") }
        try project.folder.write(
            "baton.yaml", "before: [workflows/seed.yaml]\nvars: { name: \"$(file('texts/name.txt'))\" }\n")
        try Self.git(project, ["init", "-q"])
        try project.folder.write(".gitignore", ".baton/\nreports/\n")
        try Self.git(project, ["add", "."])
        try Self.git(project, ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "first"])
        try project.folder.write(path, try project.folder.read(path) + "\n")
        let result = try await project.baton(["list", "--only-changed", "--json"])
        if let expected {
            let names = ["schema", "linked"].filter { result.output.contains("\"path\":\"workflows/\($0).yaml\"") }
            #expect(names == expected && !result.output.contains("invalid"), "\(result.everything)")
        } else {
            #expect(result.output.contains("\(path) has changed, and affects everything"), "\(result.everything)")
        }
    }

    @Test(arguments: ["vars.yaml", "./vars.yaml", "workflows/../vars.yaml"])
    func `a changed file of variables affects everything, however its path is written`(_ path: String) async throws {
        let project = try Self.project()
        try project.folder.write("vars.yaml", "{}\n")
        let result = try await project.run("--only-changed", "--vars-file", path)
        #expect(result.output.hasPrefix("vars.yaml has changed, and affects everything\n"), "\(result.everything)")
    }

    @Test func `files that are new, staged or gone count too`() async throws {
        let project = try Self.project()
        try project.folder.write("workflows/new.yaml", SelectionProject.passing("New"))
        try project.folder.remove("workflows/data/text.txt")
        try project.folder.write("workflows/plain.yaml", SelectionProject.passing("Plain, changed"))
        try Self.git(project, ["add", "workflows/plain.yaml"])
        let result = try await project.run("--only-changed")
        #expect(result.ran.map { String($0.dropFirst()) } == ["expression", "new", "plain"], "\(result.everything)")
        let list = try await project.baton(["list", "--only-changed"])
        #expect(list.output.contains("3 workflows\n"))
        let narrowed = try await project.run("--only-changed", "--name", "New")
        #expect(narrowed.ran == ["✓new"])
    }

    @Test func `a changed baton.yaml affects everything`() async throws {
        let project = try Self.project()
        try project.folder.write("baton.yaml", "name: shop\nvars: { a: 1 }\n")
        let result = try await project.run("--only-changed", "--dry-run")
        #expect(result.output.hasPrefix("baton.yaml has changed, and affects everything\n"), "\(result.everything)")
        #expect(result.ran.count == 6)
    }

    @Test func `a changed contract of an environment affects everything`() async throws {
        let project = try Self.project()
        try project.folder.write(
            "baton.yaml", "name: shop\nenvironments: { local: { base_url: 'http://x.test', contract: openapi.yaml } }\n"
        )
        let document = "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: {} } } } }\n"
        try project.folder.write("openapi.yaml", document)
        try Self.git(project, ["add", "."])
        try Self.git(
            project, ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "contract"])
        try project.folder.write("openapi.yaml", document + "# changed\n")
        let result = try await project.run("--only-changed", "--dry-run")
        #expect(
            result.output.contains("openapi.yaml has changed, and affects everything\n"), "\(result.everything)")
    }

    @Test func `what affects nothing, what is ignored, and a clean tree select nothing, which is an error`()
        async throws
    {
        let project = try Self.project()
        try project.folder.write("workflows/server.log", "ignored")
        let clean = try await project.run("--only-changed")
        #expect(clean.exitCode == 2)
        #expect(clean.errorOutput.contains("nothing has changed since the last commit [run.nothing-selected]"))
        try project.folder.write("workflows/data/unread.txt", "changed")
        let unread = try await project.run("--only-changed")
        #expect(unread.exitCode == 2)
        #expect(unread.errorOutput.contains("nothing is affected by what has changed (1 file) [run.nothing-selected]"))
    }

    @Test func `outside a repository the error says so`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        let result = try await project.run("--only-changed")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("`--only-changed` cannot ask git: not a git repository"), "\(result.everything)"
        )
        #expect(result.errorOutput.contains("[run.unavailable]"))
    }
}
