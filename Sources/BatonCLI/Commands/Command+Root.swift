import BatonLoading
import BatonWorkflow

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
        action: .groups([
            Group("every day", [run, check, list, send, explain]),
            Group("a new project", [initialize, importing, schema]),
            Group("history", [history]),
            Group("CI", [merge, report]),
            Group("this machine", [doctor, cache, completions, topic]),
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

extension Command {
    /// `baton init`.
    static let initialize = Command(
        name: "init", summary: "Writes a project to begin with, which runs at once.",
        discussion: """
            Writes baton.yaml, two workflows, schemas for editors and a job for CI, and adds to .gitignore what runs leave \
            behind. Files that are there already stay as they are.
            """,
        operand: Operand("DIR", .file { $0.folder = $1 }, "The folder of the project; without, the present one."),
        sections: [Section("options", [.help])],
        examples: [
            Example("baton init", "Makes the present folder a project; `baton run` runs it."),
            Example("baton init api-tests", "Makes a new folder with a project."),
        ],
        action: .perform { .initialize(folder: $0.folder) })
}

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

extension Command {
    /// `baton explain`.
    static let explain = Command(
        name: "explain",
        summary: "Prints what the reference says about a word: a key, an operator, a function, a code.",
        discussion: """
            The anchor of a section, such as how-a-run-goes, prints that section. Of any other word come the lines of the \
            reference about it, and an example of each key. The code or kind in brackets at the end of a message is a word \
            too, and so are an option, the name of a command, and a word of another tool.
            """,
        operand: .explained,
        sections: [Section("options", [.help])],
        examples: [
            Example("baton explain retry", "Prints what the reference says of the key, and an example of it."),
            Example("baton explain workflow.unknown-key", "Tells what the code of a message means, and what to do."),
            Example("baton explain how-a-run-goes", "Prints a section of the reference."),
            Example("baton explain --shard", "Tells what an option does, and which commands have it."),
        ],
        action: .perform { .explain($0.explained) })
}

extension Operand {
    fileprivate static let explained: Operand = {
        var word = Operand(
            "WORD", .text { $0.explained = $1 },
            // A shell would read the signs.
            suggestions: {
                Reference.words.filter { word in
                    word.contains { $0.isLetter || $0.isNumber }
                        && word.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
                }
            },
            "The word: retry, close_to, sha256, check.failed, --shard; without, the list of the sections.")
        word.takesOptionNames = true
        return word
    }()
}

extension Command {
    /// `baton schema`.
    static let schema = Command(
        name: "schema", summary: "Prints the JSON Schema of a kind of file, for editors.",
        discussion: """
            A file whose first line is `# yaml-language-server: $schema=PATH` is checked and completed by editors that \
            know YAML.
            """,
        operand: Operand(
            "KIND", .choice(of: LanguageSchema.Kind.self) { $0.schema = $1 }, required: true,
            "The kind of file: workflow, api or project."),
        sections: [Section("options", [.help])],
        examples: [
            Example("baton schema workflow > schemas/workflow.json", "Writes the schema of workflow files."),
            Example("baton schema project > schemas/project.json", "Writes that of baton.yaml."),
        ],
        action: .perform { .schema($0.schema) })
}

extension Command {
    /// `baton completions`.
    static let completions = Command(
        name: "completions", summary: "Prints what makes the tab key of a shell complete commands and options.",
        operand: Operand(
            "SHELL", .choice(of: Shell.self) { $0.shell = $1 }, required: true, "The shell: bash, zsh or fish."),
        sections: [Section("options", [.help])],
        examples: [
            Example("source <(baton completions bash)", "For this session of bash; in ~/.bashrc for every one."),
            Example(
                "baton completions fish > ~/.config/fish/completions/baton.fish",
                "For fish, which reads it by itself from then on."),
            Example(
                #"baton completions zsh > "${fpath[1]}/_baton""#,
                "For zsh with compinit, from the next session on."),
        ],
        action: .perform { .completions($0.shell) })
}
