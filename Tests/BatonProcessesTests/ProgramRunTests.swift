import TemporaryFolders
import Testing

@testable import BatonFiles
@testable import BatonProcesses

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Real programs; none is waited for longer than it takes, unless something is broken.
struct ProgramRunTests {
    private func program(
        _ words: [String], limit: Int64 = 600_000_000, outputLimit: Int = 10_000_000,
        grace: Duration = .seconds(600), environment: EnvironmentVariables = ["PATH": "/usr/bin:/bin"]
    ) -> ProgramRun {
        ProgramRun(
            words: words, folder: "/", environment: environment, limit: limit, outputLimit: outputLimit, grace: grace)
    }

    private func shell(
        _ script: String, limit: Int64 = 600_000_000, outputLimit: Int = 10_000_000, grace: Duration = .seconds(600)
    ) -> ProgramRun {
        program(["/bin/sh", "-c", script], limit: limit, outputLimit: outputLimit, grace: grace)
    }

    /// Whether a process is there that does something.
    private func lives(_ number: String) -> Bool {
        guard let process = Int32(number), kill(process, 0) == 0 else { return false }
        let state = (try? FileReading.bytes(of: "/proc/\(number)/stat", limit: 4096)).map {
            String(decoding: $0, as: UTF8.self)
        }
        return state?.split(separator: ")").last?.hasPrefix(" Z") != true
    }

    @Test func `what it writes comes apart, with the code that it ends with`() async throws {
        let end = try await shell("printf out; printf err >&2; exit 3").perform()
        #expect(end.reason == .ended(.code(3)))
        #expect(end.output == Array("out".utf8))
        #expect(end.errors == Array("err".utf8))
    }

    @Test func `a program gets its folder, its environment and empty input`() async throws {
        let end = try await program(
            ["/bin/sh", "-c", "pwd; echo $A; cat; ls /proc/self/fd | wc -l"],
            environment: ["A": "b c", "PATH": "/bin:/usr/bin"]
        ).perform()
        // Three streams, and the folder that `ls` reads.
        #expect(String(decoding: end.output, as: UTF8.self) == "/\nb c\n4\n")
    }

    @Test func `a signal of its own is told`() async throws {
        let end = try await shell("kill -s KILL $$").perform()
        #expect(end.reason == .ended(.signal(SIGKILL)))
    }

    @Test func `a program whose time is up is ended with all that it started`() async throws {
        let end = try await shell("sleep 1000 & echo $!; sleep 1001 & echo $!; wait", limit: 500_000).perform()
        #expect(end.reason == .timeIsUp)
        let children = String(decoding: end.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(children.count == 2)
        #expect(!children.contains(where: lives))
    }

    @Test func `a program that ignores SIGTERM is killed after the grace`() async throws {
        let end = try await shell(
            #"trap "" TERM; echo $$; while :; do sleep 1000; done"#, limit: 500_000, grace: .milliseconds(10)
        ).perform()
        #expect(end.reason == .timeIsUp)
        #expect(!lives(String(decoding: end.output.dropLast(), as: UTF8.self)))
    }

    @Test func `what it leaves behind ends with it`() async throws {
        let end = try await shell("sleep 1000 & echo $!", grace: .zero).perform()
        #expect(end.reason == .ended(.code(0)))
        #expect(!lives(String(decoding: end.output.dropLast(), as: UTF8.self)))
    }

    @Test func `what left its process group and holds its output is not waited for`() async throws {
        let end = try await shell("setsid sleep 1000 & echo $!; sleep 0.1", grace: .zero).perform()
        #expect(end.reason == .ended(.code(0)))
        if let daemon = Int32(String(decoding: end.output.dropLast(), as: UTF8.self)) { kill(daemon, SIGKILL) }
    }

    @Test(arguments: ["yes", "yes >&2", "yes & yes >&2; wait"])
    func `a program that writes without end is ended`(_ script: String) async throws {
        let end = try await shell(script, outputLimit: 100_000).perform()
        #expect(end.reason == .wroteTooMuch)
        #expect(end.output.count + end.errors.count == 100_000)
    }

    @Test func `a program that writes exactly its output limit is not ended`() async throws {
        let end = try await shell("head -c 100000 /dev/zero", outputLimit: 100_000).perform()
        #expect(end.reason == .ended(.code(0)))
        #expect(end.output.count == 100_000)
    }

    @Test func `a program that writes beyond its limit and ends at once wrote too much`() async throws {
        let end = try await shell("head -c 100001 /dev/zero", outputLimit: 100_000).perform()
        #expect(end.reason == .wroteTooMuch)
    }

    @Test func `cancelling its task ends it`() async throws {
        let run = shell("exec sleep 1000")
        let task = Task { try await run.perform() }
        task.cancel()
        #expect(try await task.value.reason == .cancelled)
    }

    @Test(arguments: [
        (["no-such-program-here"], ProcessError.Code.notFound, "the program `no-such-program-here` was not found"),
        (["/no/such/program"], .notFound, "the program `/no/such/program` was not found"),
        (["/etc/passwd"], .denied, "no permission to start `/etc/passwd`"),
        (["/bin"], .denied, "no permission to start `/bin`"),
        (["sh", "a\u{0}b"], .command, "an argument holds a NUL"),
        ([], .command, "there is no program"),
    ])
    func `a program that cannot be started fails with the reason`(
        _ words: [String], _ code: ProcessError.Code, _ message: String
    ) async throws {
        let error = await #expect(throws: ProcessError.self) { try await program(words).perform() }
        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test func `a script whose interpreter is missing, and a file that is no program, say so`() async throws {
        let folder = try TemporaryFolder()
        let script = "\(folder.path)/script"
        let data = "\(folder.path)/data"
        for (path, text) in [(script, "#!/no/such/interpreter\n"), (data, "nothing to run")] {
            let stream = try #require(fopen(path, "w"))
            fputs(text, stream)
            fclose(stream)
            chmod(path, 0o755)
        }
        let missing = await #expect(throws: ProcessError.self) { try await program([script]).perform() }
        let reason = "`/no/such/interpreter`, which its first line names, does not exist"
        #expect(missing?.message == "`\(script)` could not be started: \(reason)")
        let other = await #expect(throws: ProcessError.self) { try await program([data]).perform() }
        #expect(other?.message == "`\(data)` is no program; a script begins with a line such as `#!/bin/sh`")
    }

    @Test func `a folder that is not there says so`() async throws {
        var run = shell("pwd")
        run.folder = "/no/such/folder"
        let error = await #expect(throws: ProcessError.self) { try await run.perform() }
        #expect(error?.message == "the folder `/no/such/folder` does not exist")
    }
}

@Suite struct ProcessArgumentsTests {
    @Test func `the arguments are those that the process was started with`() {
        #expect(ProcessLimits.arguments == CommandLine.arguments)
        #expect(!ProcessLimits.arguments.isEmpty)
    }
}
