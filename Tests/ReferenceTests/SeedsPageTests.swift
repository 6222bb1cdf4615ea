import ProjectFolders
import Testing

/// Tests/Seeds/README.md: what users of five styles of libraries look for, and the test that shows each point.
@Suite struct SeedsPageTests {
    private struct NamedTest: Hashable {
        /// Below `Tests`.
        var file: String
        var name: String
    }

    private let rows: [ReferencePage.Row]
    /// The tests of the rows that are not `missing`.
    private let tests: [NamedTest]

    init() throws {
        let page = try ReferencePage.read("Tests/Seeds/README.md")
        #expect(page.tables.count == 5)
        rows = page.tables.flatMap(\.rows)
        tests = try rows.compactMap { row in
            let cell = try #require(row.cells.last)
            if cell.hasPrefix("missing: ") { return nil }
            let match = try #require(cell.wholeMatch(of: /`([^`]+)` (.+)/), "\(row.place) names no test: \(cell)")
            return NamedTest(file: String(match.1), name: String(match.2))
        }
    }

    @Test func `the seeds show 139 points, no two the same`() {
        #expect(rows.count == 139)
        #expect(rows.allSatisfy { $0.cells.count == 3 && $0.cells.allSatisfy { !$0.isEmpty } })
        #expect(Set(rows.compactMap(\.cells.first)).count == rows.count)
    }

    @Test func `every test that a point of the seeds names is there`() throws {
        for (file, named) in Dictionary(grouping: tests, by: \.file) {
            let text = try FileContents.text(of: "\(Repository.path)/Tests/\(file)")
            for test in named { #expect(text.contains("func `\(test.name)`("), "\(file): \(test.name)") }
        }
    }

    @Test func `no test shows two points of the seeds`() {
        let twice = Dictionary(grouping: tests) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(twice.isEmpty, "\(twice)")
    }

    @Test func `every test of the seeds shows a point`() throws {
        let named = Set(tests.map(\.name))
        let folder = "\(Repository.path)/Tests/Seeds"
        for file in try FileContents.names(in: folder) where file.hasSuffix(".swift") {
            for match in try FileContents.text(of: "\(folder)/\(file)").matches(of: /func `([^`]+)`\(/) {
                #expect(named.contains(String(match.1)), "\(file): \(match.1)")
            }
        }
    }
}
