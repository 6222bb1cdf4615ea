import BatonFiles
import BatonProcesses
import Subprocess
import Testing

@testable import BatonCLI

/// What the tab key offers, asked of the shells themselves.
@Suite struct CompletionsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// The words after `baton`; the last one is where the cursor stands.
        var words: [String]
        var offers: [String]

        init(_ words: [String], _ offers: [String]) {
            self.words = words
            self.offers = offers
        }

        var testDescription: String { "[\(words.joined(separator: " "))]" }
    }

    static let cases = [
        Case(
            [""],
            [
                "cache", "check", "completions", "doctor", "explain", "help", "history", "import", "init", "list",
                "merge",
                "report",
                "run",
                "schema", "send",
            ]),
        Case(["schema", ""], ["api", "project", "workflow"]),
        Case(["h"], ["help", "history"]),
        Case(
            ["history", ""],
            [
                "broken", "case", "compare", "export", "flaky", "import", "list", "prune", "show", "site", "slow",
                "sql", "timings", "trend",
            ]),
        Case(["--v"], ["--version"]),
        Case(["run", "--not"], ["--not-tag"]),
        Case(["run", "a.yaml", "--tag", "x", "--v"], ["--var", "--vars-file", "--verbose"]),
        Case(
            ["check", "--"],
            [
                "--color", "--data", "--env", "--file-root", "--fix", "--from", "--help", "--postman-env",
                "--postman-globals",
            ]),
        Case(["history", "list", "--l"], ["--limit"]),
        Case(["run", "--color", ""], ["always", "auto", "never"]),
        Case(["run", "--color", "al"], ["always"]),
        // A value is no command.
        Case(["run", "--tag", "history", "--ju"], ["--junit", "--junit-profile", "--junit-tests"]),
        Case(["completions", ""], ["bash", "fish", "zsh"]),
        Case(["help", "r"], ["report", "run"]),
        Case(
            ["explain", "network.tls."],
            ["network.tls.expired", "network.tls.hostname", "network.tls.pin", "network.tls.untrusted"]),
        Case(["explain", "close"], ["close_to"]),
        Case(["explain", "--"], ["--help"]),
    ]

    static let bashCases =
        cases + [
            // bash takes a word apart at the sign.
            Case(["run", "--color", "=", "n"], ["never"]),
            Case(["run", "--color", "="], ["always", "auto", "never"]),
            // No words: bash completes files.
            Case(["run", ""], []),
            Case(["run", "--junit", "re"], []),
            Case(["run", "--", "--v"], []),
            // Nothing to offer: names of tags are not known.
            Case(["run", "--tag", ""], []),
        ]

    @Test(.enabled(if: isInstalled("bash"), "bash is not installed"), arguments: bashCases)
    func `bash offers what fits`(_ item: Case) async throws {
        let list = (["baton"] + item.words).map { "'\($0)'" }.joined(separator: " ")
        let script = """
            \(Shell.bash.completions(of: .baton))
            COMP_WORDS=(\(list))
            COMP_CWORD=\(item.words.count)
            _baton
            printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
            """
        let shown = try await output(of: "bash", ["--norc", "--noprofile", "-u", "-c", script])
        #expect(lines(shown).sorted() == item.offers)
    }

    @Test(.enabled(if: isInstalled("fish"), "fish is not installed"), arguments: cases)
    func `fish offers what fits`(_ item: Case) async throws {
        let line = (["baton"] + item.words).joined(separator: " ")
        let script = "\(Shell.fish.completions(of: .baton))\ncomplete -C '\(line)'"
        let shown = try await output(of: "fish", ["--no-config", "-c", script])
        let offers = lines(shown).map { String($0.prefix { $0 != "\t" }) }
        #expect(offers.sorted() == item.offers)
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
    func `zsh takes the script`() async throws {
        let script = """
            autoload -Uz compinit && compinit -D
            \(Shell.zsh.completions(of: .baton))
            print $_comps[baton]; whence -w _baton_history_list
            """
        let shown = try await output(of: "zsh", ["-f", "-c", script])
        #expect(lines(shown) == ["_baton", "_baton_history_list: function"])
    }

    /// What zsh makes of a typed word, with the tags `smoke` and `"needs review"`.
    @Test(
        .enabled(if: isInstalled("zsh"), "zsh is not installed"),
        arguments: [
            ("--tag smo", "--tag smoke"), ("--tag \"smo", "--tag \"smoke\""), ("--tag 'smo", "--tag 'smoke'"),
            ("--tag nee", #"--tag \"needs\ review\""#), ("--tag \"nee", #"--tag "\"needs review\"""#),
            ("--tag 'nee", #"--tag '"needs review"'"#), (#"--tag '"nee"#, #"--tag '"needs review"'"#),
            ("--tag=nee", #"--tag=\"needs\ review\""#), (#"--tag needs\ r"#, #"--tag \"needs\ review\""#),
        ])
    func `zsh finds a tag with a space, with and without its quotes`(_ typed: String, _ completed: String) async throws
    {
        let completions = Shell.zsh.completions(of: .baton)
            .replacing("command baton completions --words $1", with: #"print -l smoke '"needs review"'"#)
        // The terminal shows parts of the line as it is edited; the key that is bound here prints it whole.
        let setup = """
            autoload -Uz compinit && compinit -D
            \(completions)
            show() { print -r -- "<$BUFFER>" > $OUT; exit }
            zle -N show
            bindkey '^X' show
            echo READY
            """
        let script = """
            zmodload zsh/zpty
            export OUT=$(mktemp) SETUP=$(mktemp) TERM=dumb
            print -r -- \(Self.quoted(setup)) > $SETUP
            zpty shell zsh -f -i
            zpty -w shell "source $SETUP"
            zpty -r -m shell line '*READY*'
            zpty -w -n shell \(Self.quoted("baton run \(typed)"))$'\\t\\C-x'
            while zpty -r shell line; do :; done
            cat $OUT
            rm -f $OUT $SETUP
            """
        #expect(try await output(of: "zsh", ["-f", "-c", script]) == "<baton run \(completed) >\n")
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

    @Test(arguments: Shell.allCases)
    func `the script goes to standard output`(_ shell: Shell) async {
        let call = CommandLineCall()
        #expect(await call.perform("completions \(shell)") == 0)
        #expect(call.output == shell.completions(of: .baton))
        #expect(call.errorOutput == "")
    }

    @Test(arguments: Shell.allCases)
    func `every option of every command is in the script`(_ shell: Shell) {
        let script = shell.completions(of: .baton)
        for option in CommandPath(.baton).all.flatMap(\.command.options) {
            let spelling = shell == .fish ? "-l \(option.name) " : option.spelling
            #expect(script.contains(spelling), "\(option.spelling)")
        }
    }

    private func output(of shell: String, _ arguments: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name(shell), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        #expect(result.standardError == "")
        return result.standardOutput
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}

/// Whether a program lies in one of the folders of PATH.
func isInstalled(_ program: String) -> Bool {
    let folders = EnvironmentVariables.current()["PATH"]?.split(separator: ":") ?? []
    return folders.contains { (try? Folder.names(in: String($0)).contains(program)) ?? false }
}
