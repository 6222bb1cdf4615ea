import Testing

@testable import BatonCLI

/// Every mistake of a command line, in the words that its user reads.
@Suite struct ArgumentErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var words: [String]
        var code: String
        var message: String
        var help: String?

        init(_ line: String, _ code: String, _ message: String, _ help: String? = nil) {
            self.init(BatonCLITests.words(line), code, message, help)
        }

        init(_ words: [String], _ code: String, _ message: String, _ help: String? = nil) {
            self.words = words
            self.code = "usage." + code
            self.message = message
            self.help = help
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let unknown = [
        Case("run --tags x", "unknown-option", "unknown option `--tags`", "did you mean `--tag`?"),
        Case("run --base_url x", "unknown-option", "unknown option `--base_url`", "did you mean `--base-url`?"),
        Case("run --Tag=x", "unknown-option", "unknown option `--Tag`", "did you mean `--tag`?"),
        Case("run -tag x", "unknown-option", "unknown option `-tag`", "did you mean `--tag`?"),
        Case("run -z", "unknown-option", "unknown option `-z`"),
        Case("run -vx", "unknown-option", "unknown option `-x`", "here it is called `--fail-fast`"),
        Case("run --wibble", "unknown-option", "unknown option `--wibble`"),
        Case("run --=x", "unknown-option", "unknown option `--`"),
        Case(
            "run --report-junit a", "unknown-option", "unknown option `--report-junit`", "here it is called `--junit`"),
        Case("run --environment a", "unknown-option", "unknown option `--environment`", "here it is called `--env`"),
        Case("run -e a", "unknown-option", "unknown option `-e`", "here it is called `--env`"),
        Case("run --variable a=b", "unknown-option", "unknown option `--variable`", "here it is called `--var`"),
        Case(
            "run --only-failed", "unknown-option", "unknown option `--only-failed`", "here it is called `--last-failed`"
        ),
        Case(
            "run --env-file x", "unknown-option", "unknown option `--env-file`",
            "variables come from `--vars-file`, secrets from `--secrets-file`"),
        Case("run --parallel", "unknown-option", "unknown option `--parallel`", "here it is called `--jobs`"),
        Case("run -j 4", "unknown-option", "unknown option `-j`", "here it is called `--jobs`"),
        Case("run --bail", "unknown-option", "unknown option `--bail`", "here it is called `--fail-fast`"),
        Case(
            "check --parallel", "unknown-option", "unknown option `--parallel`",
            "here it is called `baton run --jobs`"),
        Case(
            "run --insecure", "unknown-option", "unknown option `--insecure`",
            "write `tls: { verify: false }` at the step or under `defaults`"),
        Case(
            "run --no-color", "unknown-option", "unknown option `--no-color`",
            "write `--color never`, or the variable NO_COLOR"),
        Case("rum a.yaml", "unknown-command", "unknown command `rum`", "did you mean `baton run`?"),
        Case("lint", "unknown-command", "unknown command `lint`", "here it is called `baton check`"),
        Case("help tset", "unknown-command", "unknown command `tset`", "there are \(commands)"),
        Case("wibble --help", "unknown-command", "unknown command `wibble`", "there are \(commands)"),
        Case(
            "workflows/a.yaml", "unknown-command", "unknown command `workflows/a.yaml`",
            "did you mean `baton run workflows/a.yaml`?"),
        Case("history lst", "unknown-command", "unknown command `lst`", "did you mean `baton history list`?"),
        Case(
            "history wibble", "unknown-command", "unknown command `wibble`",
            "there are `list`, `show`, `case`, `broken`, `flaky`, `slow`, `timings`, `compare`, `trend`, `site`, `sql`, `export`, `import`, `prune`"
        ),
    ]

    private static let commands =
        "`run`, `check`, `list`, `send`, `explain`, `init`, `import`, `schema`, `history`, `merge`, `report`, `doctor`, `cache`, `completions`, `help`"

    static let misplaced = [
        Case(
            "check --junit x", "unknown-option",
            "`--junit` is an option of `baton run` and of 2 others, not of `baton check`",
            nil),
        Case(
            "--tag x run", "unknown-option", "`--tag` is an option of `baton run` and `baton list`, not of `baton`",
            "write `baton run --tag`"),
        Case(
            "--json list", "unknown-option",
            "`--json` is an option of `baton run` and of 14 others, not of `baton`", "write `baton list --json`"),
        Case(
            "--limit 3 history list", "unknown-option",
            "`--limit` is an option of `baton history list` and of 7 others, not of `baton`",
            "write `baton history list --limit`"),
        Case(
            "--tag x check", "unknown-option",
            "`--tag` is an option of `baton run` and `baton list`, not of `baton`", nil),
        Case("-v list", "unknown-option", "`-v` is an option of `baton run`, not of `baton`", nil),
        Case(
            "--dry-run", "unknown-option", "`--dry-run` is an option of `baton run` and `baton import`, not of `baton`",
            "write `baton COMMAND --dry-run`"),
        Case(
            "--env local", "unknown-option", "`--env` is an option of `baton run` and of 12 others, not of `baton`",
            "write `baton COMMAND --env`"),
        Case(
            "history --limit 3", "unknown-option",
            "`--limit` is an option of `baton history list` and of 7 others, not of `baton history`",
            "write `baton history list --limit`"),
        Case(
            "check -v", "unknown-option", "`-v` is an option of `baton run`, not of `baton check`", nil),
        Case(
            "check --json x", "unknown-option",
            "`--json` is an option of `baton run` and of 14 others, not of `baton check`", nil),
        Case(
            "run --version", "unknown-option", "`--version` is an option of `baton`, not of `baton run`",
            "write `baton --version`"),
    ]

    static let values = [
        Case("run --tag", "wrong-value", "`--tag` wants a value: `--tag TAG`"),
        Case(
            "run --tag --quiet", "wrong-value", "`--tag` wants a value: `--tag TAG`",
            "`--quiet` was taken for an option; as a value it is written `--tag=--quiet`"),
        Case(
            "run --tag -- a", "wrong-value", "`--tag` wants a value: `--tag TAG`",
            "`--` was taken for an option; as a value it is written `--tag=--`"),
        Case(
            "run --tag=", "wrong-value", "`--tag` wants a value, it was given an empty text",
            "if it comes from a variable of the shell, that one is empty or not set"),
        Case(
            ["run", ""], "wrong-value", "`PATH` wants a value, it was given an empty text",
            "if it comes from a variable of the shell, that one is empty or not set"),
        Case(
            "run --verbose=yes", "wrong-value", "`--verbose` takes no value, it was given `yes`",
            "write `--verbose` to switch it on, and leave it out otherwise"),
        Case("run --jobs 0", "wrong-value", "`--jobs` wants a number of at least 1, it was given `0`"),
        Case("run --retries 101", "wrong-value", "`--retries` wants a whole number from 0 to 100, it was given `101`"),
        Case("run --retries x", "wrong-value", "`--retries` wants a whole number from 0 to 100, it was given `x`"),
        Case("run --reruns 2", "unknown-option", "unknown option `--reruns`", nil),
        Case("run --jobs=-3", "wrong-value", "`--jobs` wants a number of at least 1, it was given `-3`"),
        Case("run --jobs many", "wrong-value", "`--jobs` wants a number of at least 1, it was given `many`"),
        Case(
            "history list --limit 99999999999999999999", "wrong-value",
            "`--limit` wants a number of at least 1, it was given `99999999999999999999`"),
        Case(
            "run --color alwys", "wrong-value", "`--color` wants auto, always or never, it was given `alwys`",
            "did you mean `always`?"),
        Case("run --color red", "wrong-value", "`--color` wants auto, always or never, it was given `red`"),
        Case("run --var size", "wrong-value", "`--var` wants name=value, it was given `size`"),
        Case("run --input =5", "wrong-value", "`--input` wants name=value, it was given `=5`"),
        Case(
            "run --env a --env b", "exclusive-options", "`--env` is given twice",
            "it has one value: leave one of the two out"),
        Case(
            "run -q --verbose", "exclusive-options", "`--verbose` and `--quiet` exclude each other",
            "leave one of the two out"),
        Case(
            "run --fail-fast --max-failures 2", "exclusive-options",
            "`--fail-fast` and `--max-failures` exclude each other", "leave one of the two out"),
        Case(
            "run -vq", "exclusive-options", "`--verbose` and `--quiet` exclude each other", "leave one of the two out"),
    ]

    static let arguments = [
        Case(
            "history show a b", "wrong-arguments", "`baton history show` does not expect `b`", "it takes one RUN"),
        Case(
            "history list a", "wrong-arguments", "`baton history list` does not expect `a`", "it takes options only"
        ),
        Case("completions", "wrong-arguments", "`baton completions` wants a SHELL", "SHELL is bash, zsh or fish"),
        Case(
            "completions bsh", "wrong-value", "`SHELL` wants bash, zsh or fish, it was given `bsh`",
            "did you mean `bash`?"),
    ]

    @Test(arguments: unknown + misplaced + values + arguments)
    func `a mistake on the command line is explained`(_ item: Case) throws {
        let error = try #require(throws: ArgumentError.self) { try CommandLineParser.parse(item.words) }
        let diagnostic = error.diagnostic
        #expect(diagnostic.code == item.code)
        #expect(diagnostic.message.text == item.message)
        #expect(diagnostic.help?.text == item.help)
    }

    @Test func `a mistake is exit 2, on standard error, with the usage and where more is told`() async {
        let call = CommandLineCall()
        #expect(await call.perform("run --tags smoke") == 2)
        #expect(call.output == "")
        #expect(
            call.errorOutput == """
                error: unknown option `--tags` [usage.unknown-option]
                   = help: did you mean `--tag`?
                usage: baton run [PATH…] [options]
                see baton run --help

                """)
    }

    @Test func `what a word holds cannot steer the terminal`() async {
        let call = CommandLineCall()
        #expect(await call.perform("run --\u{1B}[2Jx") == 2)
        #expect(!call.errorOutput.contains("\u{1B}"))
    }

    @Test(
        arguments: [
            ("", "baton COMMAND [options]"), ("run", "baton run [PATH…] [options]"),
            ("history", "baton history COMMAND [options]"), ("cache", "baton cache list|clear [options]"),
            ("history list", "baton history list [options]"),
            ("history show", "baton history show [RUN] [options]"), ("completions", "baton completions bash|zsh|fish"),
            ("help", "baton help [COMMAND…] [options]"),
        ])
    func `the usage line tells how a command is called`(_ line: String, _ usage: String) throws {
        var path = CommandPath(.baton)
        for word in words(line) { path = try #require(path.descending(to: word)) }
        #expect(path.usage == usage)
    }
}
