import Glibc
import ProjectFolders
import Testing

/// What the other side of the output does: a terminal with its keys, and pipes that end early.
@Suite struct TerminalEndTests {
    private static let erase = "\r\u{1B}[2K"

    /// What a terminal shows in the end: erased lines are gone.
    private static func screen(_ output: String) -> [String] {
        output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.ranges(of: erase).last.map { String(line[$0.upperBound...]) } ?? String(line) }
    }

    @Test func `a typed Ctrl-C leaves no trace of the status line`() async throws {
        let bench = try InterruptBench(
            ["a-workflow-with-a-name-that-is-longer-than-any-terminal-is-wide-or-nearly-so": "steps: [ get: /signal ]"],
            act: { $0.type("\u{3}") })
        let result = try await bench.run(.terminal)
        try bench.expectInterrupted(result, cases: 1)
        #expect(result.output.contains("^C"))
        #expect(result.output.contains(Self.erase))
        let screen = Self.screen(result.output)
        #expect(!screen.contains { $0.contains("0/1") || $0.contains("^C") }, "\(screen)")
        #expect(screen.dropLast().last?.hasPrefix("interrupted: 1 error in ") == true, "\(screen)")
        #expect(screen.last == "")
    }

    @Test func `a request that hangs is named, however soon after the last drawing it began`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /a, { name: The slow one, get: /signal } ]"],
            act: { program in
                program.waitUntilShown("The slow one")
                program.type("\u{3}")
            })
        let result = try await bench.run(.terminal)
        try bench.expectInterrupted(result, cases: 1)
    }

    @Test func `a second Ctrl-C leaves the cursor on an empty line`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal ]\nteardown: [ get: /hang ]"], act: { $0.type("\u{3}") },
            response: { request, _, program in
                guard request.target == "/hang" else { return false }
                program.insist()
                return true
            })
        let result = try await bench.run(.terminal)
        #expect(result.exitCode == 130)
        #expect(Self.screen(result.output).last == "", "\(result.output)")
    }

    @Test func `when the terminal goes, teardown runs and the report is written`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal ]\nteardown: [ get: /clean ]"], act: { $0.closeOutput() })
        try bench.program.start(.terminal)
        let result = await bench.program.endUnread()
        #expect(result == 130)
        #expect(bench.targets == ["/signal", "/clean"])
        #expect(try bench.report().cancelled == 1)
        #expect(try bench.lastRun().state == "interrupted")
    }

    @Test func `a reader that goes early costs neither report nor verdict`() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<20).map { ("w\($0)", "steps: [ get: /a ]") })
        let bench = try InterruptBench(files, "--verbose", "--jobs", "1")
        try bench.program.start()
        _ = await OwnThread.run { bench.program.readLine() }
        bench.program.closeOutput()
        #expect(await bench.program.endUnread() == 0)
        #expect(try bench.report().suites == 20)
        #expect(try bench.lastRun().state == "passed")
        #expect(try bench.lastRun().cases.count == 20)
    }

    @Test func `Ctrl-Z stops it and fg goes on`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /stop, get: /b ]"],
            response: { request, connection, program in
                guard request.target == "/stop" else { return false }
                program.send(SIGTSTP)
                program.waitUntilStopped()
                program.send(SIGCONT)
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                return true
            })
        let result = try await bench.run()
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(bench.targets == ["/stop", "/b"])
    }

    @Test func `a pipe that another program made non-blocking loses no line`() async throws {
        let log = (0..<40).map { "  - name: Log\n    log: line \($0) \(String(repeating: "x", count: 1000))\n" }
            .joined()
        let files = Dictionary(uniqueKeysWithValues: (0..<8).map { ("w\($0)", "steps:\n  - get: /a\n\(log)") })
        let bench = try InterruptBench(files, "--verbose")
        try bench.program.start(nonBlocking: true)
        let result = await bench.program.end()
        #expect(result.exitCode == 0)
        #expect(result.output.split(separator: "\n").count { $0.contains("line 39 xxx") } == 8)
        #expect(result.output.contains("8 passed"))
    }
}
