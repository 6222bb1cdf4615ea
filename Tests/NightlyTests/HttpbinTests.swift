import CommandCalls
import ProjectFolders
import Testing

/// A server that others wrote takes what Baton sends, and Baton what it answers.
@Suite struct HttpbinTests {
    @Test(
        .enabled("needs httpbin, which needs python3 with venv, and PyPI the first time") {
            await Httpbin.isInstalled()
        })
    func `every workflow of workflows/httpbin passes against it`() async throws {
        let baton = Baton(workingFolder: "\(Repository.path)/workflows/httpbin")
        let folder = try Folder()
        let result = try await Httpbin.serving { url in
            try await baton("run", "--base-url", url, "--no-history", "--junit", "\(folder.path)/junit.xml")
        }
        #expect(result.exitCode == 0, "\(result.everything)")
        let report = try folder.read("junit.xml")
        let steps = report.split(separator: "<testcase ").count - 1
        #expect(steps >= 80, "\(steps) steps")
        #expect(!report.contains("<skipped"))
    }

    @Test func `a run of the project around it leaves it alone`() async throws {
        let result = try await Baton(workingFolder: Repository.path)("list")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(!result.output.contains("workflows/httpbin/"), "\(result.output)")
        #expect(result.output.contains("left out: workflows/httpbin: a project of its own"))
    }
}
