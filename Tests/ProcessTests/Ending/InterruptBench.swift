import BatonTesting
import BatonXML
import Glibc
import ProjectFolders
import Testing

/// A project, a server that knows when to send a signal, and the program that gets it.
///
/// `/signal` sends it and never answers, `/signal-and-respond` answers first and sends it when the response was taken,
/// `/stream` sends it in the middle of a body; everything else is answered at once.
final class InterruptBench: Sendable {
    static let closing = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"

    let folder: Folder
    let server: RawServer
    let program: RunningBaton

    /// - Parameters:
    ///   - act: what a signalling request does, by default sending SIGINT.
    ///   - response: answers a request itself when it returns true.
    init(
        _ files: [String: String], project: String = "", wrapper: [String] = [], _ arguments: String...,
        act: @escaping @Sendable (RunningBaton) -> Void = { $0.send(SIGINT) },
        response: @escaping @Sendable (RawServer.Request, RawServer.Connection, RunningBaton) -> Bool = { _, _, _ in
            false
        }
    ) throws {
        let folder = try Folder()
        let program = RunningBaton(
            folder, wrapper: wrapper, environment: ["CI": "", "GITHUB_ACTIONS": ""], ["run"] + arguments)
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if response(request, connection, program) { continue }
                switch request.target {
                case "/signal":
                    act(program)
                    return connection.waitForClose()
                case "/signal-and-respond":
                    connection.write(Self.closing)
                    connection.waitForClose()
                    return act(program)
                case "/stream":
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nhalf of it")
                    act(program)
                    return connection.waitForClose()
                default:
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                }
            }
        }
        try folder.write(
            "baton.yaml",
            "workflows: w\nenvironments:\n  local:\n    base_url: \(server.url)\n"
                + project.split(separator: "\n").map { "    \($0)\n" }.joined())
        for (name, text) in files { try folder.write("w/\(name).yaml", text) }
        (self.folder, self.program, self.server) = (folder, program, server)
    }

    deinit { server.stop() }

    var targets: [String] { server.requests.map(\.target) }

    /// Runs it to its end.
    func run(_ output: RunningBaton.Output = .pipe) async throws -> Baton.Result {
        try program.start(output)
        return await program.end()
    }

    // MARK: What it left behind

    /// What the history says of the last run.
    struct RecordedRun {
        var state: String
        var exitCode: Int
        /// The outcomes of its cases and of their steps, in order.
        var cases: [String]
        var steps: [String]
    }

    func lastRun() throws -> RecordedRun {
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        let last = "(SELECT max(id) FROM run)"
        return RecordedRun(
            state: try history.rows("SELECT state FROM run WHERE id = \(last)").joined(),
            exitCode: try history.number("SELECT exit_code FROM run WHERE id = \(last)"),
            cases: try history.rows("SELECT outcome FROM case_result WHERE run = \(last) ORDER BY position"),
            steps: try history.rows(
                "SELECT outcome FROM step_result WHERE run = \(last) ORDER BY case_position, position"))
    }

    /// Test cases of the report by suite, each as `name` or `name type`; it must be well-formed.
    func report(_ path: String = "reports/junit.xml") throws -> JUnitContent {
        try JUnitContent(try folder.read(path))
    }

    /// What holds for every interrupted run: exit 130, a whole report, a history that says so.
    func expectInterrupted(
        _ result: Baton.Result, cases: Int, isToldByRow: Bool = false, _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(result.exitCode == 130, "\(result.output)", sourceLocation: location)
        #expect(result.output.contains("interrupted"), "\(result.output)", sourceLocation: location)
        let report = try report()
        // Where no workflow was cancelled, a row of its own says that the run was interrupted.
        #expect(report.suites == cases + (isToldByRow ? 1 : 0), sourceLocation: location)
        let run = try lastRun()
        #expect(run.state == "interrupted", sourceLocation: location)
        #expect(run.exitCode == 130, sourceLocation: location)
        #expect(run.cases.count == cases, sourceLocation: location)
        #expect(try folder.leftovers() == [], sourceLocation: location)
    }
}

extension RunningBaton {
    /// Presses Ctrl-C again and again until it is over, as people do: what comes right after the first is its echo.
    ///
    /// Begins when the run is in the history, so that its state there can be looked at.
    func insist() {
        let database = "\(folder.path)/.baton/history.sqlite"
        while (try? HistoryFile(database, isReadOnly: true).number("SELECT count(*) FROM run")) ?? 0 == 0, send(0) {
            usleep(2000)
        }
        while send(SIGINT) { usleep(20_000) }
    }
}

/// What of a JUnit file these tests look at; only a whole, valid one can be read.
struct JUnitContent {
    let text: String
    let suites: Int
    let cancelled: Int

    init(_ text: String) throws {
        // Anything that is well-formed fits: only what is cut off does not.
        let schema = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="testsuites">
                <xs:complexType>
                  <xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                  <xs:anyAttribute processContents="skip"/>
                </xs:complexType>
              </xs:element>
            </xs:schema>
            """
        let violations = try XMLSchemaValidator(schema: Array(schema.utf8)).violations(in: Array(text.utf8))
        try #require(violations == [])
        self.text = text
        suites = text.ranges(of: "<testsuite ").count
        cancelled = text.ranges(of: "type=\"workflow.cancelled\"").count
    }
}

extension Folder {
    /// What a run should have taken away with it: temporary files, locks, journals.
    func leftovers() throws -> [String] {
        var found: [String] = []
        for place in ["", ".baton", "reports"] where place.isEmpty || exists(place) {
            found += try FileContents.names(in: "\(path)/\(place)").filter { name in
                [".tmp", ".part", ".lock", "-journal", ".jsonl"].contains { name.hasSuffix($0) }
            }
        }
        return found
    }
}

extension InterruptBench {
    /// A pipe that whatever a run starts keeps open as long as it lives: a script does with `exec 9>alive`.
    func makeAlive() throws {
        try #require(mkfifo(alive, 0o600) == 0)
    }

    private var alive: String { "\(folder.path)/alive" }

    /// Runs it; returns when everything that holds the pipe is gone too.
    func runToTheLast() async throws -> Baton.Result {
        // Open on this side from the beginning, so that a script can open the other.
        let reader = open(alive, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let result = try await run()
        let isGone = await OwnThread.run {
            // A minute, and not for ever: what is left over is a failure and no reason to wait.
            var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, 60_000) == 1 && polled.revents & Int16(POLLHUP) != 0
        }
        #expect(isGone, "something of the run still lives: \(result.everything)")
        return result
    }
}
