import CommandCalls
import Glibc
import ProjectFolders
import Subprocess
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

/// httpbin, a public test server that others wrote, as `scripts/httpbin` installs and serves it.
enum Httpbin {
    /// Whether it is there, after an attempt to install it; a line says why not.
    static func isInstalled() async -> Bool {
        let script = "\(Repository.path)/scripts/httpbin"
        do {
            let result = try await Subprocess.run(
                .path(.init(script)), arguments: ["--install"], output: .discarded, error: .string(limit: 1 << 20))
            if result.terminationStatus.isSuccess { return true }
            print("httpbin cannot be installed: \(result.standardError)")
        } catch {
            print("httpbin cannot be installed: \(error)")
        }
        return getenv("CI") != nil
    }

    /// Serves it on a free port while the body runs.
    static func serving<Result: Sendable>(_ body: (_ baseURL: String) async throws -> Result) async throws -> Result {
        let script = "\(Repository.path)/scripts/httpbin"
        return try await Subprocess.run(
            .path(.init(script)), arguments: ["0"], input: .none, output: .discarded, error: .sequence
        ) { execution in
            defer { try? execution.send(signal: .kill) }
            for try await line in execution.standardError.strings() {
                guard let start = line.firstRange(of: "http://")?.lowerBound else { continue }
                return try await body(String(line[start...].prefix { !$0.isWhitespace }))
            }
            throw HttpbinError()
        }.closureResult
    }
}

struct HttpbinError: Error, CustomStringConvertible {
    let description = "httpbin ended before it served"
}
