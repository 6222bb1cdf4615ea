import BatonProcesses
import Testing

@testable import BatonCLI

/// What `--help` shows.
@Suite struct HelpTests {
    static let paths = CommandPath(.baton).all

    @Test(arguments: paths)
    func `the help is as it was read in review`(_ path: CommandPath) throws {
        let name = path.words.split(separator: " ").joined(separator: "-")
        try Golden.expect(HelpText(of: path).text, toBe: "help-\(name)")
    }

    @Test(
        arguments: [
            ("", "baton"), ("help", "baton"), ("--help", "baton"), ("-h", "baton"), ("run --help", "baton-run"),
            ("help run", "baton-run"), ("run -h", "baton-run"), ("history --help", "baton-history"),
            ("history", "baton-history"), ("help history show", "baton-history-show"),
        ])
    func `help goes to standard output with exit 0`(_ line: String, _ name: String) async throws {
        let call = CommandLineCall()
        #expect(await call.perform(line) == 0)
        #expect(call.output == (try Repository.text(of: "Tests/BatonCLITests/Golden/help-\(name).txt")))
        #expect(call.errorOutput == "")
    }

    @Test func `the version goes to standard output`() async {
        let call = CommandLineCall()
        #expect(await call.perform("--version") == 0)
        #expect(call.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+(-dev)?\n/) != nil, "\(call.output)")
        #expect(call.errorOutput == "")
    }

    @Test(arguments: paths, [80, 90, 100])
    func `no line is wider than the terminal`(_ path: CommandPath, _ width: Int) {
        for line in HelpText(of: path, width: width).text.split(separator: "\n") {
            #expect(line.count <= width, "\(line)")
        }
    }

    @Test func `a wide terminal is used up to 100 columns, and a narrow one down to 40`() {
        let path = CommandPath(.run)
        #expect(HelpText(of: path, width: 300).text == HelpText(of: path, width: 100).text)
        #expect(HelpText(of: path, width: 100).text != HelpText(of: path, width: 80).text)
        #expect(HelpText(of: path, width: 1).text == HelpText(of: path, width: 40).text)
        // Commands to copy are never broken.
        let narrow = HelpText(of: path, width: 40).text
        for line in narrow.split(separator: "\n") where !line.contains("baton run") {
            #expect(line.count <= 40, "\(line)")
        }
    }

    @Test func `only a terminal gets colours`() async {
        let plain = CommandLineCall()
        let coloured = CommandLineCall()
        _ = await plain.perform("run --help")
        let terminal = Terminal(isTerminal: true, width: 80, prefersColour: true, allowsLiveProgress: true)
        _ = await coloured.perform("run --help", terminal: terminal)
        #expect(!plain.output.contains("\u{1B}"))
        #expect(coloured.output.contains("\u{1B}[1mwhat runs\u{1B}[0m"))
        #expect(coloured.output.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain.output)
    }
}
