import BatonText
import BatonWorkflow

/// What `baton explain` tells of the options: what their help says.
enum OptionEntries {
    /// One entry for each option and help text, with the commands that have it.
    static func all(of root: Command) -> [ReferenceEntry] {
        var found: [(option: Option, section: String, paths: [CommandPath])] = []
        for path in CommandPath(root).all {
            for section in path.command.sections {
                for option in section.options {
                    let known = found.firstIndex { $0.option.name == option.name && $0.option.help == option.help }
                    if let known {
                        found[known].paths.append(path)
                    } else {
                        found.append((option, section.title, [path]))
                    }
                }
            }
        }
        return found.map(entry)
    }

    private static func entry(_ option: Option, _ section: String, _ paths: [CommandPath]) -> ReferenceEntry {
        let commands = paths.prefix(mostCommands).map { "`\($0.words)`" }
        let rest = paths.count - commands.count
        var entry = ReferenceEntry(
            word: option.spelling, kind: .option,
            owner: commands.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""), meaning: option.help,
            page: "baton help" + paths[0].words.dropFirst(paths[0].root.name.count), section: section)
        entry.call = option.short.map { "-\($0), \(option.spelling)" }
        if !option.isFlag {
            let choices = option.value.choices
            entry.value = choices.isEmpty ? option.valueName : choices.joined(separator: ", ")
        }
        return entry
    }

    /// Commands that an entry names.
    private static let mostCommands = 3
}
