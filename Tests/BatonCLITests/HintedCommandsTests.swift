import BatonFiles
import Testing

@testable import BatonCLI

/// What messages advise: each command, option and page is there.
@Suite struct HintedCommandsTests {
    /// A text between backquotes, or a page, in a source file.
    struct Mention: Sendable, CustomTestStringConvertible {
        let file: String
        let line: Int
        let text: String

        var testDescription: String { "\(file):\(line): \(text)" }
    }

    private static let files: [(name: String, lines: [Substring])] = {
        let folder = "\(Repository.path)/Sources"
        let names = (try? FolderWalk(folder, endings: [".swift"]).files) ?? []
        return names.map { name in
            let text = (try? Repository.text(of: "Sources/\(name)")) ?? ""
            return (name, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }()

    private static func mentions(_ find: (Substring) -> [String]) -> [Mention] {
        files.flatMap { file in
            file.lines.enumerated().flatMap { index, line in
                find(line).map { Mention(file: file.name, line: index + 1, text: $0) }
            }
        }
    }

    /// The command lines, with a word in place of what is computed.
    static let commands = mentions { line in
        line.matches(of: /`baton ([^`]+)`/).map { match in
            String(match.1).replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "x").replacing("…", with: "")
        }
    }

    static let pages = mentions { line in line.matches(of: /docs\/[a-z\/-]+\.md/).map { String($0.0) } }

    @Test func `the sources are read`() {
        #expect(Self.commands.count > 60)
        #expect(!Self.pages.isEmpty)
    }

    @Test(arguments: commands)
    func `each command line that a message names can be typed`(_ mention: Mention) {
        var words = mention.text.split(separator: " ").map(String.init)
        if let end = words.firstIndex(of: ">") { words.removeSubrange(end...) }
        // What is only a shape: `[PATH…] [options]`, `--words KIND`, which no help has.
        words.removeAll { $0.hasPrefix("[") }
        if words == ["completions", "--words", "KIND"] { return }
        do throws(ArgumentError) {
            _ = try CommandLineParser.parse(words)
        } catch {
            switch error.kind {
            case .missingArgument, .missingValue, .wrongValue: break
            case .unknownOption, .unknownCommand, .needlessValue, .repeatedOption, .exclusiveOptions,
                .unexpectedArgument:
                Issue.record("\(mention.testDescription): \(error.diagnostic.message)")
            }
        }
    }

    @Test(arguments: pages)
    func `each page that a message names is there`(_ mention: Mention) throws {
        #expect(try !Repository.text(of: mention.text).isEmpty)
    }
}
