import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonWorkflow
import BatonYAML
import ProjectFolders
import Testing

/// The tables of docs/reference are the language table of the code.
@Suite struct ReferenceTablesTests {
    @Test(arguments: ReferencePage.paths)
    func `the tables of keys are what the declarations say`(_ path: String) throws {
        let text = try KeyTables().page(path)
        let isAsked = EnvironmentVariables.current()["BATON_WRITE_GOLDEN"] != nil
        if isAsked { try AtomicFile.write("\(Repository.path)/\(path)", mode: 0o644, Array(text.utf8)) }
        #expect(
            text == (try FileContents.text(of: "\(Repository.path)/\(path)")), "set BATON_WRITE_GOLDEN to write \(path)"
        )
    }

    @Test(arguments: Language.maps.indices)
    func `every key is in a table`(_ index: Int) throws {
        let map = Language.maps[index]
        let tables = try KeyTables()
        let shown = try tables.locations.map(\.table).filter { $0.titles.contains(map.title) }.flatMap(tables.keys)
        #expect(Set(map.keys.map(\.name)).subtracting(shown.map(\.name)).sorted() == [], "add `keys of \(map.title)`")
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
