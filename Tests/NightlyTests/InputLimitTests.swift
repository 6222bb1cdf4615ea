import Glibc
import ProjectFolders
import Testing

/// Files that are too large, too deep or too many are refused with a place, or bounded, in little memory.
@Suite struct InputLimitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var text: @Sendable () -> String
        var exitCode: Int32 = 2
        /// What `check` says.
        var says: [String]
        var testDescription: String { name }
    }

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let cases: [Case] = [
        Case(
            name: "aliases that multiply",
            text: {
                "x-a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
                    + (1..<10).map { "x-a\($0): &a\($0) [\(times("*a\($0 - 1),", 9))*a\($0 - 1)]\n" }.joined()
                    + "steps: [ that: 1 == 1 ]\n"
            }, says: ["stand for more than 100000 values", "w.yaml:5:"]),
        Case(
            name: "a million values", text: { "x-a: [" + times("1,", 1_000_001) + "1]\nsteps: [ that: 1 == 1 ]\n" },
            says: ["the file holds more than 1000000 values", "w.yaml:1:"]),
        Case(
            name: "an expression of more than 1 MiB",
            text: { "steps:\n  - that: size('" + times("x", 1 << 20) + "') == 1\n" },
            says: ["the expression is longer than 1 MB", "w.yaml:2:"]),
        Case(
            name: "450,000 variables",
            text: {
                "vars:\n" + (0..<450_000).map { "  k\($0): \($0)\n" }.joined() + "steps: [ that: k7 == 7 ]\n"
            }, exitCode: 0, says: ["1 workflow, no errors"]),
        Case(
            name: "10,000 variables that need one another",
            text: {
                "vars:\n" + (0..<10_000).map { "  k\($0): $(k\($0 + 1) + 1)\n" }.joined()
                    + "  k10000: 1\nsteps: [ that: k0 == 1 ]\n"
            }, says: ["`k0` needs a variable that needs another, and so on: that is too deep", "w.yaml:2:3"]),
        Case(
            name: "10,000 names that are nearly right",
            text: {
                "vars:\n" + (0..<10_000).map { "  customer_k\($0): 1\n" }.joined() + "steps:\n"
                    + (0..<10_000).map { "  - that: customer_j\($0) == 1\n" }.joined()
            }, says: ["nothing here is named `customer_j0`", "w.yaml:10003:11", "and 9800 more"]),
        Case(
            name: "10,000 aliases that are nearly right",
            text: {
                "x-a:\n" + (0..<10_000).map { "  - &anchor_k\($0) 1\n" }.joined() + "x-b:\n"
                    + (0..<10_000).map { "  - *anchor_j\($0)\n" }.joined() + "steps: [ that: 1 == 1 ]\n"
            }, says: ["no anchor `&anchor_j0` stands before this alias", "w.yaml:10003:5"]),
        Case(
            name: "10,000 steps, each naming another",
            text: {
                "steps:\n"
                    + (0..<10_000).map {
                        "  - set: { a\($0): \($0) }\n    id: s\($0)\n  - that: steps.s\($0).a\($0) == \($0)\n"
                    }.joined()
            }, exitCode: 0, says: ["1 workflow, no errors"]),
        Case(
            name: "10,000 inputs",
            text: {
                "inputs:\n" + (0..<10_000).map { "  k\($0): { default: 1 }\n" }.joined()
                    + "steps: [ that: inputs.k7 == 1 ]\n"
            }, exitCode: 0, says: ["1 workflow, no errors"]),
        Case(
            name: "a path of 10,000 segments",
            text: { "steps:\n  - get: http://a/\n    capture: { a: \"$" + times(".a", 10_000) + "\" }\n" }, exitCode: 0,
            says: ["1 workflow, no errors"]),
        Case(
            name: "100,000 brackets", text: { "steps: " + times("[", 100_000) },
            says: ["nested more than 100 deep", "w.yaml:1:107"]),
        Case(
            name: "a file of more than 10 MB", text: { "name: a\n# " + times("x", 10_000_000) },
            says: ["`w.yaml` is larger than 10 MB"]),
        Case(
            name: "an expression in 10,000 parentheses",
            text: { "steps:\n  - that: " + times("(", 10_000) + "1" + times(")", 10_000) + " == 1\n" },
            says: ["the expression is nested too deeply", "w.yaml:2:211"]),
        Case(
            name: "10,000 signs", text: { "steps:\n  - that: 1 == " + times("-", 10_000) + "1\n" },
            says: ["the expression is nested too deeply", "w.yaml:2:"]),
        Case(
            name: "10,000 sums", text: { "steps:\n  - that: 1 == 1" + times("+1", 10_000) + "\n" },
            says: ["the expression is nested too deeply", "w.yaml:2:"]),
        Case(
            name: "JSON in a file, 1,000 deep",
            text: { "steps:\n  - post: http://a/\n    json: " + times("[", 1000) + times("]", 1000) + "\n" },
            says: ["nested more than 100 deep", "w.yaml:3:"]),
        Case(
            name: "a path with filters 1,000 deep",
            text: {
                "steps:\n  - get: http://a/\n    capture:\n      a: \"$" + times("[?@.a", 1000) + times("]", 1000)
                    + "\"\n"
            }, says: ["w.yaml:4:"]),
        Case(
            name: "10,000 expectations",
            text: {
                "steps:\n  - get: http://a/\n    expect:\n" + (0..<10_000).map { "      $.k\($0): 1\n" }.joined()
            }, exitCode: 0, says: ["1 workflow, no errors"]),
        Case(
            name: "100,000 steps", text: { "steps:\n" + times("  - that: 1 == 1\n", 100_000) }, exitCode: 0,
            says: ["1 workflow, no errors"]),
        Case(
            name: "100,000 mistakes", text: { "steps:\n" + times("  - gett: /x\n", 100_000) },
            says: ["unknown key `gett`", "w.yaml:201:5", "error: w.yaml: and 99800 more"]),
    ]

    @Test(arguments: cases) func `an oversized file is refused with its place, or its output is bounded`(_ item: Case)
        async throws
    {
        let folder = try Folder()
        // Large texts are made elsewhere: the threads that tasks share also serve the requests of other tests.
        try folder.write("w.yaml", await OwnThread.run { item.text() })
        let result = try await Program.baton(in: folder)("check", "w.yaml")
        #expect(result.exitCode == item.exitCode, "\(result.everything.prefix(500))")
        for text in item.says { #expect(result.everything.contains(text), "\(text): \(result.everything.prefix(500))") }
        #expect(result.everything.utf8.count < 100_000)
        try await expectLittleMemory(["check", "w.yaml"], in: folder)
        guard item.exitCode == 2 else { return }
        let run = try await Program.baton(in: folder)("run", "w.yaml")
        #expect(run.exitCode == 2)
        for text in item.says { #expect(run.errorOutput.contains(text)) }
    }

    @Test func `aliases that multiply are one mistake`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", await OwnThread.run { Self.cases[0].text() })
        let result = try await Program.baton(in: folder)("check", "w.yaml")
        #expect(result.errorOutput.ranges(of: "stand for more than").count == 1, "\(result.errorOutput)")
    }

    @Test(arguments: [
        ("random_string(1000001)", "`random_string` makes at most 1000000 characters, not 1000001"),
        ("random_hex(1000001)", "`random_hex` makes at most 1000000 characters, not 1000001"),
        ("lists.range(1000001).size()", "a range has at most 1000000 elements"),
        ("file('big.txt')", "`big.txt` is larger than 10 MB"),
    ]) func `what functions make and read has an end`(_ expression: String, _ message: String) async throws {
        let folder = try Folder()
        try folder.write("big.txt", await OwnThread.run { Self.times("x", 10_000_001) })
        try folder.write("w.yaml", "steps:\n  - set: { a: \"$(\(expression))\" }\n")
        let result = try await Program.baton(in: folder)("run", "w.yaml")
        #expect([1, 2].contains(result.exitCode))
        #expect(result.everything.contains(message), "\(result.everything)")
        #expect(result.everything.contains("w.yaml:2:"))
    }

    @Test(arguments: [
        ("lists.range(10000000).size() == 1", "a range has at most 1000000 elements"),
        (
            "lists.range(1000000).map(x, lists.range(1000000)).size() == 1",
            "the expression makes more than 256 MB of texts and lists"
        ),
        ("lists.range(1000000).all(x, lists.range(1000).all(y, y >= 0))", "the expression"),
    ]) func `an expression that makes too much ends with its place`(_ condition: String, _ message: String)
        async throws
    {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - that: \(condition)\n")
        let result = try await Program.baton(in: folder)("run", "w.yaml")
        #expect(result.exitCode == 1)
        #expect(result.output.contains(message), "\(result.output)")
        #expect(result.output.contains("w.yaml:2:"))
        try await expectLittleMemory(["run", "w.yaml"], in: folder)
    }

    @Test func `many mistakes in many files are told up to a number`() async throws {
        let folder = try Folder()
        let text = "steps:\n" + Self.times("  - gett: 1\n", 100)
        for number in 0..<30 { try folder.write("w/\(number).yaml", text) }
        let result = try await Program.baton(in: folder)("check", "w")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.hasSuffix("\n… and 2000 more\n"), "\(result.errorOutput.suffix(200))")
        #expect(result.output == "30 workflows, 30 with errors\n")
    }

    @Test func `a run of 10,000 files passes`() async throws {
        let folder = try Folder()
        for number in 0..<10_000 { try folder.write("w/\(number).yaml", "steps: [ that: 1 == 1 ]\n") }
        let result = try await Program.baton(in: folder)("run", "w", "--quiet")
        #expect(result.exitCode == 0)
        #expect(result.output.contains("10000 passed"))
        try await expectLittleMemory(["run", "w", "--quiet"], in: folder)
    }

    @Test func `folders in circles are walked once, and 10,000 folders in one another are refused`() async throws {
        let folder = try Folder()
        try folder.write("w/a.yaml", "steps: [ that: 1 == 1 ]\n")
        symlink(".", folder.path + "/w/again")
        symlink("self", folder.path + "/w/self")
        #expect(
            try await Program.baton(in: folder)("check", "w").output == """
                left out: w/again: a link in a circle: it leads to a folder that it is in
                left out: w/self: a link that leads nowhere
                1 workflow, no errors

                """)
        try folder.write("deep/" + Self.times("d/", 500) + "w.yaml", "steps: [ that: 1 == 1 ]\n")
        let deep = try await Program.baton(in: folder)("check", "deep")
        #expect(deep.exitCode == 2)
        #expect(deep.errorOutput.contains("has folders more than 32 deep"), "\(deep.errorOutput)")
    }

    @Test(arguments: [("/nowhere", "it is a link that leads nowhere"), (nil, "its name is not UTF-8")])
    func `a workflow that cannot be reached is never left out in silence`(_ target: String?, _ reason: String)
        async throws
    {
        let folder = try Folder()
        try folder.write("w/a.yaml", "steps: [ that: 1 == 1 ]\n")
        if let target {
            symlink(target, folder.path + "/w/b.yaml")
        } else {
            let name = Array((folder.path + "/w/b").utf8) + [0xff] + Array(".yaml".utf8) + [0]
            let descriptor = name.withUnsafeBytes { bytes in
                bytes.bindMemory(to: CChar.self).baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o644) } ?? -1
            }
            #expect(descriptor >= 0)
            close(descriptor)
        }
        let result = try await Program.baton(in: folder)("run", "w")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains(target == nil ? "`b" : "`w/b.yaml`"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains(reason), "\(result.errorOutput)")
    }

    @Test(arguments: ["/dev/zero", "pipe.yaml", "folder.yaml"])
    func `a path that is no regular file is refused without waiting`(_ path: String) async throws {
        let folder = try Folder()
        mkfifo(folder.path + "/pipe.yaml", 0o600)
        mkdir(folder.path + "/folder.yaml", 0o700)
        for command in ["check", "run"] {
            let result = try await Program.baton(in: folder)(command, path)
            #expect(result.exitCode == 2, "\(result.everything)")
            #expect(!result.errorOutput.isEmpty)
        }
        try await expectLittleMemory(["check", path], in: folder)
    }

    /// The same once more, measured: without Python it is not.
    private func expectLittleMemory(_ arguments: [String], in folder: Folder) async throws {
        guard let result = try await MeasuredBaton.run(arguments, in: folder) else { return }
        #expect(result.peakMemory < 900_000_000, "\(result.peakMemory) bytes")
    }
}
