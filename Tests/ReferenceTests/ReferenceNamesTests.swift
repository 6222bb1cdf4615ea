import BatonCEL
import CommandCalls
import ProjectFolders
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// The names that expressions know are those that docs/reference/expressions.md lists.
@Suite struct ReferenceNamesTests {
    private static func names(of table: ReferencePage.Table) -> Set<String> {
        Set(table.rows.flatMap(\.names))
    }

    private static func table(_ first: String) throws -> ReferencePage.Table {
        try #require(try ReferencePage.reference().tables.first { $0.header[0] == first })
    }

    @Test func `every root is listed, and no other`() throws {
        // `steps.ID` stands for `steps`.
        let listed = Set(try Self.names(of: Self.table("root")).map { String($0.split(separator: ".")[0]) })
        #expect(listed.sorted() == Root.allCases.map(\.name).sorted())
    }

    @Test func `every member of response is listed, and no other`() throws {
        let listed = try Self.names(of: Self.table("`response.`"))
        #expect(listed.sorted() == Roots.responseType.members.map(\.name).sorted())
    }

    @Test func `every member of what a program gives is listed, and no other`() throws {
        let listed = try Self.names(of: Self.table("`response.` of a program"))
        #expect(listed.sorted() == Roots.programType.members.map(\.name).sorted())
    }

    @Test func `every function is listed, and no other`() throws {
        let page = try ReferencePage.reference()
        let rows = page.tables.filter { $0.header == ["about", "functions"] }.flatMap(\.rows)
        let listed = Set(rows.flatMap { CodeSpans.of($0.cells[1]) }.map { String($0.prefix { $0 != "(" }) })
        let library = Roots.declarations.library
        let known = Set(library.functionNames + library.methodNames)
        #expect(known.subtracting(listed).sorted() == [], "these are not in a table of functions")
        #expect(listed.subtracting(known).subtracting(Self.macros).sorted() == [], "there are no such functions")
    }

    /// What the compiler expands itself.
    private static let macros: Set = ["optMap", "optFlatMap"]

    @Test func `every function of Baton's own is used by an example that runs`() throws {
        let text = try ReferencePage.reference().yamlBlocks.filter { $0.kind == .workflow }.map(\.text).joined()
        let library = Roots.declarations.library
        let standard = Set(CELLibrary.standard.functionNames + CELLibrary.standard.methodNames)
        let own = Set(library.functionNames + library.methodNames).subtracting(standard)
        #expect(own.filter { !text.contains("\($0)(") }.sorted() == [])
    }

    @Test func `the kinds of made-up data are those of the table`() throws {
        let page = try FileContents.text(of: "\(Repository.path)/docs/reference/expressions.md")
        let rows = FakeKind.all.map { "| `\($0.name)` | `\($0.example)` | \($0.sentence) |\n" }
        let table = "| `fake` | for example | what it is |\n| --- | --- | --- |\n" + rows.joined()
        #expect(page.contains(table), "write into docs/reference/expressions.md:\n\(table)")
    }

    @Test func `the page about other tools is the table of their words`() throws {
        let page = try FileContents.text(of: "\(Repository.path)/docs/migrate.md")
        for tool in Advice.tools {
            let rows = tool.rows.map { row in
                let here = row.here.contains("`") ? row.here : "`\(row.here)`"
                return "| `\(row.word)` | \(row.place) | \(here.replacing("|", with: "\\|")) |\n"
            }
            let section = "## \(tool.name)\n\n| there | where | here |\n| --- | --- | --- |\n" + rows.joined()
            #expect(page.contains(section), "write into docs/migrate.md:\n\(section)")
        }
    }
}
