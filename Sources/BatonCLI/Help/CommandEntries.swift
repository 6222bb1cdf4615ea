import BatonWorkflow

/// What `baton explain` tells of the commands: their summary, and where their help is.
enum CommandEntries {
    /// One entry for each command, with its words behind `baton`.
    static func all(of root: Command) -> [ReferenceEntry] {
        CommandPath(root).all.dropFirst().map { path in
            let words = path.wordsBelowRoot
            var entry = ReferenceEntry(
                word: words, kind: .command, owner: "", meaning: path.command.summary, page: "baton help " + words,
                section: "")
            entry.call = path.usage
            return entry
        }
    }
}
