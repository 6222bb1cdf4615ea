extension Command {
    /// `baton doctor`.
    static let doctor = Command(
        name: "doctor", summary: "Says what on this machine or in this project would keep a run from passing.",
        discussion: """
            Looks at libraries, trusted certificates, proxies, limits, baton.yaml, the workflows as a run would take them, \
            secrets (only whether they are set), history, folders and the program of `server`, and sends one HEAD request to `/` \
            of the base URL's server, without headers and credentials of the environment; none where the base URL or the \
            proxy is put together from values. Nothing is written. Problems come first, then warnings. Exit code 1 if there \
            is a problem.
            """,
        sections: [
            Section(
                "what is looked at",
                [
                    .environment("The environment of baton.yaml to look at."),
                    .value(
                        "base-url", "URL", .text { $0.run.baseURL = $1 },
                        "Asks this server instead of the environment's."),
                    .secret, .secretsFile,
                    .flag("offline", "Sends nothing.") { $0.run.isOffline = true },
                ]),
            Section(
                "output",
                [
                    .flag("json", "Writes the findings as JSON, for other programs.") { $0.run.listing = .json },
                    .color, .help,
                ]),
        ],
        examples: [
            Example("baton doctor", "Looks at the machine and at the project in this folder."),
            Example("baton doctor --env staging --json", "Writes what it finds for an environment as JSON."),
        ],
        action: .perform { .doctor($0.run) })
}
