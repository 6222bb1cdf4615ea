import Testing

@testable import BatonCLI

/// The pages name the options that the tables have.
@Suite struct DocumentedOptionsTests {
    static let pages = [
        "README.md", "docs/language.md", "docs/reports.md", "docs/selecting.md", "docs/scale.md", "CHANGELOG.md",
    ]

    /// Programs whose options are not Baton's.
    private static let others = ["curl ", "scripts/", "demo-api", "serve ", "SLURM_"]

    @Test(arguments: pages)
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
        #expect(count > 0, "\(page) names no option: does this test still read it?")
    }

    @Test func `each option of run is explained on a page`() throws {
        let text = try Self.pages.dropLast().map(Repository.text).joined()
        for option in Command.run.options where option.name != "help" {
            #expect(text.contains(option.spelling), "\(option.spelling)")
        }
    }
}
