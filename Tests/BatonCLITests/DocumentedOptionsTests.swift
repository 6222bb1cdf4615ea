import Testing

@testable import BatonCLI

/// The pages name the options that the tables have.
@Suite struct DocumentedOptionsTests {
    static let pages = ["README.md"] + Repository.pages + ["CHANGELOG.md"]

    /// Programs whose options are not Baton's.
    private static let others = [
        "curl ", "scripts/", "demo-api", "serve ", "bin/shop ", "SLURM_", "swift ", "`token=…`",
    ]

    /// These pages name options of the installer and of other programs.
    @Test(arguments: pages.filter { !["docs/install.md", "docs/migrate.md"].contains($0) })
    func `a page names only options that there are, of the command that it names`(_ page: String) throws {
        let paths = CommandPath(.baton).all
        var count = 0
        for (index, line) in try Repository.text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for match in line.matches(of: /--([a-z][a-z-]*)/) {
                let before = line[..<match.range.lowerBound]
                let isInsideWord = before.last.map { $0 == "-" || $0.isLetter || $0.isNumber } ?? false
                if isInsideWord || Self.others.contains(where: { before.contains($0) }) { continue }
                let commands = paths.filter { before.contains("baton " + $0.wordsBelowRoot) && !$0.parents.isEmpty }
                let possible = commands.isEmpty ? paths : commands
                #expect(
                    possible.contains { $0.command.option(named: String(match.1)) != nil },
                    "\(page):\(index + 1): \(match.0)")
                count += 1
            }
        }
        if ["README.md", "docs/semantics.md", "docs/guide/05-many-cases.md"].contains(page) {
            #expect(count > 0, "\(page) names no option: does this test still read it?")
        }
    }

    @Test(arguments: pages)
    func `a page names only commands that there are`(_ page: String) throws {
        var isCode = false
        for (index, line) in try Repository.text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") { isCode.toggle() }
            // Names of commands in running text stand between backticks.
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            let pieces = isCode ? [line] : stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
            for match in pieces.flatMap({ $0.matches(of: /(?:^|[$;&|(] ?|: |do )baton ([a-z]+)\b(?: ([a-z]+))?/) }) {
                var path = CommandPath(.baton)
                for word in [match.1, match.2].compactMap(\.self) where !path.command.subcommands.isEmpty {
                    let next = path.descending(to: String(word))
                    #expect(next != nil, "\(page):\(index + 1): baton \(word)")
                    path = next ?? path
                    if next == nil { break }
                }
            }
        }
    }

    @Test func `each option of run is explained on a page`() throws {
        let text = try Self.pages.dropLast().map(Repository.text).joined()
        for option in Command.run.options where option.name != "help" {
            #expect(text.contains(option.spelling), "\(option.spelling)")
        }
    }
}
