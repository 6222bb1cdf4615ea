import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonCLI

/// The tables of the commands agree with themselves.
@Suite struct CommandTableTests {
    static let paths = CommandPath(.baton).all

    @Test(arguments: paths)
    func `no name of an option is used twice, and each command has --help`(_ path: CommandPath) {
        let options = path.command.options
        #expect(Set(options.map(\.name)).count == options.count)
        #expect(Set(options.compactMap(\.short)).count == options.compactMap(\.short).count)
        #expect(options.contains { $0.name == "help" && $0.short == "h" })
    }

    @Test(arguments: paths)
    func `a command has two examples or more, and they are right`(_ path: CommandPath) throws {
        #expect(path.command.examples.count >= 2)
        for example in path.command.examples {
            #expect(example.line.contains(path.command.name))
            guard example.line.hasPrefix("baton ") else { continue }
            // What stands behind `>` is the shell's.
            let line = words(example.line).dropFirst().prefix { $0 != ">" }
            _ = try CommandLineParser.parse(Array(line))
        }
    }

    @Test(arguments: paths)
    func `help names the words that an option or an operand may be`(_ path: CommandPath) {
        for option in path.command.options {
            for word in option.value.choices { #expect(option.help.contains(word), "\(option.spelling)") }
        }
        if let operand = path.command.operand {
            for word in operand.value.choices { #expect(operand.help.contains(word), "\(operand.name)") }
        }
    }

    @Test(arguments: paths)
    func `options that exclude each other exist`(_ path: CommandPath) {
        for (first, second) in path.command.exclusive {
            #expect(path.command.option(named: first) != nil && path.command.option(named: second) != nil)
        }
    }

    @Test func `options and commands of other tools lead to those that there are, and hide none`() throws {
        let names = Set(Self.paths.flatMap(\.command.options).map(\.spelling))
        for row in Advice.tools.flatMap(\.rows) where row.place == Advice.commandLine {
            #expect(!names.contains(row.word), "\(row.word) is an option of Baton")
            #expect(CommandPath(.baton).descending(to: row.word) == nil, "\(row.word) is a command of Baton")
            if row.here.hasPrefix("--") { #expect(names.contains(row.here), "\(row.word) leads to \(row.here)") }
            guard row.here.hasPrefix("baton ") else { continue }
            _ = try CommandLineParser.parse(words(String(row.here.dropFirst(6))) + ["--help"])
        }
    }
}
