import CommandCalls
import ProjectFolders
import Testing

/// `--vars-file`: values for variables from a file.
@Suite struct VariablesFileTests {
    private static let workflow = """
        vars: { size: 1, user: { name: nobody }, tags: [], label: none, kept: as-it-was }
        steps:
          - log: $(size) $(user.name) $(tags) $(label) $(kept)
          - that: type(size) != bool
        """

    private func run(_ file: String, _ arguments: String..., named name: String = "ci.yaml") async throws
        -> Baton.Result
    {
        let folder = try Folder()
        try folder.write("w.yaml", Self.workflow)
        try folder.write(name, file)
        return try await Baton(folder: folder).run(["run", "w.yaml", "--vars-file", name] + arguments)
    }

    @Test func `a file of variables wins over the workflow, and --var over both`() async throws {
        let result = try await run(
            "size: 2\nuser: { name: ada }\ntags: [a, 1.10]\nlabel: \"$$(x)\"\nx-anchors: { a: 1 }\n", "--var", "size=3")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains(#"3 ada ["a",1.10] $(x) as-it-was"#), "\(result.output)")
        #expect(result.errorOutput == "")
    }

    @Test func `JSON will do, and the later of two files wins`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", Self.workflow)
        try folder.write("one.json", "{\n\t\"size\": 5,\n\t\"label\": \"one\"\n}")
        try folder.write("deep/two.yaml", "label: two")
        let result = try await Baton(folder: folder)(
            "run", "w.yaml", "--vars-file", "one.json", "--vars-file", "deep/two.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("5 nobody [] two as-it-was"), "\(result.output)")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var says: [String]

        init(_ file: String, _ says: String...) {
            self.file = file
            self.says = says
        }

        var testDescription: String { says[1] }
    }

    static let cases: [Case] = [
        Case("size: 1\nsize: 2\n", "ci.yaml:2:1", "size"),
        Case("- size\n", "ci.yaml:1:1", "a file of variables wants a map, this is a list"),
        Case(
            "size=1\nlabel=x\n", "ci.yaml:1:1", "a file of variables wants a map, this is a text",
            "write `name: value`, not `name=value`"),
        Case(
            "label: $(uuid())\n", "ci.yaml:1:8", "`label` cannot be computed in a file of variables",
            "compute it under `vars` of the workflow"),
        Case("label: { a: [x, $(1 + 1)] }\n", "ci.yaml:1:8", "`label` cannot be computed in a file of variables"),
        Case("response: 1\n", "ci.yaml:1:1", "`response` has a meaning of its own in expressions"),
        Case("a-b: 1\n", "ci.yaml:1:1", "`a-b` cannot be the name of a variable"),
        Case("size: {{x}}\n", "ci.yaml:1:7", "{{"),
    ]

    @Test(arguments: cases)
    func `what is wrong with the file is shown with its place`(_ item: Case) async throws {
        let result = try await run(item.file)
        #expect(result.exitCode == 2, "\(result.everything)")
        for text in item.says {
            #expect(result.errorOutput.contains(text), "\(text) is not in:\n\(result.errorOutput)")
        }
    }

    @Test func `a file that is not there is exit 2`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--vars-file", "none.yaml")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("`none.yaml` does not exist"), "\(result.errorOutput)")
    }

    @Test func `a name for other workflows is left out, a misspelt one warns`() async throws {
        let result = try await run("entirely_different: 1\nlabl: x\n")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.errorOutput.contains("warning: no selected file declares `labl`: it is left out"))
        #expect(result.errorOutput.contains("ci.yaml:2:1"))
        #expect(result.errorOutput.contains("did you mean `label`?"))
        #expect(!result.errorOutput.contains("entirely_different"))
    }
}
