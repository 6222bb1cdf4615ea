import CommandCalls
import ProjectFolders
import Testing

/// What a user gets to read when something is wrong before or around the first request.
@Suite struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var files: [String: String]
        var arguments: [String]
        var exitCode: Int32
        var says: [String]

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "a missing file", files: [:], arguments: ["run", "nothing.yaml"], exitCode: 2,
            says: ["nothing.yaml: no such file or folder"]),
        Case(
            name: "a folder without workflows", files: ["empty/readme.txt": "x"], arguments: ["run", "empty"],
            exitCode: 2, says: ["there is no workflow in empty", ".yaml"]),
        Case(
            name: "no project and no path", files: [:], arguments: ["run"], exitCode: 2,
            says: ["there is no baton.yaml here or above", "`baton init` makes a project here"]),
        Case(
            name: "tabs", files: ["w.yaml": "steps:\n\t- get: /x\n"], arguments: ["check", "w.yaml"], exitCode: 2,
            says: ["w.yaml:2:1", "tab"]),
        Case(
            name: "a duplicate key, with both places",
            files: ["w.yaml": "name: a\nsteps:\n  - get: http://a/\nname: b\n"], arguments: ["check", "w.yaml"],
            exitCode: 2, says: ["w.yaml:4:1", "w.yaml:1:1", "name"]),
        Case(
            name: "an unknown key, with a suggestion",
            files: ["w.yaml": "steps:\n  - get: http://a/\n    expct: { status: 200 }\n"],
            arguments: ["check", "w.yaml"], exitCode: 2,
            says: ["w.yaml:3:5", "unknown key `expct` in a step", "did you mean `expect`?"]),
        Case(
            name: "a word of another tool",
            files: ["w.yaml": "steps:\n  - get: http://a/\n    assert: { status: 200 }\n"],
            arguments: ["check", "w.yaml"], exitCode: 2,
            says: ["unknown key `assert`", "write `expect: { status: 200 }`"]),
        Case(
            name: "an unknown operator, with a suggestion",
            files: ["w.yaml": "steps:\n  - get: http://a/\n    expect: { body: { contians: x } }\n"],
            arguments: ["check", "w.yaml"], exitCode: 2,
            says: ["unknown operator `contians`", "did you mean `contains`?"]),
        Case(
            name: "an undefined name", files: ["w.yaml": "vars: { token: x }\nsteps:\n  - get: http://a/$(tokn)\n"],
            arguments: ["check", "w.yaml"], exitCode: 2, says: ["w.yaml:3:21", "tokn", "token"]),
        Case(
            name: "two bodies", files: ["w.yaml": "steps:\n  - post: http://a/\n    json: {}\n    text: x\n"],
            arguments: ["check", "w.yaml"], exitCode: 2, says: ["w.yaml:4:5", "takes one of `json` and `text`"]),
        Case(
            name: "two methods", files: ["w.yaml": "steps:\n  - get: http://a/\n    post: http://b/\n"],
            arguments: ["check", "w.yaml"], exitCode: 2, says: ["w.yaml:3:5", "it has `get` and `post`"]),
        Case(
            name: "an invalid URL", files: ["w.yaml": "steps:\n  - get: ftp://a/\n"], arguments: ["check", "w.yaml"],
            exitCode: 2, says: ["w.yaml:2:10", "ftp"]),
        Case(
            name: "a port out of range", files: ["w.yaml": "steps:\n  - get: http://a:70000/\n"],
            arguments: ["check", "w.yaml"], exitCode: 2, says: ["w.yaml:2:10", "port"]),
        Case(
            name: "a line break in a header",
            files: ["w.yaml": "steps:\n  - get: http://a/\n    headers: { X-A: \"a\\nb\" }\n"],
            arguments: ["check", "w.yaml"], exitCode: 2, says: ["w.yaml:3:16", "line break"]),
        Case(
            name: "a check that checks nothing", files: ["w.yaml": "steps:\n  - get: http://a/\n    expect: {}\n"],
            arguments: ["check", "w.yaml"], exitCode: 2, says: ["w.yaml:3:13", "checks nothing"]),
        Case(
            name: "a file without steps", files: ["w.yaml": "name: x\n"], arguments: ["run", "w.yaml"], exitCode: 2,
            says: ["w.yaml:1:1", "a workflow file has no `steps`"]),
        Case(
            name: "an unknown environment",
            files: [
                "baton.yaml": "environments: { local: { base_url: http://127.0.0.1:1 } }",
                "workflows/w.yaml": "steps: [ get: / ]",
            ],
            arguments: ["run", "--env", "locl"], exitCode: 2,
            says: ["there is no environment `locl`", "did you mean `local`?"]),
        Case(
            name: "a folder of another project",
            files: [
                "baton.yaml": "name: outer", "workflows/other/baton.yaml": "name: inner",
                "workflows/other/deep/w.yaml": "steps: [ that: 1 == 1 ]",
            ],
            arguments: ["run", "workflows/other/deep"], exitCode: 2,
            says: [
                "workflows/other/deep belongs to another project, that of workflows/other/baton.yaml",
                "run it in workflows/other",
            ]),
        Case(
            name: "a folder in which there is only another project",
            files: ["baton.yaml": "name: outer", "workflows/other/baton.yaml": "name: inner"],
            arguments: ["run"], exitCode: 2, says: ["there is no workflow in workflows"]),
        Case(
            name: "a missing secret",
            files: [
                "baton.yaml":
                    "environments: { local: { base_url: http://127.0.0.1:1, secrets: [BATON_TEST_NOT_SET] } }",
                "workflows/w.yaml": "steps: [ { get: /, auth: { bearer: $(secrets.BATON_TEST_NOT_SET) } } ]",
            ],
            arguments: ["run"], exitCode: 2, says: ["the secret `BATON_TEST_NOT_SET` has no value"]),
        Case(
            name: "a variable that nobody declares",
            files: ["w.yaml": "vars: { size: 1 }\nsteps:\n  - that: size == 1\n"],
            arguments: ["run", "w.yaml", "--var", "siz=2"], exitCode: 2, says: ["--var siz", "did you mean `size`?"]),
        Case(
            name: "a selection that matches nothing", files: ["w.yaml": "tags: [a]\nsteps:\n  - that: 1 == 1\n"],
            arguments: ["run", "w.yaml", "--tag", "b"], exitCode: 2,
            says: ["the one workflow is not selected", "there are the tags a; `baton list` shows all"]),
        Case(
            name: "several tags in one option", files: ["w.yaml": "tags: [smoke, auth]\nsteps:\n  - that: 1 == 1\n"],
            arguments: ["list", "w.yaml", "--tag", "smoke,auth"], exitCode: 2,
            says: ["write `smoke or auth` for one of them, `smoke and auth` for all"]),
        Case(
            name: "a misspelt tag", files: ["w.yaml": "tags: [smoke, auth]\nsteps:\n  - that: 1 == 1\n"],
            arguments: ["run", "w.yaml", "--tag", "smok"], exitCode: 2,
            says: ["no workflow has the tag `smok`; did you mean `smoke`?"]),
        Case(
            name: "a misspelt name", files: ["w.yaml": "name: Sign in\nsteps:\n  - that: 1 == 1\n"],
            arguments: ["run", "w.yaml", "--name", "Sing in"], exitCode: 2,
            says: ["names are matched whole; nearest: `Sign in`"]),
        Case(
            name: "a part of a name", files: ["w.yaml": "name: Sign in\nsteps:\n  - that: 1 == 1\n"],
            arguments: ["run", "w.yaml", "--name", "in"], exitCode: 2,
            says: ["names are matched whole; nearest: `Sign in`; `--name '*in*'` finds 1"]),
        Case(
            name: "nothing that was proved", files: ["w.yaml": "steps:\n  - log: hello\n"],
            arguments: ["run", "w.yaml"],
            exitCode: 2, says: ["nothing was proved: 1 skipped in"]),
        Case(
            name: "a URL without a base", files: ["w.yaml": "steps:\n  - get: /x\n"], arguments: ["run", "w.yaml"],
            exitCode: 2, says: ["w.yaml:2:10", "`/x` needs a base URL", "--base-url"]),
        Case(
            name: "an unknown option", files: [:], arguments: ["run", "--jbos", "2"], exitCode: 2,
            says: ["unknown option `--jbos`", "did you mean `--jobs`?", "see baton run --help"]),
        Case(
            name: "a number of jobs that is none", files: [:], arguments: ["run", "--jobs", "0"], exitCode: 2,
            says: ["`--jobs` wants a number of at least 1"]),
    ]

    @Test(arguments: cases)
    func `bad input is explained`(_ item: Case) async throws {
        let folder = try Folder()
        for (name, text) in item.files { try folder.write(name, text) }
        let result = try await Baton(folder: folder).run(item.arguments)
        #expect(result.exitCode == item.exitCode, "\(result.everything)")
        for text in item.says {
            #expect(result.everything.contains(text), "\(text) is not in:\n\(result.everything)")
        }
    }

    @Test func `a file that is not UTF-8 is refused with the place`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", bytes: Array("name: a".utf8) + [0xff, 0x0a])
        let result = try await Baton(folder: folder)("check", "w.yaml")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("w.yaml:1:8"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("UTF-8"))
    }

    @Test func `what is wrong with the variables of baton yaml is said once, however many files there are`()
        async throws
    {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\nvars: { a: $(nope) }\n")
        for name in ["a", "b", "c"] { try folder.write("w/\(name).yaml", "steps: [ that: 1 == 1 ]\n") }
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.split(separator: "baton.yaml:2:14").count == 2, "\(result.errorOutput)")
        #expect(result.output == "3 workflows, 3 with errors\n")
    }

    @Test func `all errors of all files are told at once, and valid files run`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w")
        try folder.write("w/a.yaml", "steps:\n  - gett: /x\n  - that: 1 +\n")
        try folder.write("w/b.yaml", "stepps: []\n")
        try folder.write("w/c.yaml", "steps:\n  - that: 1 == 1\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2)
        for place in ["w/a.yaml:2:5", "w/a.yaml:3:", "w/b.yaml:1:1"] {
            #expect(result.errorOutput.contains(place), "\(place) is not in:\n\(result.errorOutput)")
        }
        #expect(result.output.contains("1 passed"), "\(result.output)")
        let report = try folder.read("reports/junit.xml")
        #expect(report.contains("workflow.invalid"))
    }
}
