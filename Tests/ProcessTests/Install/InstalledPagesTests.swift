import ProjectFolders
import Testing

/// The pages that are installed beside the program: scripts/package.d.
@Suite struct InstalledPagesTests {
    /// Runs a line of bash with the folder as $1 in the repository.
    private func bash(_ line: String, _ folder: Folder) async throws -> Baton.Result {
        let line = "cd '\(Repository.path)'; \(line)"
        return try await Baton(folder: folder, program: "/bin/bash").run(["-euc", line, "bash", folder.path])
    }

    @Test func `every link of an installed page leads to a file that is installed`() async throws {
        let folder = try Folder()
        let copied = try await bash(". scripts/package.d/tree.sh; copy_pages \"$1/pages\"", folder)
        #expect(copied.exitCode == 0, "\(copied.everything)")
        #expect(folder.exists("pages/docs/guide/01-first-test.md"))
        let checked = try await bash("python3 scripts/package.d/check_links.py \"$1/pages\"", folder)
        #expect(checked.exitCode == 0 && checked.everything == "", "\(checked.everything)")
    }

    @Test func `a link that leads to nothing installed is named with its place`() async throws {
        let folder = try Folder()
        try folder.write("mine.md", "")
        try folder.write(
            "pages/docs/page.md",
            """
            [a](../README.md) [b](#here) [c](https://example.com/c.md) [d](gone.md#here)
            ```
            [e](code.md)
            ```
            [f](../../mine.md)
            """)
        try folder.write("pages/README.md", "[a](docs/page.md#here)\n")
        let checked = try await bash("python3 scripts/package.d/check_links.py \"$1/pages\"", folder)
        #expect(checked.exitCode == 1 && checked.output == "")
        #expect(
            checked.errorOutput
                == """
                check_links.py: a link leads to nothing that is installed: docs/page.md:1: gone.md#here
                check_links.py: a link leads to nothing that is installed: docs/page.md:5: ../../mine.md

                """)
    }
}
