extension Command {
    /// `baton cache`.
    static let cache = Command(
        name: "cache", summary: "Shows or removes the responses that are stored on disk.",
        discussion: """
            Requests with `cache: { scope: disk }` keep their responses in `.baton/cache` of the project (a folder with \
            baton.yaml), else of the working folder.
            """,
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache list", "Lists the stored responses."),
            Example("baton cache clear", "Removes them: the next run asks the servers again."),
        ],
        action: .group([cacheList, cacheClear]))

    private static let cacheList = Command(
        name: "list", summary: "Lists the stored responses with age, size, status and URL, newest first.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache list", "Lists the stored responses."),
            Example("baton cache list > responses.txt", "Writes the list into a file."),
        ],
        action: .perform { _ in .cacheList })

    private static let cacheClear = Command(
        name: "clear", summary: "Removes all stored responses.",
        sections: [Section("options", [.help])],
        examples: [
            Example("baton cache clear", "Removes all stored responses."),
            Example("baton cache clear > removed.txt", "The same; the line with their number goes into a file."),
        ],
        action: .perform { _ in .cacheClear })
}
