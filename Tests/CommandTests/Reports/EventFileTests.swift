import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Synchronization
import Testing

/// `--events`: what happens, a line of JSON each, while it happens.
@Suite struct EventFileTests {
    private static func project() throws -> Folder {
        let folder = try Folder()
        try folder.write("a.yaml", "name: A\nsteps:\n  - { name: Right, that: 1 == 1 }\n")
        try folder.write("b.yaml", "name: B\nsteps:\n  - { name: Wrong, that: 1 == 2 }\n  - log: never\n")
        return folder
    }

    @Test func `each event is a line, in order, from the first to the exit code`() async throws {
        let folder = try Self.project()
        let result = try await Baton(folder: folder)(
            "run", "a.yaml", "b.yaml", "--jobs", "1", "--events", "new/folder/events.jsonl")
        #expect(result.exitCode == 1, "\(result.everything)")
        let text = try folder.read("new/folder/events.jsonl")
        #expect(text.hasSuffix("\n"))
        let lines = try EventLines(text)
        #expect(
            lines.types == [
                "run-started", "case-started", "step-started", "step-finished", "case-finished", "case-started",
                "step-started", "step-finished", "step-finished", "case-finished", "run-finished",
            ])
        #expect(try lines.kinds() == ["b.yaml": ["check.failed"]])
        #expect(lines.events.allSatisfy { $0["v"]?.numberValue?.int == 5 })
        #expect(lines.events.last?["exit_code"]?.numberValue?.int == 1)
    }

    @Test func `a file of that name is replaced, and only its owner can read the new one`() async throws {
        let folder = try Self.project()
        let path = try folder.write("events.jsonl", "what an earlier run wrote\n")
        chmod(path, 0o644)
        let old = try #require(fopen(path, "r"))
        defer { fclose(old) }
        let result = try await Baton(folder: folder)("run", "a.yaml", "--events", "events.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try EventLines(try folder.read("events.jsonl")).types.first == "run-started")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // Who was reading the old one goes on with it.
        #expect(fgetc(old) == Int32(UInt8(ascii: "w")))
    }

    @Test func `a run of nothing still has its stream`() async throws {
        let folder = try Self.project()
        try folder.write("baton.yaml", "workflows: .\n")
        try folder.remove("b.yaml")
        _ = try await Baton(folder: folder)("run")
        let result = try await Baton(folder: folder)("run", "--last-failed", "--events", "events.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        let lines = try EventLines(try folder.read("events.jsonl"))
        #expect(lines.types == ["run-started", "run-finished"])
        #expect(lines.events.last?["state"]?.stringValue == "passed")
    }

    private struct Unwritable: Sendable, CustomTestStringConvertible {
        var path: String
        var reason: String
        var testDescription: String { path }
    }

    private static let unwritable = [
        Unwritable(path: "a.yaml/events.jsonl", reason: "`FOLDER/a.yaml` cannot be a folder: a file is in its place"),
        Unwritable(path: ".", reason: "`FOLDER/.` is a folder"),
        Unwritable(path: "/dev/full", reason: "could not write `/dev/full`: No space left on device"),
        Unwritable(path: "/proc/none", reason: "`/proc/none` does not exist"),
    ]

    @Test(arguments: unwritable)
    private func `a stream that cannot be written is said at once and is exit 4`(_ file: Unwritable) async throws {
        let folder = try Self.project()
        let result = try await Baton(folder: folder)("run", "a.yaml", "--events", file.path)
        #expect(result.exitCode == 4)
        #expect(result.output.contains("1 passed in"), "the run goes on: \(result.everything)")
        let path = file.path.hasPrefix("/") ? file.path : "\(folder.path)/\(file.path)"
        let reason = file.reason.replacing("FOLDER", with: folder.path)
        #expect(
            result.errorOutput
                == "error: the events could not be written to \(path): \(reason) [file.unwritable]\n")
    }

    @Test(arguments: [true, false])
    func `a pipe is written to, and a reader that goes away is exit 4`(_ goes: Bool) async throws {
        let folder = try Self.project()
        let fifo = "\(folder.path)/events"
        #expect(mkfifo(fifo, 0o600) == 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { if !goes { close(reader) } }
        let hasGone = Mutex(false)
        let server = RawServer { _ in
            hasGone.withLock { hasGone in
                if goes, !hasGone { close(reader) }
                hasGone = true
            }
            return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        // Many, because a child of another test has the pipe open, too, until it is another program.
        try folder.write("c.yaml", "steps: [ { get: \(server.url)/, repeat: \(goes ? 200 : 1) } ]\n")
        let result = try await Baton(folder: folder)("run", "c.yaml", "--events", "events")
        #expect(result.exitCode == (goes ? 4 : 0), "\(result.everything)")
        let reason = "could not write `\(fifo)`: Broken pipe"
        #expect(
            result.errorOutput
                == (goes ? "error: the events could not be written to \(fifo): \(reason) [file.unwritable]\n" : ""))
        var status = stat()
        #expect(stat(fifo, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(arguments: ["--events", "--junit", "--json", "--html"])
    func `standard output is the console's`(_ option: String) async throws {
        let folder = try Self.project()
        let result = try await Baton(folder: folder)("run", "a.yaml", option, "-")
        #expect(result.exitCode == 2 && result.output == "")
        #expect(
            result.errorOutput == """
                error: \(option) -: standard output is the console's [run.wrong-output-file]
                   = help: name a file, or a pipe as in `\(option) >(jq .)`

                """)
        #expect(!folder.exists("-"))
    }

    @Test(arguments: [
        "inputs: { who: {} }\nsteps:\n  - that: who == 'x'\n", "stpes: []\n",
        "timeout: $(int('x'))\nsteps:\n  - that: 1 == 1\n",
    ])
    func `what keeps a workflow from its steps is told once`(_ text: String) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", text)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--events", "e.jsonl")
        #expect(result.exitCode != 0)
        let lines = try EventLines(try folder.read("e.jsonl"))
        let steps = lines.events.filter { $0["type"]?.stringValue == "step-finished" }
            .map { $0["index"]?.numberValue?.int }
        #expect(steps.count >= 1)
        #expect(Set(steps).count == steps.count, "\(lines.events)")
    }

    @Test func `two reports in one file are refused`() async throws {
        let folder = try Self.project()
        let result = try await Baton(folder: folder)("run", "a.yaml", "--junit", "out", "--events", "./out")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput == "error: --junit and --events name one file: out [run.wrong-output-file]\n")
    }
}
