import BatonDiagnostics
import BatonHTTP
import BatonWorkflow
import BatonYAML
import Testing

/// The tables of docs/reference are the language table of the code.
@Suite struct ReferenceTablesTests {
    /// A table of keys names the maps that hold them: `<!-- keys of a step, `defaults` -->`.
    private static func titles(_ table: ReferencePage.Table) -> [String] {
        guard let mark = table.mark, mark.hasPrefix("keys of ") else { return [] }
        return mark.dropFirst(8).split(separator: ", ").map(String.init)
    }

    @Test(arguments: Language.maps.indices)
    func `the reference explains what the table has, and nothing else`(_ index: Int) throws {
        let map = Language.maps[index]
        let tables = try ReferencePage.reference().tables.filter { Self.titles($0).contains(map.title) }
        var explained: Set<String> = []
        for row in tables.flatMap(\.rows) {
            explained.formUnion(row.names)
            let meaning = row.cells.last ?? ""
            #expect(meaning.count > 5, "\(row.place): what does it mean?")
        }
        let known = Set(map.keys.map(\.name))
        #expect(known.subtracting(explained).sorted() == [], "not in a table marked `keys of \(map.title)`")
        #expect(explained.subtracting(known).sorted() == [], "in the reference, but not in \(map.title)")
    }

    @Test func `a table of keys or operators says whose they are`() throws {
        let known = Set(Language.maps.map(\.title))
        for table in try ReferencePage.reference().tables where ["key", "operator"].contains(table.header[0]) {
            let titles = Self.titles(table)
            #expect(!titles.isEmpty, "\(table.place): mark it with <!-- keys of … -->")
            #expect(known.isSuperset(of: titles), "\(table.place): \(titles)")
        }
    }

    @Test func `every kind of failure is listed, and no other`() throws {
        let page = try ReferencePage.reference()
        let table = try #require(page.tables.first { $0.header[0] == "kind" })
        let listed = table.rows.flatMap(\.names)
        #expect(listed.sorted() == Failure.Kind.all.map(\.rawValue).sorted())
    }

    @Test func `every key and every operator is used by an example that runs`() throws {
        let page = try ReferencePage.reference()
        var usage = KeyUsage()
        for block in page.yamlBlocks {
            let map: Language.Map
            switch block.kind {
            case .workflow: map = Language.WorkflowFile.map
            case .project: map = Language.Project.map
            case .file: map = Language.APIFile.map
            default: continue
            }
            let file = SourceFile(path: block.fileName, text: block.text)
            let root = try #require(YAMLComposer.compose(file, into: DiagnosticSink()))
            usage.read(root, as: map)
        }
        for map in Language.maps {
            #expect(usage.missing(in: map) == [], "of \(map.title): no example of docs/reference uses these")
        }
    }
}
