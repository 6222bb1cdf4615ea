/// A page of docs/guide as a reader works through it: files to write and commands to type, from top to bottom.
///
/// Marks, which readers do not see, stand above blocks: `<!-- file: PATH -->` for a file that the block is,
/// `<!-- exit 1 -->` for commands of which the last one ends with that code, `<!-- from PATH -->` for lines of a file of the
/// repository. `<!-- file: PATH, with: NEW for: OLD -->` alone changes the last place of a text in a file that was written.
struct GuidePage {
    struct Command {
        var line: String
        var shown: String
    }

    enum Step {
        case write(path: String, text: String)
        case change(path: String, old: String, new: String)
        case type([Command], exitCode: Int32)
        case quote(path: String, lines: [String])
        /// A block without a mark, by its language.
        case other(String)
    }

    private(set) var steps: [(step: Step, line: Int)] = []
    /// The targets of links to other pages of the guide, in their order.
    private(set) var pages: [String] = []
    /// What a reader sees outside of the blocks, on one line.
    private(set) var prose = ""

    init(_ text: String) {
        var mark: Substring?
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().makeIterator()
        while let (index, line) = lines.next() {
            if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
                let content = line.dropFirst(5).dropLast(4)
                if content.hasPrefix("file: "), content.contains(", with: ") {
                    steps += Self.changes(content.dropFirst(6)).map { ($0, index + 1) }
                    mark = nil
                } else {
                    mark = content
                }
            } else if line.hasPrefix("```") {
                var content: [String] = []
                while let (_, inner) = lines.next(), inner != "```" { content.append(String(inner)) }
                steps.append((Self.step(String(line.dropFirst(3)), content, mark), index + 1))
                mark = nil
            } else {
                prose += line + " "
                for match in line.matches(of: /\]\(([0-9][^)]*\.md)\)/) { pages.append(String(match.1)) }
            }
        }
    }

    private static func step(_ language: String, _ lines: [String], _ mark: Substring?) -> Step {
        if language == "console" {
            let code = mark.flatMap { $0.hasPrefix("exit ") ? Int32($0.dropFirst(5)) : nil } ?? 0
            return .type(commands(lines), exitCode: code)
        }
        if let mark, mark.hasPrefix("file: ") {
            return .write(path: String(mark.dropFirst(6)), text: lines.joined(separator: "\n") + "\n")
        }
        if let mark, mark.hasPrefix("from ") { return .quote(path: String(mark.dropFirst(5)), lines: lines) }
        return .other(language)
    }

    private static func changes(_ mark: Substring) -> [Step] {
        let parts = String(mark).split(separator: ", with: ")
        return parts.dropFirst().map { part in
            let sides = part.split(separator: " for: ")
            return .change(path: String(parts[0]), old: String(sides[1]), new: String(sides[0]))
        }
    }

    private static func commands(_ lines: [String]) -> [Command] {
        var commands: [Command] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                commands.append(Command(line: String(line.dropFirst(2)), shown: ""))
            } else if !commands.isEmpty {
                commands[commands.count - 1].shown += line + "\n"
            }
        }
        return commands
    }
}
