import Glibc
import ProjectFolders
import Testing

/// A signal at every moment of a run: teardown runs, report and history are whole, and the exit code says the same.
@Suite struct InterruptTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `during a request, it is cancelled and teardown runs`(_ signal: Int32) async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal, get: /never ]\nteardown: [ get: /clean, get: /clean-more ]"],
            act: { $0.send(signal) })
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal", "/clean", "/clean-more"])
        #expect(try bench.report().cancelled == 1)
        #expect(
            try bench.lastRun().steps == ["error", "skipped", "passed", "passed"])
        #expect(
            result.output.contains("interrupted: teardown still runs and reports are written; a second Ctrl-C ends"))
    }

    @Test func `during a wait, it ends at once`() async throws {
        let bench = try InterruptBench([
            "a": "steps: [ get: /signal-and-respond, wait: 1h ]\nteardown: [ get: /clean ]"
        ])
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal-and-respond", "/clean"])
        #expect(try bench.lastRun().steps == ["passed", "error", "passed"])
        #expect(try bench.report().cancelled == 1)
    }

    @Test(arguments: [
        "{ get: /signal-and-respond, expect: { status: 500 }, retry: { every: 1h, max: 1h, on: [2xx] } }",
        "{ get: /signal-and-respond, until: 1 > 2, every: 1h, within: 2h }",
        "{ steps: [ get: /signal-and-respond, { wait: 1h, for_each: [1, 2, 3], concurrency: 2 } ] }",
        "{ steps: [ get: /signal-and-respond, { get: /never, repeat: 3, delay: 1h } ] }",
    ])
    func `between attempts and in loops, it ends at once`(_ step: String) async throws {
        let bench = try InterruptBench(["a": "retries: 3\nsteps: [ \(step) ]\nteardown: [ get: /clean ]"])
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal-and-respond", "/clean"])
        #expect(try bench.report().cancelled >= 1)
    }

    @Test func `between two workflows, the second still has its place in the report`() async throws {
        let bench = try InterruptBench(
            [
                "a": "steps: [ get: /signal-and-respond ]\nteardown: [ get: /clean ]",
                "b": "steps: [ wait: 1h, get: /never ]\nteardown: [ get: /clean-b ]",
            ], "--jobs", "1")
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 2)
        #expect(bench.targets.prefix(2) == ["/signal-and-respond", "/clean"])
        #expect(!bench.targets.contains("/never"))
        #expect(try bench.lastRun().cases == ["passed", "error"])
        #expect(try bench.report().cancelled == 1)
    }

    @Test func `an interrupt with several jobs lets each tear down and cancels the cases that never began`()
        async throws
    {
        let workflow = "steps: [ get: /hold ]\nteardown: [ get: /clean ]"
        let files = Dictionary(uniqueKeysWithValues: (0..<6).map { ("w\($0)", workflow) })
        let bench = try InterruptBench(
            files, "--jobs", "3",
            response: { request, connection, program in
                guard request.target == "/hold" else { return false }
                // Only when all three are under way: each comes over a connection of its own.
                if connection.number == 2 { program.send(SIGINT) }
                connection.waitForClose()
                return true
            })
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 6)
        #expect(bench.targets.sorted() == Array(repeating: "/clean", count: 3) + Array(repeating: "/hold", count: 3))
        #expect(try bench.report().cancelled == 6)
    }

    @Test func `while a body streams in, no part of it stays`() async throws {
        let bench = try InterruptBench([
            "a": "steps: [ { get: /stream, save: got.bin } ]\nteardown: [ get: /clean ]"
        ])
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/stream", "/clean"])
        #expect(try FileContents.names(in: "\(bench.folder.path)/w") == ["a.yaml"])
    }

    @Test func `in teardown, the rest of it runs and what was found stays`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /a ]\nteardown: [ get: /clean, get: /clean-more ]"],
            response: { request, _, program in
                guard request.target == "/clean" else { return false }
                program.send(SIGINT)
                program.waitUntilShown("warning: interrupted")
                return false
            })
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1, isToldByRow: true)
        #expect(bench.targets == ["/a", "/clean", "/clean-more"])
        #expect(try bench.lastRun().cases == ["passed"])
        #expect(try bench.report().cancelled == 1)
    }

    @Test func `a teardown request that hangs is cut at its own timeout`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal ]\nteardown: [ { get: /hang, timeout: 1s }, get: /clean ]"],
            response: { request, connection, _ in
                guard request.target == "/hang" else { return false }
                connection.waitForClose()
                return true
            })
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1, isToldByRow: true)
        #expect(bench.targets == ["/signal", "/hang", "/clean"])
        #expect(try bench.report().text.contains("network.timeout"))
    }

    @Test func `while an expression is computed, it ends with that`() async throws {
        let bench = try InterruptBench([
            "a": """
            steps:
              - get: /signal-and-respond
              - that: lists.range(300000).all(x, x >= 0)
              - wait: 1h
            teardown: [ get: /clean ]
            """
        ])
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal-and-respond", "/clean"])
        #expect(try bench.report().cancelled == 1)
    }

    @Test func `an expression that would go on for seconds is cut`() async throws {
        let endless = "lists.range(1000000).all(x, lists.range(1000000).all(y, y >= 0))"
        let bench = try InterruptBench([
            "a": "steps: [ get: /signal-and-respond, that: '\(endless)' ]\nteardown: [ get: /clean ]"
        ])
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal-and-respond", "/clean"])
        #expect(try bench.report().cancelled == 1)
        #expect(!result.output.contains("expression.failed"), "\(result.output)")
    }

    @Test func `while the report is written, the run has ended as it says`() async throws {
        // More than a pipe holds.
        let steps = (0..<1000).map { "  - { name: Step \($0) with a name that takes some room, that: 1 == 1 }\n" }
        let bench = try InterruptBench(["a": "steps:\n" + steps.joined()], "--junit", "out.xml")
        let path = "\(bench.folder.path)/out.xml"
        try #require(mkfifo(path, 0o600) == 0)
        try bench.program.start()
        let report = await OwnThread.run {
            // Returns when the other side opens it, and nothing can be written further than the pipe holds.
            let reader = open(path, O_RDONLY)
            defer { close(reader) }
            bench.program.send(SIGINT)
            while let line = bench.program.readLine(), !line.contains("warning: the run has ended") {}
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(reader, &part, part.count)
                guard count > 0 else { return bytes }
                bytes += part[..<count]
            }
        }
        let result = await bench.program.end()
        #expect(result.exitCode == 0)
        #expect(!result.output.contains("interrupted"))
        #expect(report.count > 65_536)
        #expect(try JUnitContent(String(decoding: report, as: UTF8.self)).suites == 1)
        #expect(try bench.lastRun().state == "passed")
    }

    @Test func `a second one ends at once, and the next run says what became of the first`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal ]\nteardown: [ get: /hang, get: /never ]"],
            response: { request, connection, program in
                guard request.target == "/hang" else { return false }
                program.insist()
                return true
            })
        let result = try await bench.run()
        #expect(result.exitCode == 130)
        #expect(bench.targets == ["/signal", "/hang"])
        #expect(!bench.folder.exists("reports/junit.xml"))
        let shown = try await Baton(folder: bench.folder)("history", "show", "last")
        #expect(shown.output.contains("interrupted"), "\(shown.everything)")
    }

    @Test func `a Ctrl-C that a wrapper passes on once more is one`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal ]\nteardown: [ get: /again, get: /clean ]"],
            act: { program in for _ in 0..<3 { program.send(SIGINT) } })
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal", "/again", "/clean"])
    }

    @Test func `before the first request, the run ends at once and leaves nothing`() async throws {
        // Enough to load for the signal to come in between.
        let steps = (0..<200).map { "  - { name: Step \($0), get: /a, expect: { status: 200, $.a: 1 } }\n" }
        let text = "steps:\n" + steps.joined()
        let bench = try InterruptBench(Dictionary(uniqueKeysWithValues: (0..<400).map { ("w\($0)", text) }))
        try bench.program.start()
        await OwnThread.run {
            bench.program.waitUntilListening()
            bench.program.send(SIGINT)
        }
        let result = await bench.program.end()
        #expect(result.exitCode == 130)
        #expect(bench.targets == [])
        #expect(!bench.folder.exists("reports"))
        #expect(!bench.folder.exists(".baton"))
    }

    @Test func `nohup keeps a run going when the terminal goes`() async throws {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /signal-and-respond, get: /b ]"], wrapper: ["nohup"], act: { $0.send(SIGHUP) })
        let result = try await bench.run()
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(bench.targets == ["/signal-and-respond", "/b"])
    }

    @Test func `a stream can be read while the run goes on, and a killed run leaves whole lines`() async throws {
        let bench = try InterruptBench(
            ["w": "steps: [ { that: true }, { get: /signal } ]"], "--events", "events.jsonl", act: { $0.send(SIGKILL) })
        _ = try await bench.run()
        let text = try bench.folder.read("events.jsonl")
        #expect(text.hasSuffix("\n"))
        #expect(
            try EventLines(text).types == [
                "run-started", "case-started", "step-started", "step-started",
            ])
    }
}

extension RunningBaton {
    /// Returns when it takes signals itself: SIGINT is blocked for all of its threads.
    fileprivate func waitUntilListening() {
        while true {
            let status = (try? FileContents.text(of: "/proc/\(processID)/status")) ?? ""
            guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigBlk:") }) else { return }
            let mask = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
            if mask & (1 << UInt64(SIGINT - 1)) != 0 { return }
            usleep(100)
        }
    }
}
