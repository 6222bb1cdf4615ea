import BatonTesting
import CommandCalls
import ConformanceData
import ProjectFolders
import Testing

/// Newman's own collections, each run as it is: against a server as they expect it, where Newman passes every assertion, and
/// against one that says the opposite, where it fails every assertion that reads the response.
@Suite struct NewmanVerdictTests {
    /// A collection with what a run of it must say.
    struct Collection: CustomTestStringConvertible {
        var name: String
        var hasEnvironment = false
        var repeatsRequests = false
        /// Failed steps with their messages, where the server is as the collection expects it. Newman has none: each is a
        /// difference that the report of the import names.
        var failed: [String] = []
        /// Failed checks where the server is contrary.
        var failedByContrary: Int
        /// What the summary says is carried over.
        var summary: String

        var testDescription: String { name }
    }

    static let collections: [Collection] = []

    @Test(arguments: collections)
    func `a collection has the verdicts that Newman gives it`(_ collection: Collection) async throws {
        let result = try await run(collection, isContrary: false)
        guard let result else { return }
        #expect(result.failures == collection.failed, "\(result.output)")
        #expect(result.output.contains(collection.summary), "\(result.output)")
    }

    @Test(arguments: collections)
    func `every assertion fails where the server says the opposite`(_ collection: Collection) async throws {
        let result = try await run(collection, isContrary: true)
        guard let result else { return }
        #expect(result.failures.count == collection.failedByContrary, "\(result.output)")
    }

    private struct Verdicts {
        var output: String
        /// "STEP: MESSAGE" of each failed check.
        var failures: [String]
    }

    private func run(_ collection: Collection, isContrary: Bool) async throws -> Verdicts? {
        let path = "import/postman/" + collection.name
        guard let source = ConformanceData.read(path + ".postman_collection.json") else { return nil }
        let server = EchoServer(repeatsRequests: collection.repeatsRequests, isContrary: isContrary).start()
        defer { server.stop() }
        let folder = try Folder()
        _ = try folder.write("collection.json", bytes: source)
        var arguments = ["run", "collection.json", "--base-url", server.url, "--verbose"]
        if collection.hasEnvironment, let environment = ConformanceData.read(path + ".postman_environment.json") {
            _ = try folder.write("environment.json", bytes: environment)
            arguments += ["--postman-env", "environment.json"]
        }
        let result = try await Baton(folder: folder).run(arguments)
        return Verdicts(output: result.output + result.errorOutput, failures: Self.failures(result.output))
    }

    /// The lines below each failed step of the list of steps.
    private static func failures(_ output: String) -> [String] {
        var failures: [String] = []
        var step = ""
        for line in output.split(separator: "\n").prefix(while: { !$0.hasPrefix("── ") }) {
            let text = line.trimmingPrefix { $0 == " " }
            if let first = text.first, "✓✗!-".contains(first) {
                step = text.dropFirst(2).split(separator: "  ").first.map(String.init) ?? ""
            } else if line.hasPrefix("      ") {
                failures.append("\(step): \(text)")
            }
        }
        return failures
    }
}
