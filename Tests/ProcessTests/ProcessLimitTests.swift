import BatonTesting
import ProjectFolders
import Testing

/// Little of what the system gives to a process.
@Suite struct ProcessLimitTests {
    /// Runs with limits of the shell's `ulimit`, at most for a minute.
    private static func run(_ limits: String, in folder: Folder, _ arguments: [String]) async throws -> Baton.Result {
        let script = "ulimit \(limits) && exec timeout -k 1 60 \"$0\" \"$@\""
        return try await Baton(folder: folder, program: "/bin/bash").run(
            ["-c", script, Products.path(of: "baton")] + arguments)
    }

    @Test func `more jobs than connections may be open are fewer, and reports and history are written`() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil { connection.write(Recording.empty) }
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(server.url)\" } }\n")
        for number in 0..<200 { try folder.write("w/\(number).yaml", "steps: [ get: /, get: / ]\n") }
        let result = try await Self.run(
            "-n 128", in: folder, ["run", "w", "--jobs", "200", "--junit", "junit.xml", "--json", "ctrf.json"])
        #expect(result.exitCode == 0, "\(result.everything.prefix(3000))")
        #expect(result.output.contains("200 passed"))
        #expect(
            result.errorOutput.contains(
                " jobs at a time instead of 200: no more files and connections may be open; `ulimit -n` allows more"),
            "\(result.errorOutput)")
        for name in ["junit.xml", "ctrf.json", "reports/report.html", ".baton/history.sqlite"] {
            #expect(try !FileContents.bytes(of: "\(folder.path)/\(name)").isEmpty)
        }
    }

    @Test func `the soft limit is raised to the hard one`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: 1 == 1 ]\n")
        let result = try await Self.run("-S -n 40", in: folder, ["run", "w.yaml", "--jobs", "100"])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.errorOutput.isEmpty)
    }

    @Test(arguments: [
        ("-n 7", "error: too few files and connections may be open at a time: "),
        ("-n 24", "error: too few files and connections may be open at a time: "),
        ("-n 40", "error: too few files and connections may be open at a time: "),
        ("-v 150000", "error: 146 MB of addresses are too few: 512 MB are needed at least"),
        ("-v 600000 -s 250000", "error: too few threads may run at a time: at least "),
    ])
    func `too little of what a run needs ends it with a message`(_ limits: String, _ message: String) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: 1 == 1 ]\n")
        let result = try await Self.run(limits, in: folder, ["run", "w.yaml"])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.hasPrefix(message), "\(result.everything)")
        #expect(result.errorOutput.contains("allow more, as `ulimit"))
    }

    /// Below five, the program that keeps the time cannot be loaded either.
    @Test(arguments: 5...24)
    func `few descriptors end any command with a message, or are enough for it`(_ count: Int) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: few\n")
        try folder.write("w.yaml", "steps: [ that: 1 == 1 ]\n")
        for command in [
            ["run", "w.yaml"], ["run", "w.yaml", "--junit", "j.xml", "--html", "r.html", "--json", "e.json"],
            ["check", "w.yaml"], ["list", "w.yaml"], ["history", "list"], ["--version"],
        ] {
            let result = try await Self.run("-n \(count)", in: folder, command)
            #expect([0, 2].contains(result.exitCode), "\(command): \(result.everything)")
            #expect(
                !result.output.isEmpty || result.errorOutput.hasPrefix("error: "), "\(command): \(result.everything)")
        }
    }

    /// Swift reads the arguments there: `baton run` would show help and end with 0.
    @Test(
        .enabled(if: mayHideProcessFiles, "needs root, to hide /proc"),
        arguments: [["run", "w.yaml"], ["--version"], []])
    func `without proc every command ends with a message`(_ arguments: [String]) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: 1 == 2 ]\n")
        let script = "mount -t tmpfs none /proc && exec \"$0\" \"$@\""
        let result = try await Baton(folder: folder, program: "/usr/bin/env").run(
            ["unshare", "--mount", "sh", "-c", script, Products.path(of: "baton")] + arguments)
        #expect(result.exitCode == 2 && result.output.isEmpty, "\(result.everything)")
        #expect(
            result.errorOutput == """
                error: there is no /proc, where a program finds its arguments and threads
                  help: mount it, in a root that was entered by chroot too: `mount -t proc proc /proc`

                """)
    }

    private static let mayHideProcessFiles =
        ChildProcess.output(of: ["unshare", "--mount", "sh", "-c", "mount -t tmpfs none /proc && echo yes"]) == ["yes"]
}
