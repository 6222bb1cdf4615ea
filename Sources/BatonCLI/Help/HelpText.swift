import BatonApplication
import BatonValues

/// The help of a command, formatted for the width of a terminal.
struct HelpText {
    private let path: CommandPath
    private let width: Int
    private let isColoured: Bool

    /// - Parameter width: in columns; at most 100 are used, because longer lines are hard to read.
    init(of path: CommandPath, width: Int = 80, isColoured: Bool = false) {
        self.path = path
        self.width = min(max(width, 40), 100)
        self.isColoured = isColoured
    }

    /// A list with a column of labels and a column of texts.
    private struct List {
        var title: String
        var rows: [(label: String, text: String)]
    }

    var text: String {
        let command = path.command
        var blocks = [LineWrap.lines(of: command.summary, width: width), ["\(strong("usage:")) \(path.usage)"]]
        if !command.discussion.isEmpty { blocks.append(LineWrap.lines(of: command.discussion, width: width)) }
        let lists = self.lists
        let column = min(lists.flatMap(\.rows).map(\.label.count).max() ?? 0, Self.widestLabel)
        blocks += lists.map { [strong($0.title)] + $0.rows.flatMap { row(label: $0.label, $0.text, column: column) } }
        blocks.append([strong("examples")] + command.examples.flatMap(lines(of:)))
        if path.parents.isEmpty {
            let codes = Self.exitCodes.flatMap { row(label: $0.label, $0.text, column: column) }
            blocks.append([strong("exit codes")] + codes)
        }
        if !command.subcommands.isEmpty {
            let usage = "`\(path.words) COMMAND --help` tells all about a command."
            blocks.append(LineWrap.lines(of: usage, width: width))
        }
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// Maximum width of the label column; a wider label has its text on the next line.
    private static let widestLabel = 24

    static let exitCodes = [
        (label: "0", text: "All passed."),
        (label: "1", text: "A workflow failed or could not run."),
        (label: "2", text: "Wrong usage, an invalid file, nothing selected, or nothing that passed or failed."),
        (label: "3", text: "The servers could not be reached, or the project's own did not start."),
        (label: "4", text: "A report could not be written, or Baton itself failed."),
        (label: "5", text: "`baton merge`: a machine is missing, or a workflow ran never or twice."),
        (label: "130", text: "The run was interrupted."),
    ]

    // MARK: What is listed

    private var lists: [List] {
        let command = path.command
        let prefix = path.words.count + 1
        var lists = path.groups.map { group in
            List(
                title: group.title,
                rows: group.paths.map { (String($0.words.dropFirst(prefix)), $0.command.summary) })
        }
        if let operand = command.operand {
            lists.append(List(title: "arguments", rows: [(operand.label, operand.help)]))
        }
        return lists + command.sections.map { List(title: $0.title, rows: $0.options.map(Self.row)) }
    }

    private static func row(of option: Option) -> (label: String, text: String) {
        if option.isFlag { return (option.spelling + (option.short.map { ", -\($0)" } ?? ""), option.help) }
        return ("\(option.spelling) \(option.valueName)", option.help + (option.isRepeatable ? " Repeatable." : ""))
    }

    // MARK: Lines

    private func row(label: String, _ text: String, column: Int) -> [String] {
        let indentation = String(repeating: " ", count: column + 4)
        let texts = LineWrap.lines(of: text, width: width - indentation.count)
        guard label.count <= column else { return ["  " + tinted(label)] + texts.map { indentation + $0 } }
        let first = "  " + tinted(label) + String(repeating: " ", count: column - label.count + 2)
        return texts.enumerated().map { ($0 == 0 ? first : indentation) + $1 }
    }

    private func lines(of example: Command.Example) -> [String] {
        ["  " + tinted(example.line)] + LineWrap.lines(of: example.meaning, width: width - 6).map { "      " + $0 }
    }

    private func strong(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func tinted(_ text: String) -> String { isColoured ? "\u{1B}[36m\(text)\u{1B}[0m" : text }
}

/// What `baton explain` tells of options and commands: what their help says.
enum HelpEntries {
    static func all(of root: Command) -> [ExplainJob.HelpEntry] {
        let paths = CommandPath(root).all
        var options: [(option: Option, paths: [CommandPath])] = []
        for path in paths {
            for option in path.command.options {
                let known = options.firstIndex { $0.option.name == option.name && $0.option.help == option.help }
                if let known {
                    options[known].paths.append(path)
                } else {
                    options.append((option, [path]))
                }
            }
        }
        return options.map(entry) + paths.dropFirst().map(entry)
    }

    private static func entry(_ option: Option, _ paths: [CommandPath]) -> ExplainJob.HelpEntry {
        let spellings = (option.short.map { ["-\($0)"] } ?? []) + [option.spelling]
        let owners = paths.prefix(3).map { "`\($0.words)`" }.joined(separator: ", ")
        let rest = paths.count > 3 ? " and \(paths.count - 3) more" : ""
        return ExplainJob.HelpEntry(
            spellings + [option.name], .option,
            title: "\(spellings.joined(separator: ", "))  option of \(owners)\(rest)", help: option.help)
    }

    private static func entry(_ path: CommandPath) -> ExplainJob.HelpEntry {
        let words = path.wordsBelowRoot
        let last = words.split(separator: " ").last.map(String.init) ?? words
        return ExplainJob.HelpEntry(
            [words, "baton \(words)", last], .command, title: path.usage, help: path.command.summary)
    }
}
