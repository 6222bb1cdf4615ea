import BatonHTTP
import BatonTesting
import CommandCalls
import FailureCauses
import ProjectFolders
import Testing

/// Every kind of failure is caused for real in a workflow, and has one name in console, reports and history.
///
/// Swift code is held against the same causes: `Tests/BatonAPITests/FailureTableTests.swift`.
@Suite struct FailureKindTests {
    private static let types = """
        types:
          Person:
            name: { path: $.name, as: string }
            age: { path: $.age, as: integer }
            born: { path: $.born, as: date, optional: true }
        endpoints:

        """

    private static func endpoint(_ cause: FailureCause) -> String {
        var lines = ["read:", "  inputs: { url: {}, note: {} }", "  get: $(url)", "  headers: { X-Note: $(note) }"]
        lines.append("  result: Person")
        // Long, since nothing is to be found out about this machine.
        lines.append("  timeout: \(cause.timeout.map { "\($0)ms" } ?? "5m")")
        if let limit = cause.maxResponse { lines.append("  max_response: \(limit)") }
        return types + lines.map { "  \($0)\n" }.joined()
    }

    private static func workflow(_ cause: FailureCause, _ index: Int, at server: RawServer) -> String {
        let note = cause.note.replacing("\r\n", with: "\\r\\n")
        // Computed, so that what the loader could find out is found out by running.
        let url = cause.url(at: server).split(separator: ":", maxSplits: 1)
        return """
            use: { people: ../apis/\(index).yaml }
            steps:
              - call: people.read
                with:
                  url: $("\(url[0]):" + "\(url[1])")
                  note: "\(note)"
            """
    }

    /// Runs all of the project, with every report.
    private static func run(_ folder: Folder, _ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: folder).run(
            ["run", "--verbose", "--events", "events.jsonl", "--json", "ctrf.json"] + arguments)
    }

    private static func project() throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"http://127.0.0.1:1\" } }\n")
        return folder
    }

    /// The kinds that each place tells of each workflow file; nothing fails twice.
    private struct Told {
        var console: [String: [String]] = [:]
        var junit: [String: String]
        var history: [String: [String]] = [:]
        var html: [String: [String]]
        var json: [String: [String]]
        var events: [String: [String]]

        init(_ folder: Folder, _ result: Baton.Result) throws {
            junit = try JUnitOutcomes(try folder.read("reports/junit.xml")).byFile.mapValues(\.kind)
            html = try HTMLOutcomes(try folder.read("reports/report.html")).kinds
            json = try CTRFOutcomes(try folder.read("ctrf.json")).kinds
            events = try EventLines(try folder.read("events.jsonl")).kinds()
            // `✗ NAME › STEP` is the title of a failure, and its lines end with `[KIND]` and the place.
            for section in result.output.split(separator: "── failure ").dropFirst() {
                guard let title = section.firstMatch(of: /✗ (\S+)/) else { continue }
                console["workflows/\(title.1).yaml", default: []] += section.matches(of: /\[([a-z]+\.[a-z_]+)\]  \S+\n/)
                    .map { String($0.1) }
            }
            let database = try HistoryFile("\(folder.path)/.baton/history.sqlite")
            let rows = try database.rows(
                """
                SELECT workflow_case.path, failure.kind FROM failure
                JOIN case_result ON case_result.run = failure.run AND case_result.position = failure.case_position
                JOIN workflow_case ON workflow_case.id = case_result.case_id
                """)
            for row in rows {
                let cells = row.split(separator: " | ").map(String.init)
                history[cells[0], default: []].append(cells[1])
            }
        }

        func expect(_ kind: String, of name: String, _ comment: String) {
            let file = "workflows/\(name).yaml"
            #expect(console[file] == [kind], "\(comment)")
            #expect(junit[file] == kind, "\(comment)")
            #expect(history[file] == [kind], "\(comment)")
            #expect(html[file] == [kind], "\(comment)")
            #expect(json[file] == [kind], "\(comment)")
            #expect(events[file] == [kind], "\(comment)")
        }
    }

    @Test(.timeLimit(.minutes(5))) func `what goes wrong has one name everywhere`() async throws {
        let folder = try Self.project()
        let servers = FailureCause.all.map { $0.serve() }
        defer { for server in servers { server.stop() } }
        for (index, (cause, server)) in zip(FailureCause.all, servers).enumerated() {
            try folder.write("workflows/\(index).yaml", Self.workflow(cause, index, at: server))
            try folder.write("apis/\(index).yaml", Self.endpoint(cause))
        }
        let result = try await Self.run(folder, "--jobs", "8", "--verbose")
        #expect(result.exitCode == 1)
        let told = try Told(folder, result)
        for (index, cause) in FailureCause.all.enumerated() {
            told.expect(cause.kind, of: "\(index)", cause.description)
            for message in cause.messages { #expect(result.output.contains(message)) }
        }
    }

    /// What only workflows have.
    static let others = [
        "check.failed": "steps: [ { that: 1 == 2 } ]",
        "expression.failed": "vars: { none: 0 }\nsteps: [ that: 1 / none == 1 ]",
        "stub.missing": "steps: [ get: / ]",
        "workflow.invalid": "steps: [ { gett: / } ]",
        "workflow.timeout": "timeout: 20ms\nsteps: [ { wait: 1h } ]",
    ]

    @Test func `what only a workflow can meet has one name everywhere`() async throws {
        let folder = try Self.project()
        for (kind, text) in Self.others { try folder.write("workflows/\(kind).yaml", text) }
        let result = try await Self.run(folder, "--stub")
        #expect(result.exitCode == 2, "\(result.everything)")
        var told = try Told(folder, result)
        // What is wrong with a file stands on standard error, once, before the run.
        told.console["workflows/workflow.invalid.yaml"] = ["workflow.invalid"]
        for kind in Self.others.keys { told.expect(kind, of: kind, result.everything) }
    }

    @Test func `what a cache does not hold has one name everywhere`() async throws {
        let folder = try Self.project()
        try folder.write("workflows/cache.miss.yaml", "steps: [ { get: /x, cache: only-if-cached } ]")
        let result = try await Self.run(folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        try Told(folder, result).expect("cache.miss", of: "cache.miss", result.everything)
    }

    @Test func `what a cache cannot read has one name everywhere`() async throws {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" }
        defer { server.stop() }
        let folder = try Self.project()
        func write(_ policy: String) throws {
            try folder.write(
                "workflows/w.yaml", "steps: [ { get: \"\(server.url)/x\", cache: { policy: \(policy), scope: disk } } ]"
            )
        }
        try write("cache-first")
        #expect(try await Self.run(folder, "--no-history").exitCode == 0)
        for name in try FileContents.names(in: "\(folder.path)/.baton/cache") where name.hasSuffix(".apicache") {
            try folder.write(".baton/cache/\(name)", "apicache 1\n")
        }
        try write("only-if-cached")
        let result = try await Self.run(folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("cannot be read: its file was cut or changed, and is removed"))
        try Told(folder, result).expect("cache.corrupt", of: "w", result.everything)
        let next = try await Self.run(folder, "--no-history")
        #expect(next.output.contains("[cache.miss]"), "\(next.everything)")
    }

    @Test(arguments: [
        "expect: { that: \"xpath(response.body, '//id') == ['7']\" }",
        "capture: { id: \"$(xpath(response.body, '//id')[0])\" }",
    ])
    func `a response that is no XML has one name everywhere`(_ wanted: String) async throws {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<order id" }
        defer { server.stop() }
        let folder = try Self.project()
        try folder.write(
            "workflows/w.yaml",
            """
            steps:
              - get: \(server.url)/x
                \(wanted)
            """)
        let result = try await Self.run(folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("the text cannot be read as XML: line 1: "))
        try Told(folder, result).expect("response.not_xml", of: "w", result.everything)
    }

    @Test(arguments: [
        ("stream.ended", "text/event-stream", "{ until: event.data == 7 }"),
        ("response.not_stream", "text/plain", "true"),
    ])
    func `a stream that fails has one name everywhere`(_ kind: String, _ type: String, _ stream: String) async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\ndata: 1\n\n")
        }
        defer { server.stop() }
        let folder = try Self.project()
        try folder.write("workflows/w.yaml", "steps: [ { get: \"\(server.url)/x\", stream: \(stream) } ]")
        let result = try await Self.run(folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        try Told(folder, result).expect(kind, of: "w", result.everything)
    }

    @Test func `a program that fails has one name everywhere`() async throws {
        let folder = try Self.project()
        try folder.write("workflows/exec.failed.yaml", "steps: [ { exec: [sh, -c, exit 3] } ]")
        let result = try await Self.run(folder, "--allow-exec")
        #expect(result.exitCode == 1, "\(result.everything)")
        try Told(folder, result).expect("exec.failed", of: "exec.failed", result.everything)
    }

    @Test func `a workflow that is blocked has one name everywhere`() async throws {
        let folder = try Self.project()
        try folder.write("workflows/a.yaml", "steps: [ { that: 1 == 2 } ]")
        try folder.write("workflows/b.yaml", "needs: [a.yaml]\nsteps: [ { get: / } ]")
        let result = try await Self.run(folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("1 workflow was blocked: nothing of it ran [workflow.blocked]\n"))
        let junit = try JUnitOutcomes(try folder.read("reports/junit.xml"))
        #expect(junit.byFile["workflows/b.yaml"]?.kind == "workflow.blocked")
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        #expect(try history.rows("SELECT kind FROM failure ORDER BY kind") == ["check.failed", "workflow.blocked"])
    }

    @Test func `an interrupted run has one name everywhere`() async throws {
        let folder = try Folder()
        let baton = Baton(folder: folder)
        let server = RawServer { connection in
            _ = connection.readRequest()
            baton.interruption.first()
            connection.waitForClose()
        }
        defer { server.stop() }
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(server.url)\" } }\n")
        try folder.write("workflows/w.yaml", "steps: [ get: / ]\n")
        let result = try await baton("run")
        #expect(result.exitCode == 130, "\(result.everything)")
        #expect(result.output.contains("[workflow.cancelled]"), "\(result.output)")
        let junit = try JUnitOutcomes(try folder.read("reports/junit.xml"))
        #expect(junit.byFile["workflows/w.yaml"]?.kind == "workflow.cancelled")
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        #expect(try history.rows("SELECT DISTINCT kind FROM failure") == ["workflow.cancelled"])
    }

    @Test func `what breaks a contract has one name everywhere`() async throws {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(server.url)\", contract: openapi.yaml } }\n")
        try folder.write(
            "openapi.yaml", "openapi: 3.1.0\npaths: { /x: { get: { responses: { '201': { description: d } } } } }\n")
        try folder.write("workflows/contract.violated.yaml", "steps: [ { get: /x } ]")
        let result = try await Self.run(folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        try Told(folder, result).expect("contract.violated", of: "contract.violated", result.everything)
    }

    @Test func `no kind is left out`() throws {
        let caused = Set(
            FailureCause.all.map(\.kind) + Self.others.keys + [
                "workflow.cancelled", "workflow.blocked", "contract.violated", "cache.miss", "cache.corrupt",
                "exec.failed",
                "response.not_xml", "stream.ended", "response.not_stream",
                // CertificateTests and TLSTests
                "network.tls.expired", "network.tls.hostname", "network.tls.untrusted", "network.tls.pin",
            ])
        #expect(caused.sorted() == Failure.Kind.all.map(\.rawValue).sorted())
    }
}
