import BatonTesting
import ProjectFolders
import Subprocess
import Testing

/// Standard output that cannot be written.
@Suite struct OutputFaultTests {
    @Test(arguments: [
        "explain retry", "list", "list --json", "check", "schema workflow", "completions bash", "--help", "--version",
        "run --no-history", "history list",
    ])
    func `what could not be printed is said, and is no success`(_ words: String) async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        #expect(try await project.run().exitCode == 0)
        let program = Products.path(of: "baton")
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", "exec '\(program)' \(words) >/dev/full"],
            workingDirectory: .init(project.folder.path), output: .discarded, error: .string(limit: 10_000))
        #expect(result.terminationStatus == .exited(4), "\(words)")
        #expect(
            result.standardError.contains(
                "error: a part of the standard output could not be written: No space left on device [file.unwritable]"
            ),
            "\(result.standardError)")
    }

    @Test func `a reader that has enough is no fault`() async throws {
        let program = Products.path(of: "baton")
        let result = try await Subprocess.run(
            .path("/bin/bash"), arguments: ["-c", "set -o pipefail; '\(program)' explain | head -n 1"],
            output: .string(limit: 10_000), error: .string(limit: 10_000))
        #expect(result.terminationStatus == .exited(0) && result.standardOutput == "sections of the reference\n")
        #expect(result.standardError == "")
    }

    @Test(arguments: [true, false])
    func `the line that names the page is only printed for a page that was written`(_ isFolder: Bool) async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.failing("A")])
        if isFolder { try project.folder.write("page.html/inner.txt", "") }
        let result = try await project.run("--html", "page.html")
        #expect(result.exitCode == (isFolder ? 4 : 1), "\(result.everything)")
        #expect(result.output.contains("report: page.html\n") == !isFolder, "\(result.output)")
        #expect(result.output.contains("report: ") == !isFolder, "\(result.output)")
        #expect(result.errorOutput.contains("page.html") == isFolder, "\(result.errorOutput)")
    }
}
