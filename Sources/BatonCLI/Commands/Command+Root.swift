extension Command {
    /// `baton`: shows the list of its commands.
    static let baton = Command(
        name: "baton", summary: "Runs API workflows: files that chain requests, check the responses and report.",
        sections: [
            Section(
                "options",
                [.flag("version", "Shows the version of Baton.") { $0.wantsVersion = true }, .help])
        ],
        examples: [
            Example(
                "baton run sign-in.yaml --base-url http://127.0.0.1:8080", "Runs one file against a server."),
            Example("baton check", "Finds the mistakes of all files of the project, without sending anything."),
        ],
        action: .group([
            run, check, list, initialize, doctor, explain, history, merge, report, cache, schema, completions,
            topic,
        ]))

    /// `baton help`.
    private static let topic = Command(
        name: "help", summary: "Shows the help of a command.",
        operand: Operand(
            "COMMAND", .text { $0.topic.append($1) }, repeatable: true, "The command; without, the list of all."),
        sections: [
            Section(
                "options",
                [
                    .value(
                        "man-pages", "DIR", .file { $0.manPages = $1 },
                        "Writes the manual page of the command, and of each below it, into this folder."),
                    .help,
                ])
        ],
        examples: [
            Example("baton help run", "The same as `baton run --help`."),
            Example("baton help history list", "The same for a command below another."),
            Example("baton help --man-pages man1", "Writes man1/baton.1, man1/baton-run.1 and so on."),
        ],
        action: .help)
}
