import BatonTesting
import BatonWorkflowsTesting
import Glibc
import RunningDemo
import Testing

/// docs/swift-workflows.md shows code that compiles, runs, and does what the page says.
@Suite struct ExampleTests {
    private let folder = WorkflowFolder(["profile.yaml": "steps: [{ get: /me, expect: { $.name: Ada } }]\n"])

    @Test func `a stub answers, and a result is a value`() async throws {
        let stub = try await MoreExamples.stub(folder.only("profile.yaml"))
        #expect(stub.paths == ["/me"])
        try await MoreExamples.result(folder.only("profile.yaml"), stub)
        stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Grace"])))
        await #expect(throws: WorkflowError.self) {
            try await MoreExamples.result(folder.only("profile.yaml"), stub)
        }
    }

    @Test func `events are told, and reports written`() async throws {
        let stub = StubDispatcher.ordinary()
        try await MoreExamples.events(folder.workflows(), stub)
        let summary = try await MoreExamples.reports(folder.path, folder.path, stub)
        #expect(summary.isSuccess)
        #expect(folder.names == ["junit.xml", "profile.yaml", "report.html"])
    }

    @Test func `an unknown environment is told`() throws {
        let error = try #require(throws: WorkflowError.self) { try MoreExamples.settings("lovelace-1815") }
        #expect(error.description.contains("staging"))
    }

    @Test func `every example of the page is code that was compiled here, and every one here is on the page`() throws {
        let names = ["Examples.swift", "MoreExamples.swift"]
        let here = try names.flatMap {
            Self.regions(
                of: try text("Tests/BatonWorkflowsTests/Documentation/\($0)"), from: "// example", to: "// end")
        }
        let shown = Self.regions(of: try text("docs/swift-workflows.md"), from: "```swift", to: "```")
        #expect(!shown.isEmpty)
        for block in shown { #expect(here.contains(block), "the page shows what no test compiles:\n\(block)") }
        for block in here { #expect(shown.contains(block), "the page does not show:\n\(block)") }
    }

    /// - Parameter path: in the repository.
    private func text(_ path: String) throws -> String {
        let file = try #require(fopen("\(Demo.repository)/\(path)", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The lines between two marks, without what they are indented by.
    private static func regions(of text: String, from start: String, to end: String) -> [String] {
        var regions: [String] = []
        var region: [Substring]?
        var indent = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " }
            if bare == start {
                region = []
                indent = line.count - bare.count
            } else if bare == end, let lines = region {
                regions.append(lines.joined(separator: "\n"))
                region = nil
            } else {
                region?.append(line.dropFirst(min(indent, line.count)))
            }
        }
        return regions
    }
}
