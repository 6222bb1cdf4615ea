import Glibc
import ProjectFolders
import Testing

/// What a shell gives to the program: pipes, an umask, a folder that is gone.
@Suite struct ShellTests {
    @Test func `in a folder that is gone nothing is written`() async throws {
        let folder = try Folder()
        let script = "mkdir gone && cd gone && rmdir ../gone && exec \(Products.path(of: "baton")) init"
        let result = try await Baton(folder: folder, program: "/bin/sh").run(["-c", script])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput == "error: the working folder does not exist any more\n")
        #expect(result.output == "")
    }

    @Test(arguments: ["000", "077", "777"])
    func `the file of outputs has mode 0600, whatever the umask and an earlier file`(_ umask: String) async throws {
        let folder = try Folder()
        try folder.write("login.yaml", "steps: [ that: 1 == 1 ]\noutputs: { token: \"'abc'\" }\n")
        for _ in 1...2 {
            let result = try await Baton(folder: folder, program: "/bin/sh").run([
                "-c",
                "umask \(umask); exec '\(Products.path(of: "baton"))' run login.yaml --outputs login.json --junit /dev/null",
            ])
            #expect(result.exitCode == 0, "\(result.everything)")
            var status = stat()
            #expect(lstat(folder.path + "/login.json", &status) == 0 && status.st_mode & 0o7777 == 0o600)
            #expect(chmod(folder.path + "/login.json", 0o644) == 0)
        }
        #expect(try FileContents.names(in: folder.path).filter { $0.hasPrefix(".login") } == [])
    }

    /// `-` stands for standard input elsewhere; here `/dev/stdin` does.
    @Test func `the command line takes pipes, standard input and process substitution`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "vars: { size: 1 }\nsteps: [ that: size == 2 && secrets.PIN == 'four' ]\n")
        let program = Products.path(of: "baton")
        let scripts = [
            "echo 'size: 2' | '\(program)' run w.yaml --vars-file /dev/stdin --secret PIN",
            "'\(program)' run w.yaml --vars-file <(echo 'size: 2') --secrets-file <(echo PIN=four)",
            "cat w.yaml | '\(program)' run /dev/stdin --var size=2 --secret PIN",
            "mkfifo pipe; echo 'size: 2' > pipe & '\(program)' run w.yaml --vars-file pipe --secret PIN; rm pipe",
            "'\(program)' run <(cat w.yaml) --var size=2 --secret PIN",
        ]
        for script in scripts {
            let result = try await Baton(folder: folder, environment: ["PIN": "four"], program: "/bin/bash").run(
                ["-c", script])
            #expect(result.exitCode == 0, "\(script): \(result.everything)")
        }
    }
}
