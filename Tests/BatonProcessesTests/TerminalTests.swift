import Testing

@testable import BatonProcesses

struct TerminalTests {
    @Test(
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (false, ["FORCE_COLOR": "1"], true), (false, ["FORCE_COLOR": "0"], false),
            (false, ["CLICOLOR_FORCE": "1"], true),
            (true, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false), (true, ["TERM": "dumb"], false),
            (true, ["TERM": "xterm", "CI": "true"], true),
        ] as [(Bool, [String: String], Bool)])
    func `colour follows the terminal and what the environment asks for`(
        _ isTerminal: Bool, _ environment: [String: String], _ prefersColour: Bool
    ) {
        let terminal = Terminal(isTerminal: isTerminal, columns: 0, environment: EnvironmentVariables(environment))
        #expect(terminal.prefersColour == prefersColour)
        #expect(terminal.usesColour(.auto) == prefersColour)
        #expect(terminal.usesColour(.always) && !terminal.usesColour(.never))
    }

    @Test(
        arguments: [
            (132, [:], 132), (0, [:], 80), (0, ["COLUMNS": "100"], 100), (90, ["COLUMNS": "100"], 90), (3, [:], 20),
            (0, ["COLUMNS": "many"], 80), (0, ["COLUMNS": "999999999"], 1000), (0, ["COLUMNS": "-5"], 20),
        ] as [(Int, [String: String], Int)])
    func `the width is the terminal's, else what is stated, else 80`(
        _ columns: Int, _ environment: [String: String], _ width: Int
    ) {
        let terminal = Terminal(isTerminal: true, columns: columns, environment: EnvironmentVariables(environment))
        #expect(terminal.width == width)
    }

    @Test func `lines are redrawn on terminals only, and never in a build server's log`() {
        func allows(_ isTerminal: Bool, _ environment: EnvironmentVariables) -> Bool {
            Terminal(isTerminal: isTerminal, columns: 80, environment: environment).allowsLiveProgress
        }
        #expect(allows(true, [:]) && !allows(false, [:]))
        #expect(!allows(true, ["CI": "true"]) && !allows(true, ["TERM": "dumb"]))
        #expect(allows(true, ["CI": "false"]))
    }

    @Test func `a pipe is no terminal`() {
        #expect(!Terminal(descriptor: -1, environment: [:]).isTerminal)
    }

    @Test(
        arguments: [
            (["CI": "true", "GITHUB_ACTIONS": "true"], "GitHub Actions"), (["GITLAB_CI": "true"], "GitLab CI"),
            (["CI": "1"], "CI"), (["CI": ""], nil), ([:], nil),
        ] as [([String: String], String?)])
    func `build servers are known by their variables`(_ environment: [String: String], _ name: String?) {
        #expect(BuildServer.current(in: EnvironmentVariables(environment))?.name == name)
    }
}
