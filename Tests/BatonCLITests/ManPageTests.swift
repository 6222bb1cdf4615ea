import BatonFiles
import Subprocess
import TemporaryFolders
import Testing

@testable import BatonCLI

/// The manual pages, and the completions that are installed beside them.
@Suite struct ManPageTests {
    static let paths = CommandPath(.baton).all

    /// A page as a reader sees it, without fonts and line breaks.
    private static func shown(_ path: CommandPath) -> String {
        [
            ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ga", "`"),
            ("\\(ha", "^"), ("\\(ti", "~"), ("\\&...", "…"), ("\\&", ""), ("\\e", "\\"),
        ].reduce(ManPage(of: path).text) { $0.replacing($1.0, with: $1.1) }
    }

    @Test(arguments: paths)
    func `a page has all that the help of the command has`(_ path: CommandPath) {
        let page = Self.shown(path)
        let command = path.command
        #expect(page.hasPrefix(".TH \"\(ManPage(of: path).fileName.dropLast(2).uppercased())\" 1 "), "\(page)")
        #expect(page.contains("\n.SH SYNOPSIS\n\(path.usage)\n.SH DESCRIPTION\n"), "\(page)")
        func unquoted(_ text: String) -> String { text.replacing("`", with: "") }
        for text in [command.summary, command.discussion] { #expect(unquoted(page).contains(unquoted(text))) }
        for option in command.options {
            let short = option.short.map { ", -\($0)" } ?? ""
            let value = option.isFlag ? "" : " \(option.valueName)"
            let repeated = option.isRepeatable && !option.isFlag ? " Repeatable." : ""
            let entry = "\n.TP\n\(option.spelling)\(short)\(value)\n\(unquoted(option.help))\(repeated)\n"
            #expect(unquoted(page).contains(entry), "\(option.spelling)")
        }
        for example in command.examples {
            #expect(unquoted(page).contains("\n.TP\n\(unquoted(example.line))\n\(unquoted(example.meaning))\n"))
        }
        if let operand = command.operand { #expect(page.contains("\n.SH ARGUMENTS\n.TP\n\(operand.label)\n")) }
    }

    @Test(.enabled(if: isInstalled("groff"), "groff is not installed"), arguments: paths)
    func `groff reads a page without a warning`(_ path: CommandPath) async throws {
        let result = try await Subprocess.run(
            .name("groff"), arguments: ["-man", "-Kutf8", "-Tutf8", "-ww", "-z"],
            input: .string(ManPage(of: path).text), output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        #expect(result.terminationStatus.isSuccess && result.standardError == "", "\(result.standardError)")
    }

    @Test func `there is a page for each command, and each page leads to pages that there are`() async throws {
        let folder = try TemporaryFolder()
        let call = CommandLineCall()
        #expect(await call.perform("help --man-pages '\(folder.path)/new/man1'") == 0)
        #expect(call.output == "" && call.errorOutput == "")
        let names = Self.paths.map { $0.words.split(separator: " ").joined(separator: "-") }
        #expect(try Folder.names(in: "\(folder.path)/new/man1").sorted() == names.map { "\($0).1" }.sorted())
        for path in Self.paths {
            let links = Self.shown(path).matches(of: /\n([a-z-]+)\(1\)/).map { String($0.1) }
            #expect(!links.isEmpty && Set(links).isSubset(of: names), "\(path.words): \(links)")
        }
    }

    @Test func `the pages of one command are those of it and of what is below it`() async throws {
        let folder = try TemporaryFolder()
        #expect(await CommandLineCall().perform("help cache --man-pages '\(folder.path)'") == 0)
        let names = try folder.names().sorted()
        #expect(names == ["baton-cache-clear.1", "baton-cache-list.1", "baton-cache.1"])
    }

    @Test func `pages that cannot be written are an error, and so is a command that there is not`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("file")
        let call = CommandLineCall()
        #expect(await call.perform("help --man-pages '\(folder.path)/file'") == 2)
        #expect(call.errorOutput.contains("a file is in its place [file.unwritable]"), "\(call.errorOutput)")
        #expect(await call.perform("help nothing --man-pages '\(folder.path)/b'") == 2)
        #expect(call.errorOutput.contains("nothing"), "\(call.errorOutput)")
        #expect(try folder.names() == ["file"])
    }
}
