import TemporaryFolders
import Testing

@testable import BatonProcesses

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The same words as of a program that was started in vain.
struct ProgramFileTests {
    private static func project() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("bin/serve", "#!/bin/sh\n")
        chmod(folder.path + "/bin/serve", 0o755)
        try folder.write("bin/data", "no program")
        try folder.write("bin/bare", "echo\n")
        chmod(folder.path + "/bin/bare", 0o755)
        try folder.write("bin/inner/x")
        return folder
    }

    @Test(arguments: [
        ("bin/serve", nil), ("./bin/serve", nil), ("serve", nil),
        ("data", "no permission to start `data`"), ("bin/data", "no permission to start `bin/data`"),
        ("bin/inner", "`bin/inner` is a folder, and no program"), ("inner", "`inner` is a folder, and no program"),
        ("./serve", "the program `./serve` was not found"), ("nope", "the program `nope` was not found"),
        ("bare", "`bare` is no program; a script begins with a line such as `#!/bin/sh`"), ("/bin/sh", nil),
        ("bin/serve/x", "the program `bin/serve/x` was not found"), ("", "the program `` was not found"),
    ])
    func `a program is looked for as it would be started`(_ name: String, _ message: String?) throws {
        let folder = try Self.project()
        let obstacle = ProgramFile.obstacle(name, in: folder.path, searchPath: "/nowhere:\(folder.path)/bin")
        #expect(obstacle?.message == message)
    }

    @Test(arguments: [
        ("#!/no/such/reader -x\n", "`/no/such/reader`, which its first line names, does not exist"),
        ("#!/bin/sh\r\necho\r\n", "its first line ends with CR LF, not with LF"),
        ("#!/usr/bin/env nope-1815\n", "`nope-1815`, which its first line names, was not found"),
        ("#! /bin/sh -e\n", nil), ("#!/usr/bin/env -S sh -e\n", nil), ("#!/usr/bin/env A=1 sh\n", nil),
        ("#!/usr/bin/env sh", nil), ("\u{7F}ELF\0", nil),
    ])
    func `a script is started by the program that its first line names`(_ text: String, _ reason: String?) throws {
        let folder = try TemporaryFolder()
        try folder.write("run", text)
        chmod(folder.path + "/run", 0o755)
        let obstacle = ProgramFile.obstacle("./run", in: folder.path, searchPath: "/usr/bin:/bin")
        #expect(obstacle?.message == reason.map { "`./run` could not be started: \($0)" })
    }

    @Test(arguments: ["./nope", "nope-1815", "bin/bare"])
    func `what is told beforehand is what a start says`(_ name: String) throws {
        let folder = try Self.project()
        let path = getenv("PATH").map { String(cString: $0) }
        let obstacle = try #require(ProgramFile.obstacle(name, in: folder.path, searchPath: path))
        do {
            _ = try ServerProcess.start(name, in: folder.path)
            Issue.record("\(name) was started")
        } catch {
            #expect(error.code == obstacle.code && error.message == obstacle.message)
        }
    }
}

struct EnvironmentVariablesTests {
    @Test func `the environment is a value`() {
        let environment = EnvironmentVariables.current()
        #expect(environment["PATH"]?.isEmpty == false)
        #expect(environment["BATON_NO_SUCH_VARIABLE"] == nil)
    }

    @Test func `the machine has a name`() {
        #expect(!HostName.current().isEmpty)
    }
}
