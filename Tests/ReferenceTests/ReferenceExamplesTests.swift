import BatonJudging
import BatonLoading
import BatonWorkflow
import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// The examples of docs/reference do what the pages say that they do.
@Suite struct ReferenceExamplesTests {
    @Test func `every yaml block is a workflow or is marked as what it is`() throws {
        for block in try ReferencePage.reference().yamlBlocks {
            #expect(
                block.kind != .unmarked,
                """
                \(block.place): begin the example with `name:` or `steps:`, or mark it in the line above: \
                <!-- baton.yaml -->, <!-- file: PATH -->, <!-- fails: KIND -->, <!-- error: CODE --> or <!-- part of …: \
                \(ReferencePage.Block.Whole.allCases.map(\.rawValue)) -->
                """)
        }
    }

    @Test func `every block loads without diagnostics, or with the error that it is marked with`() throws {
        let page = try ReferencePage.reference()
        for block in page.yamlBlocks {
            let codes = try page.diagnostics(of: block).map { "\($0.code): \($0.message)" }
            if case .wrong(let code) = block.kind {
                #expect(codes.first?.hasPrefix("\(code): ") == true, "\(block.place): \(codes)")
            } else {
                #expect(codes.isEmpty, "\(block.place): \(codes)")
            }
        }
    }

    @Test func `every example passes against demo-api with the project file of the pages`() async throws {
        let examples = try ReferencePage.reference().yamlBlocks.filter { $0.kind == .workflow }
        try #require(examples.count >= 8)
        let folder = try ExampleFolder()
        for example in examples { try folder.add(example) }
        let result = try await folder.run("run", "workflows")
        #expect(result.exitCode == 0, "\(result.everything)")
        // An example with `rows` has a line for each of them. Beside them runs what they need, and what the project
        // file has run before and after everything.
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("✓ ") }
        for example in examples where !example.text.contains("called_only: true") {
            #expect(lines.contains { $0.contains(" workflows/\(example.fileName) ") }, "\(result.everything)")
        }
        #expect(result.output.contains("\n\(lines.count) passed"), "\(result.everything)")
    }

    @Test func `an example that is marked to fail fails in that way and in no other`() async throws {
        for example in try ReferencePage.reference().yamlBlocks {
            guard case .failing(let kind) = example.kind else { continue }
            let folder = try ExampleFolder()
            try folder.add(example)
            let result = try await folder.run("run", "workflows", "--junit", "junit.xml")
            #expect(result.exitCode == 1, "\(example.place): \(result.everything)")
            let types = try folder.files.read("junit.xml").split(separator: " ").filter { $0.hasPrefix("type=\"") }
            #expect(
                types.allSatisfy { $0.hasPrefix("type=\"\(kind)\"") } && !types.isEmpty,
                "\(example.place): \(types)")
        }
    }
}

/// A project made of the page's project file, the files of `workflows/data` and some examples.
private struct ExampleFolder {
    let files: Folder
    private let page: ReferencePage

    init() throws {
        files = try Folder()
        page = try ReferencePage.reference()
        let project = try #require(page.yamlBlocks.first { $0.kind == .project })
        try files.write("baton.yaml", project.text)
        for block in page.yamlBlocks {
            if case .file(let path) = block.kind { try files.write("workflows/\(path)", block.text) }
        }
        for name in ["house.pem", "client.pem", "client.key"] {
            try files.write("workflows/certificates/\(name)", "")
        }
        let data = "\(Repository.path)/workflows/data"
        for name in try FileContents.names(in: data) {
            try files.write("workflows/data/\(name)", bytes: try FileContents.bytes(of: "\(data)/\(name)"))
        }
    }

    /// Adds a workflow, and the snapshots that its section shows.
    func add(_ example: ReferencePage.Block) throws {
        for block in page.blocks where block.section == example.section {
            guard let mark = block.mark, mark.hasPrefix("snapshot: ") else { continue }
            let name = mark.contains(".") ? String(mark.dropFirst(10)) : "\(mark.dropFirst(10)).json"
            try files.write("workflows/snapshots/\(example.fileName)/\(name)", block.text)
        }
        try files.write("workflows/\(example.fileName)", example.text)
    }

    func run(_ arguments: String...) async throws -> Baton.Result {
        let base = try await Demo.baseURL()
        let baton = Baton(folder: files, environment: ["ADA_PASSWORD": "lovelace-1815", "STAGING_URL": base])
        return try await baton.run(arguments + ["--no-history", "--allow-exec", "--base-url", base])
    }
}
