import BatonXML
import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// The repository's own samples, and the report that they give.
@Suite struct SamplesTests {
    private static let schema = Repository.conformance("junit/jenkins-xunit-junit-10.xsd")

    @Test(.enabled(if: schema != nil, "the schema of JUnit reports is not on this machine"))
    func `the report of every sample meets the schema`() async throws {
        let report = try await Self.report()
        let validator = try XMLSchemaValidator(schema: try #require(Self.schema))
        #expect(try validator.violations(in: Array(report.utf8)).isEmpty)
    }

    @Test func `every sample passes against demo-api`() async throws {
        #expect(try await Self.report().contains("<testsuite "))
    }

    @Test func `every sample passes again and again, in any order`() async throws {
        _ = try await Self.report(["--repeat-each", "3", "--shuffle", "random"])
    }

    /// Runs all of them; they must pass.
    private static func report(_ arguments: [String] = []) async throws -> String {
        let folder = try Folder()
        let base = try await Demo.baseURL()
        let baton = Baton(
            workingFolder: Repository.path, environment: ["ADA_PASSWORD": "lovelace-1815", "MIRROR_URL": base])
        let result = try await baton.run(
            ["run", "--base-url", base, "--no-history", "--junit", "\(folder.path)/junit.xml"] + arguments)
        #expect(result.exitCode == 0, "\(result.everything)")
        return try folder.read("junit.xml")
    }

    @Test func `the samples that start programs pass where that is allowed, and are refused elsewhere`() async throws {
        let baton = Baton(workingFolder: "\(Repository.path)/workflows/programs")
        let folder = try Folder()
        let report = ["--no-history", "--junit", "\(folder.path)/junit.xml"]
        let result = try await baton.run(["run", "--allow-exec"] + report)
        #expect(result.exitCode == 0, "\(result.everything)")
        let refused = try await baton.run(["run"] + report)
        #expect(refused.exitCode == 2)
        #expect(
            refused.errorOutput.contains("[workflow.exec-not-allowed]\n  --> 45-programs.yaml:9:5"),
            "\(refused.errorOutput)")
    }

    @Test func `the page about the samples links each of them, and nothing that is not there`() throws {
        let folder = "\(Repository.path)/workflows"
        let files = try FileContents.names(in: folder).filter { $0.hasSuffix(".yaml") }
        let page = try FileContents.text(of: "\(folder)/README.md")
        let linked = page.split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
        #expect(linked.filter { $0.hasSuffix(".yaml") && !$0.contains("/") }.sorted() == files)
    }
}
