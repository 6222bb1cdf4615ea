import CommandCalls
import ProjectFolders
import Testing

/// Calls that multiply: each file is looked at once, however many ways lead to it.
@Suite struct CallExpansionTests {
    private static func check(_ files: [(String, String)], _ name: String) async throws -> Baton.Result {
        let folder = try Folder()
        for (name, text) in files { try folder.write(name, text) }
        return try await Baton(folder: folder)("check", name)
    }

    /// Files that call the next one so many times, the last one with a step of its own.
    private static func levels(_ count: Int, calls: Int, last: String = "that: 1 == 1") -> [(String, String)] {
        (0..<count).map { level in
            let step = level == count - 1 ? last : "workflow: l\(level + 1).yaml"
            return ("l\(level).yaml", "steps:\n" + String(repeating: "  - \(step)\n", count: calls))
        }
    }

    @Test func `steps that calls multiply are refused beyond a million`() async throws {
        let result = try await Self.check(Self.levels(9, calls: 10), "l0.yaml")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains(
                "with the workflows that it calls, and those that these call, the file has more than 1000000 steps"),
            "\(result.errorOutput.prefix(2000))")
        #expect(result.errorOutput.contains("l3.yaml:") || result.errorOutput.contains("l2.yaml:"))
        let fine = try await Self.check(Self.levels(5, calls: 10), "l0.yaml")
        #expect(fine.output == "1 workflow, no errors\n", "\(fine.everything)")
    }

    @Test func `files that call each other too deep are refused with the place`() async throws {
        let result = try await Self.check(Self.levels(3000, calls: 1), "l0.yaml")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("workflows call each other more than 32 levels deep"),
            "\(result.errorOutput.prefix(2000))")
        #expect(result.errorOutput.contains("l32.yaml:2:"), "\(result.errorOutput.prefix(2000))")
    }

    /// Two files at each level, each of which calls both of the next: a thousand million ways to the last.
    @Test(arguments: [("that: 1 == 1", 2), ("gett: /x", 2)])
    func `many ways to one file are one`(_ last: String, _ exitCode: Int32) async throws {
        var files: [(String, String)] = []
        for level in 0..<30 {
            for side in ["a", "b"] {
                let text =
                    level == 29
                    ? "steps:\n  - \(last)\n  - exec: [ls]\n"
                    : "steps:\n  - workflow: a\(level + 1).yaml\n  - workflow: b\(level + 1).yaml\n"
                files.append(("\(side)\(level).yaml", text))
            }
        }
        let result = try await Self.check(files, "a0.yaml")
        #expect(result.exitCode == exitCode)
        #expect(result.everything.utf8.count < 100_000)
        #expect(result.errorOutput.ranges(of: "unknown key `gett`").count == (last.hasPrefix("gett") ? 2 : 0))
    }
}
