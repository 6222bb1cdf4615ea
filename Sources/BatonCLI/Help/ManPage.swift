import BatonApplication
import BatonFiles

/// The manual page of a command, from the same table as its help, in the macros of man(7).
struct ManPage {
    private let path: CommandPath

    init(of path: CommandPath) {
        self.path = path
    }

    /// `baton-history-list.1`
    var fileName: String { Self.name(of: path) + ".1" }

    private static func name(of path: CommandPath) -> String {
        path.words.split(separator: " ").joined(separator: "-")
    }

    var text: String {
        let command = path.command
        let name = Self.name(of: path)
        // The title, the section, the date, the source and the manual; without a date, so that equal builds are equal.
        var lines = [".TH \(Self.argument(name.uppercased())) 1 \"\" \(Self.argument("Baton \(Version.text)")) Baton"]
        lines += [".SH NAME", "\(Self.plain(name)) \\- \(Self.plain(Self.phrase(command.summary)))"]
        lines += [".SH SYNOPSIS", Self.bold(path.words) + Self.plain(String(path.usage.dropFirst(path.words.count)))]
        lines += [".SH DESCRIPTION", Self.prose(command.summary)]
        if !command.discussion.isEmpty { lines += [".PP", Self.prose(command.discussion)] }
        let prefix = path.words.count + 1
        let groups = path.groups
        if groups.count > 1 { lines.append(".SH COMMANDS") }
        for group in groups {
            let rows = group.paths.map { (String($0.words.dropFirst(prefix)), $0.command.summary) }
            lines += listed(groups.count > 1 ? nil : "COMMANDS", rows, below: group.title)
        }
        if let operand = command.operand { lines += listed("ARGUMENTS", [(operand.label, operand.help)]) }
        if command.sections.count == 1 {
            lines.append(".SH OPTIONS")
            lines += command.options.flatMap(Self.entry)
        } else {
            lines.append(".SH OPTIONS")
            for section in command.sections {
                lines += [".SS \(Self.argument(section.title.capitalizedFirst))"] + section.options.flatMap(Self.entry)
            }
        }
        lines += listed("EXAMPLES", command.examples.map { ($0.line, $0.meaning) })
        if path.parents.isEmpty { lines += listed("EXIT STATUS", HelpText.exitCodes) }
        lines += [".SH SEE ALSO", related.map { Self.bold(Self.name(of: $0)) + "(1)" }.joined(separator: ",\n")]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The commands above, or on the page of `baton` those below.
    private var related: [CommandPath] {
        guard !path.parents.isEmpty else { return path.all.dropFirst().map(\.self) }
        var all = [CommandPath(path.root)]
        for parent in path.parents.dropFirst() { all.append(all[all.count - 1].appending(parent)) }
        return all
    }

    /// - Parameters:
    ///   - title: of a section of its own; nil for a part of a section.
    ///   - part: the title of the part.
    private func listed(
        _ title: String?, _ rows: [(label: String, text: String)], below part: String = ""
    ) -> [String] {
        guard !rows.isEmpty else { return [] }
        return [title.map { ".SH \($0)" } ?? ".SS \(Self.argument(part.capitalizedFirst))"]
            + rows.flatMap { [".TP", Self.bold($0.label), Self.prose($0.text)] }
    }

    private static func entry(_ option: Option) -> [String] {
        let short = option.short.map { ", " + bold("-\($0)") } ?? ""
        let value = option.isFlag ? "" : " \\fI\(plain(option.valueName))\\fR"
        let help = option.help + (option.isRepeatable && !option.isFlag ? " Repeatable." : "")
        return [".TP", bold(option.spelling) + short + value, prose(help)]
    }

    /// "Shows one run." as what stands after the dash of a NAME section: "shows one run".
    private static func phrase(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    // MARK: roff

    /// A paragraph; text between backticks becomes bold.
    private static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return plain(text) }
        return parts.enumerated().map { index, part in
            index % 2 == 1 ? bold(String(part)) : escaped(String(part))
        }.joined().guarded
    }

    private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    private static func plain(_ text: String) -> String { escaped(text).guarded }

    /// An argument of a macro.
    private static func argument(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Text without the meanings that roff gives to characters: copied from a terminal, a dash must be a dash.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "…": "\\&..."
            default: String(character)
            }
        }.joined()
    }
}

extension ManPage {
    /// Writes the page of the command, and of each command below it, into a folder, which is created.
    static func write(_ path: CommandPath, into folder: String) throws(FileError) {
        try Folder.create(folder)
        for path in path.all {
            let page = ManPage(of: path)
            try AtomicFile.write("\(folder)/\(page.fileName)", mode: 0o644, Array(page.text.utf8))
        }
    }
}

extension String {
    /// A line of text that roff does not take for a request.
    fileprivate var guarded: String { hasPrefix(".") ? "\\&" + self : self }

    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
