extension Command {
    /// `baton cache`.
    static let cache = Command(
        name: "cache", summary: "Shows or removes the answers that are stored on disk.",
        discussion: """
            Requests with `cache: { scope: disk }` keep their answers in `.baton/cache` of the project (a folder with \
            baton.yaml), else of the working folder.
            """,
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache list", "Lists the stored answers."),
            Example("baton cache clear", "Removes them: the next run asks the servers again."),
        ],
        action: .group([cacheList, cacheClear]))

    private static let cacheList = Command(
        name: "list", summary: "Lists the stored answers with age, size, status and URL, newest first.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache list", "Lists the stored answers."),
            Example("baton cache list > answers.txt", "Writes the list into a file."),
        ],
        action: .perform { _ in .cacheList })

    private static let cacheClear = Command(
        name: "clear", summary: "Removes all stored answers.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache clear", "Removes all stored answers."),
            Example("baton cache clear > removed.txt", "The same; the line with their number goes into a file."),
        ],
        action: .perform { _ in .cacheClear })
}
