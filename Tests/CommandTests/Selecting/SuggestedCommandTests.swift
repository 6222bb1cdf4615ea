import BatonValues
import CommandCalls
import ProjectFolders
import Testing

/// A command in a message does what it says when it is copied into a shell, whatever the files are called.
@Suite struct SuggestedCommandTests {
    private let folder: Folder

    /// Names of files that a shell would take apart.
    static let names = ["my order", "it's", "a;b", "$HOME", "größe", "a&b (1)", "-x", "plain"]

    init() throws {
        folder = try Folder()
        try folder.write("baton.yaml", "workflows: workflows\n")
    }

    /// The words of the first command of `baton` in a message.
    private func command(in text: String) throws -> [String] {
        let start = try #require(text.firstRange(of: "`baton "), "\(text)").lowerBound
        let rest = text[text.index(after: start)...]
        return try CommandWords.split(String(rest.prefix { $0 != "`" }))
    }

    @Test(arguments: names.filter { $0 != "-x" })
    func `a file that runs only when it is named is named as a word`(_ name: String) async throws {
        try folder.write("workflows/\(name).yaml", "called_only: true\nsteps: [ { that: 1 < 2 } ]\n")
        let refused = try await Baton(folder: folder)("run", "workflows")
        let words = try command(in: refused.errorOutput)
        #expect(words == ["baton", "run", "workflows/\(name).yaml"])
        #expect(try await Baton(folder: folder).run(Array(words.dropFirst())).exitCode == 0)
    }

    @Test(arguments: names)
    func `a row behind a path becomes a name beside it`(_ name: String) async throws {
        try folder.write(
            "workflows/\(name).yaml", "rows: [ { n: ada }, { n: it's } ]\nsteps: [ { that: row.n != '' } ]\n")
        let path = "workflows/\(name).yaml"
        let refused = try await Baton(folder: folder)("run", "\(path) [row=it's]")
        let words = try command(in: refused.errorOutput)
        #expect(words == ["baton", "run", path, "--name", "* [row=it's]"])
        let result = try await Baton(folder: folder).run(Array(words.dropFirst()))
        #expect(result.exitCode == 0 && result.output.contains("it's"), "\(result.everything)")
    }

    @Test(arguments: names)
    func `files of timings and outputs stand in the command as words`(_ name: String) async throws {
        for file in ["a", "b"] { try folder.write("workflows/\(file).yaml", "steps: [ { that: 1 < 2 } ]\n") }
        let balance = try await Baton(folder: folder)("run", "--shard", "1/2", "--balance", "./\(name).json")
        #expect(try command(in: balance.errorOutput).last == "./\(name).json")
        let outputs = try await Baton(folder: folder)("run", "--outputs", "./\(name).json")
        #expect(try command(in: outputs.errorOutput).suffix(2) == ["--outputs", "./\(name).json"])
    }
}
