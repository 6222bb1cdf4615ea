import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton check --fix` writes what it would otherwise only show.
@Suite struct FixTests {
    private static let wrong = """
        name: A # kept
        steps:
          - get: /x
            capture: { code: { path: $.items[0].code } }
            expect: { status:200 }
          - { get: /x, json: { a: $({"k": 1}) } }

        """
    private static let right = """
        name: A # kept
        steps:
          - get: /x
            capture: { code: { path: "$.items[0].code" } }
            expect: { status: 200 }
          - { get: /x, json: { a: '$({"k": 1})' } }

        """

    @Test func `corrections are written and shown, and nothing else changes`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", Self.wrong)
        try folder.write("good.yaml", "steps: [ { get:   /x } ]\n")
        let before = try await Baton(folder: folder)("check", ".")
        #expect(before.exitCode == 2)
        #expect(try folder.read("w.yaml") == Self.wrong)
        let fixed = try await Baton(folder: folder)("check", "--fix", ".")
        #expect(fixed.exitCode == 0, "\(fixed.everything)")
        #expect(try folder.read("w.yaml") == Self.right)
        #expect(try folder.read("good.yaml") == "steps: [ { get:   /x } ]\n")
        #expect(fixed.output.contains("3 mistakes in 1 file corrected\n2 workflows, no errors\n"), "\(fixed.output)")
        #expect(!fixed.errorOutput.contains("error:"))
        for line in Self.right.split(separator: "\n")[3...] { #expect(fixed.errorOutput.contains("+ \(line)")) }
        let again = try await Baton(folder: folder)("check", "--fix", ".")
        #expect(again.exitCode == 0 && again.output.contains("nothing to correct"), "\(again.everything)")
    }

    @Test func `what has no certain correction stays an error, beside what was corrected`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", Self.wrong + "  - { gett: /x }\n")
        let result = try await Baton(folder: folder)("check", "--fix", "w.yaml")
        #expect(result.exitCode == 2)
        #expect(try folder.read("w.yaml") == Self.right + "  - { gett: /x }\n")
        #expect(result.errorOutput.contains("error: unknown key `gett` in a step"))
    }

    @Test func `a file keeps its permissions and its link`() async throws {
        let folder = try Folder()
        try folder.write("shared/w.yaml", Self.wrong)
        #expect(chmod("\(folder.path)/shared/w.yaml", 0o640) == 0)
        #expect(symlink("shared/w.yaml", "\(folder.path)/link.yaml") == 0)
        let result = try await Baton(folder: folder)("check", "--fix", "link.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try folder.read("shared/w.yaml") == Self.right)
        var status = stat()
        #expect(lstat("\(folder.path)/link.yaml", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat("\(folder.path)/shared/w.yaml", &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test(arguments: [
        "steps:\n\t- post: /x\n\t  json:\n\t\tq: 1\n\t\tname: foo\n",
        "steps:\n\t- post: /x\n\t  text: |\n\t\tline one\n\t\t\tline two\n",
        "steps:\n  - get: /x\n    expect:\n      $.age: > 5\n",
        "steps:\n  - get: /x\n    expect: { $.age: > 5 }\n",
        "steps:\n  - { post: /x, json: { a: x{1, t: [2] } }\n", "steps:\n  - get: /x # y\n    name: a: b\n",
        "steps:\n  - { post: /x, json: { token: x[1] } }\n", "steps:\n  - { gett: /x }\n",
    ])
    func `what may be meant in another way, or cannot be shown, stays as it is`(_ text: String) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", text)
        let result = try await Baton(folder: folder)("check", "--fix", "w.yaml")
        #expect(result.exitCode == 2)
        #expect(try folder.read("w.yaml") == text)
        #expect(result.output.contains("nothing to correct"))
    }

    @Test func `a secret in a corrected line is not shown`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml", "steps:\n  - { get: /x, headers: { Authorization: Bearer s3cr3t[0]x }, expect: { status:200 } }\n"
        )
        let result = try await Baton(folder: folder)("check", "--fix", "w.yaml")
        #expect(!result.everything.contains("s3cr3t"), "\(result.everything)")
    }
}
