import BatonApplication
import BatonFiles
import BatonProcesses
import Synchronization
import Testing

@testable import BatonCLI

/// A call of the program inside the test, with its outputs collected.
final class CommandLineCall: Sendable {
    private let outputs = Mutex((standard: "", error: ""))

    var output: String { outputs.withLock { $0.standard } }
    var errorOutput: String { outputs.withLock { $0.error } }

    /// - Parameter line: words with blanks between them, without the program's name.
    func perform(_ line: String, terminal: Terminal = .plain) async -> Int32 {
        let context = ProcessContext(
            workingFolder: "/", environment: [:],
            output: { text in self.outputs.withLock { $0.standard += text } },
            errorOutput: { text in self.outputs.withLock { $0.error += text } },
            terminal: terminal, errorTerminal: terminal, processorCount: 1)
        return await BatonCommand.perform(words(line), in: context, interruption: Interruption())
    }
}

extension Terminal {
    /// No terminal: a pipe or a file.
    static let plain = Terminal(isTerminal: false, width: 80, prefersColour: false, allowsLiveProgress: false)
}

/// The words of a command line; single quotes hold spaces together, as in a shell.
func words(_ line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
        words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    return words
}

/// The options that a line gives to `run`, `check` or `list`.
func options(_ line: [String]) throws -> RunOptions {
    let parsed = try CommandLineParser.parse(line)
    switch parsed {
    case .run(let options), .check(let options), .list(let options): return options
    default:
        Issue.record("\(line) is \(parsed)")
        return RunOptions()
    }
}

func options(_ line: String) throws -> RunOptions {
    try options(words(line))
}

extension CommandPath: CustomTestStringConvertible {
    /// Short, where the default would show the whole table.
    public var testDescription: String { words }
}

/// Texts that stand in files beside the tests, so that a change of them is read in review.
///
/// With `BATON_WRITE_GOLDEN` in the environment the files are written anew, and the test fails, so that this is not left
/// on by accident.
enum Golden {
    static func expect(_ text: String, toBe name: String) throws {
        let path = "Tests/BatonCLITests/Golden/\(name).txt"
        if EnvironmentVariables.current()["BATON_WRITE_GOLDEN"] != nil {
            try AtomicFile.write("\(Repository.path)/\(path)", mode: 0o644, Array(text.utf8))
            Issue.record("\(path) is written; read what changed in it")
        }
        #expect(text == (try Repository.text(of: path)), "set BATON_WRITE_GOLDEN to write \(path)")
    }
}

/// The files of the repository, for tests that hold pages against the code.
enum Repository {
    static let path = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))

    /// The pages for users, but for what is measured, which names options of compilers and linkers.
    static let pages: [String] = ["docs", "docs/guide", "docs/reference"].flatMap { folder in
        let names = (try? Folder.names(in: "\(path)/\(folder)")) ?? []
        return names.sorted().filter { $0.hasSuffix(".md") && $0 != "performance.md" }.map { "\(folder)/\($0)" }
    }

    static func text(of name: String) throws -> String {
        String(decoding: try FileReading.bytes(of: "\(path)/\(name)"), as: UTF8.self)
    }
}
