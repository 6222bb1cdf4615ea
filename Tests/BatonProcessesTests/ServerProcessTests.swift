import TemporaryFolders
import Testing

@testable import BatonProcesses

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Real child processes; whatever is waited for announces itself through a pipe or by ending.
struct ServerProcessTests {
    private func start(
        _ script: String, in folder: String? = nil, environment: EnvironmentVariables = .current()
    ) throws -> ServerProcess {
        try ServerProcess.start("/bin/sh -c '\(script)'", in: folder, environment: environment)
    }

    private func ready(_ server: ServerProcess) async throws(ProcessError) {
        try await server.waitUntilReady(within: .seconds(60), every: .milliseconds(1)) {
            server.outputTail.contains("up\n")
        }
    }

    @Test func `a server runs until it is stopped`() async throws {
        let server = try start("echo up; exec sleep 1000")
        try await ready(server)
        #expect(server.exit == nil)
        await server.stop(grace: .seconds(60))
        #expect(server.exit == .signal(SIGTERM))
        #expect(server.group.isSilent(withinSeconds: 0))
        await server.stop()
        server.kill()
    }

    @Test func `a server may end in its own way after SIGTERM`() async throws {
        let server = try start(#"trap "echo bye; exit 7" TERM; sleep 1000 & echo up; wait"#)
        try await ready(server)
        await server.stop(grace: .seconds(60))
        #expect(server.exit == .code(7))
        #expect(server.outputTail == "up\nbye\n")
    }

    @Test func `a server that ignores SIGTERM is killed after the grace`() async throws {
        let server = try start(#"trap "" TERM; echo up; while :; do sleep 1000; done"#)
        try await ready(server)
        await server.stop(grace: .zero)
        #expect(server.exit == .signal(SIGKILL))
        #expect(server.group.isSilent(withinSeconds: 60))
    }

    @Test func `what it started ends with it`() async throws {
        let server = try start(#"sh -c "trap : TERM; sleep 1000 & sleep 1001" & sleep 1002 & echo up; wait"#)
        try await ready(server)
        await server.stop(grace: .zero)
        #expect(server.group.isSilent(withinSeconds: 60))
    }

    @Test func `what outlives its first program is ended too`() async throws {
        let server = try start("sleep 1000 & exit 4")
        _ = await server.group.waitForExit()
        #expect(server.exit == .code(4))
        await server.stop(grace: .zero)
        #expect(server.group.isSilent(withinSeconds: 60))
    }

    @Test func `letting go of it ends it`() async throws {
        var server: ServerProcess? = try start("echo up; exec sleep 1000")
        let group = try #require(server?.group)
        server = nil
        #expect(group.isSilent(withinSeconds: 60))
        #expect(group.exit == .signal(SIGKILL))
    }

    @Test(arguments: [
        "echo up; exec sleep 1000",
        #"trap : TERM INT HUP; kill -s TERM 0; kill -s HUP 0; trap - TERM; echo up; sleep 1000"#,
    ])
    func `a server ends when the process that started it is gone`(_ script: String) async throws {
        let server = try start(script)
        try await ready(server)
        server.group.abandon()
        #expect(await server.group.waitForExit())
        #expect(server.exit == .signal(SIGTERM))
    }

    @Test func `an end before it is ready is noticed at once, with its last words`() async throws {
        let server = try start("echo starting; echo port is taken >&2; exit 3")
        let error = await #expect(throws: ProcessError.self) {
            try await server.waitUntilReady(within: .seconds(600), every: .seconds(600)) { false }
        }
        #expect(error?.code == .exited)
        #expect(error?.exit == .code(3))
        #expect(error?.output == "starting\nport is taken\n")
        #expect(error?.message.hasSuffix("ended with exit code 3 before it was ready") == true)
    }

    @Test func `ready is not believed when it has ended`() async throws {
        let server = try start("exit 0")
        _ = await server.group.waitForExit()
        let error = await #expect(throws: ProcessError.self) {
            try await server.waitUntilReady(within: .seconds(60)) { true }
        }
        #expect(error?.code == .exited)
    }

    @Test func `a server that is never ready is given up`() async throws {
        let server = try start("echo loading; exec sleep 1000")
        let error = await #expect(throws: ProcessError.self) {
            try await server.waitUntilReady(within: .zero) { false }
        }
        #expect(error?.code == .notReady)
        await server.stop()
    }

    @Test func `waiting for it can be cancelled, and it can still be stopped`() async throws {
        let server = try start("echo up; exec sleep 1000")
        try await ready(server)
        let task = Task { () -> ProcessError.Code? in
            do throws(ProcessError) {
                try await server.waitUntilReady(within: .seconds(600)) { false }
                return nil
            } catch {
                await server.stop(grace: .seconds(60))
                return error.code
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(server.exit == .signal(SIGTERM))
    }

    @Test(
        arguments: [
            ("", .command, "the command `` cannot be read: the command is empty"),
            ("a 'b", .command, "the command `a 'b` cannot be read: the quote is never closed"),
            ("/nowhere/serve --port 1", .notFound, "the program `/nowhere/serve` was not found"),
            ("baton-no-such-program", .notFound, "the program `baton-no-such-program` was not found"),
            ("/tmp", .denied, "no permission to start `/tmp`"),
        ] as [(String, ProcessError.Code, String)])
    func `a command that cannot be started says why`(
        _ command: String, _ code: ProcessError.Code, _ message: String
    ) {
        let error = #expect(throws: ProcessError.self) { try ServerProcess.start(command) }
        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test func `a folder that is missing says so`() {
        let error = #expect(throws: ProcessError.self) { try start("exit", in: "/nowhere") }
        #expect(error?.message == "the folder `/nowhere` does not exist")
    }

    @Test func `a server runs in its folder with its environment and empty input`() async throws {
        let folder = try TemporaryFolder()
        // A link: a script written here could still be held open by another test's child while it starts.
        try folder.link("tool", to: "/bin/sh")
        let script = "echo $GREETING; pwd; read line || echo nothing; exit 1"
        let server = try ServerProcess.start("./tool -c '\(script)'", in: folder.path, environment: ["GREETING": "hi"])
        _ = await server.group.waitForExit()
        #expect(server.outputTail == "hi\n\(folder.path)\nnothing\n")
    }

    @Test func `signals that this process blocks end it all the same`() async throws {
        let server: ServerProcess = try await withCheckedThrowingContinuation { continuation in
            DetachedThread.start {
                SignalSet([SIGTERM, SIGINT]).block()
                continuation.resume(with: Result { try ServerProcess.start("sleep 1000") })
            }
        }
        await server.stop(grace: .seconds(60))
        #expect(server.exit == .signal(SIGTERM))
    }
}

struct OutputTailTests {
    @Test func `the last lines are kept`() {
        var tail = OutputTail(limit: 10)
        tail.append(Array("one\ntwo\n".utf8))
        #expect(tail.text == "one\ntwo\n")
        tail.append(Array("three\nfour\n".utf8))
        #expect(tail.text == "four\n")
        for _ in 0..<100 { tail.append(Array("12345678\n".utf8)) }
        #expect(tail.text == "12345678\n")
    }

    @Test func `a line longer than all is cut`() {
        var tail = OutputTail(limit: 4)
        tail.append(Array("123456789".utf8))
        #expect(tail.text == "6789")
    }
}
