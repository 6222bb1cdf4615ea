import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `file()` reads inside the file root and nowhere else.
@Suite struct FileFunctionTests {
    private static func run(_ path: String, in folder: Folder) async throws -> Baton.Result {
        try folder.write("project/baton.yaml", "default_environment: e\nenvironments: { e: {} }\n")
        try folder.write(
            "project/workflows/w.yaml", "vars: { path: '\(path)' }\nsteps:\n  - that: file(path) == \"content\"\n")
        return try await Baton(workingFolder: folder.path + "/project")("run", "--no-history")
    }

    @Test func `a text beside the workflow and above it is read`() async throws {
        let folder = try Folder()
        try folder.write("project/workflows/a.txt", "content")
        try folder.write("project/b.txt", "content")
        symlink("\(folder.path)/project/b.txt", "\(folder.path)/project/workflows/link.txt")
        for path in ["a.txt", "../b.txt", "link.txt", "\(folder.path)/project/b.txt"] {
            let result = try await Self.run(path, in: folder)
            #expect(result.exitCode == 0, "\(result.everything)")
        }
    }

    @Test(arguments: [
        ("../../outside.txt", "`../../outside.txt` lies outside the file root"),
        ("out.txt", "`out.txt` lies outside the file root"),
        ("/etc/passwd", "`/etc/passwd` lies outside the file root"),
        ("../.baton/history.sqlite", "`../.baton/history.sqlite` lies in `.baton`, which is closed to workflows"),
        ("none.txt", "none.txt"), (".", "`.`"), ("latin.txt", "the file `latin.txt` is not UTF-8 text"),
        ("pipe", "`pipe`"), ("big.txt", "big.txt"),
    ])
    func `everything else is an error with a place`(_ path: String, _ message: String) async throws {
        let folder = try Folder()
        try folder.write("outside.txt", "content")
        try folder.write("project/.baton/history.sqlite", "content")
        try folder.write("project/workflows/latin.txt", bytes: [0xE9])
        try folder.write("project/workflows/big.txt", bytes: [UInt8](repeating: 0x61, count: 10_000_001))
        symlink("\(folder.path)/outside.txt", "\(folder.path)/project/workflows/out.txt")
        mkfifo("\(folder.path)/project/workflows/pipe", 0o600)
        let result = try await Self.run(path, in: folder)
        #expect(result.exitCode == 1)
        #expect(result.output.contains("  workflows/w.yaml:3:11\n"), "\(result.output)")
        #expect(result.output.contains(message), "\(result.output)")
        #expect(!result.output.contains("root:x"))
    }

    @Test func `files are not read when a workflow is only loaded`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - that: file(\"none.txt\") == \"\"\n")
        #expect(try await Baton(folder: folder)("check", "w.yaml").exitCode == 0)
    }
}
