import CommandCalls
import ProjectFolders
import Testing

/// The examples of docs/selecting.md, run as they stand there, in the order of the page.
@Suite struct SelectingPageTests {
    struct Command: Sendable, CustomStringConvertible {
        let line: Int
        let words: [String]
        var shown: [String] = []

        var description: String { "docs/selecting.md:\(line): baton \(words.joined(separator: " "))" }
    }

    @Test func `each command does what the page shows`() async throws {
        let page = try FileContents.text(of: "\(Repository.path)/docs/selecting.md")
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        var commands: [Command] = []
        var mark: String?
        var language: String?
        var block: [String] = []
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("<!-- file: ") {
                mark = String(line.dropFirst(11).dropLast(4))
            } else if line.hasPrefix("```") {
                if language == "yaml", let mark { try folder.write(mark, block.joined(separator: "\n") + "\n") }
                language = language == nil ? String(line.dropFirst(3)) : nil
                if language == nil { mark = nil }
                block = []
            } else if language == "console", line.hasPrefix("$ baton ") {
                let words = line.dropFirst(8).split(separator: " ").map { String($0.replacing("'", with: "")) }
                commands.append(Command(line: index + 1, words: words))
            } else if language == "console" {
                commands[commands.count - 1].shown.append(String(line))
            } else {
                block.append(String(line))
            }
        }
        #expect(commands.count > 10)
        for command in commands {
            let result = try await Baton(folder: folder).run(command.words)
            for shown in command.shown {
                // Columns are as wide as what stands in them.
                let everything = result.everything.replacing(/[ ]{2,}/, with: "  ")
                #expect(
                    everything.contains(shown.replacing(/[ ]{2,}/, with: "  ")), "\(command): \(result.everything)")
            }
            let expected: Int32 =
                command.shown.contains { $0.hasPrefix("error") }
                ? 2
                : command.shown.contains { $0.hasPrefix("✗") } || command.shown.contains { $0.contains("1 failed") }
                    ? 1 : 0
            #expect(result.exitCode == expected, "\(command): \(result.everything)")
        }
    }
}
