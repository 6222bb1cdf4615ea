import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// Console, files, events and history tell one story of a run.
@Suite struct AgreementTests {
    private static let counts = "2 passed (1 flaky), 1 failed, 2 errors, 1 blocked, 1 quarantined, 1 skipped"

    /// A run with one workflow of each ending.
    private static func mixedRun() async throws -> (folder: Folder, result: Baton.Result) {
        let flaky = FlakyResponses()
        let recording = try Recording { request in request.target == "/flaky" ? flaky.next(request) : Recording.empty }
        let folder = recording.folder
        let url = recording.server.url
        try folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"\(url)\" }, b: { base_url: \"\(url)\" } }\n")
        let failing = "steps: [ { that: 1 == 2 } ]\n"
        let files = [
            "pass": "steps: [ { get: /fine } ]\n",
            "flaky": "retries: 1\nsteps: [ { get: /flaky, expect: { status: 200 } } ]\n", "fail": failing,
            "unreachable": "steps: [ { get: \"http://127.0.0.1:1/\" } ]\n",
            "invalid": "steps: [ { gett: /x } ]\n", "blocked": "needs: [fail.yaml]\n\(failing)",
            "known": "quarantine: { until: 2099-12-31, reason: known }\n\(failing)",
            "elsewhere": "environments: [b]\n\(failing)",
        ]
        for (name, text) in files { try folder.write("workflows/\(name).yaml", text) }
        let result = try await Baton(folder: folder).run(["run"] + ReportedVerdicts.options)
        return (folder, result)
    }

    @Test func `console, HTML, events and history count workflows alike, a blocked one apart`() async throws {
        let (folder, result) = try await Self.mixedRun()
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.output.contains("\n\(Self.counts) in "), "\(result.output)")
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(
            try page.texts("//ul[@class='counts']/li") == [
                "✓ passed 2", "~ flaky 1 of the passed", "✗ failed 1", "! error 2", "! blocked 1", "◌ quarantined 1",
                "– skipped 1",
            ])
        let end = try #require(try EventLines(try folder.read("e.jsonl")).events.last)
        let names = ["passed", "flaky", "failed", "errors", "blocked", "quarantined", "skipped"]
        #expect(names.map { end[$0]?.numberValue?.int } == [2, 1, 1, 2, 1, 1, 1])
        let baton = Baton(folder: folder)
        let list = try await baton("history", "list")
        #expect(list.output.contains("  \(Self.counts)  "), "\(list.everything)")
        let shown = try await baton("history", "show")
        #expect(shown.output.contains("  \(Self.counts), 4 requests\n"), "\(shown.everything)")
    }

    @Test func `JUnit and CTRF count test cases, where a blocked workflow is an error`() async throws {
        let (folder, _) = try await Self.mixedRun()
        #expect(try folder.read("reports/junit.xml").contains(#" tests="8" failures="1" errors="3" "#))
        let report = try CTRFOutcomes(try folder.read("c.json"))
        #expect(report.complaints.isEmpty)
        let statuses = report.tests.compactMap { $0["rawStatus"]?.stringValue }.sorted()
        #expect(
            statuses == ["error", "error", "error", "failed", "passed", "passed", "quarantined", "skipped"])
    }

    enum Ending: CaseIterable {
        case interrupt, timeout, failFast

        /// What the second workflow sends.
        var target: String {
            switch self {
            case .interrupt: "/signal"
            case .timeout: "/hang"
            case .failFast: "/bad"
            }
        }

        var options: [String] {
            switch self {
            case .interrupt: []
            case .timeout: ["--timeout", "300ms"]
            case .failFast: ["--fail-fast"]
            }
        }

        var verdicts: [String: String] {
            switch self {
            case .interrupt: ["w/a.yaml": "passed", "w/b.yaml": "error", "w/c.yaml": "error"]
            // Nothing is before the workflow that hangs: the time limit might cut that too.
            case .timeout: ["w/b.yaml": "error", "w/c.yaml": "error"]
            case .failFast: ["w/a.yaml": "passed", "w/b.yaml": "failed", "w/c.yaml": "skipped"]
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func `each workflow of a run that ended early has one verdict in all outputs`(_ ending: Ending) async throws {
        let folder = try Folder()
        let baton = Baton(folder: folder)
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/signal" { baton.interruption.first() }
                if request.target == "/signal" || request.target == "/hang" { return connection.waitForClose() }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
        }
        defer { server.stop() }
        try folder.write("baton.yaml", "workflows: w\nenvironments: { local: { base_url: \"\(server.url)\" } }\n")
        let targets = ["w/a.yaml": "/fine", "w/b.yaml": ending.target, "w/c.yaml": "/never"]
        for path in ending.verdicts.keys {
            try folder.write(
                path,
                "steps: [ { get: \(targets[path] ?? ""), expect: { status: \(path == "w/b.yaml" ? 201 : 200) } } ]\n"
                    + "teardown: [ { get: /clean } ]\n")
        }
        let result = try await baton.run(["run", "--jobs", "1"] + ending.options + ReportedVerdicts.options)
        #expect(result.exitCode == (ending == .interrupt ? 130 : 1), "\(result.output)")
        let reported = try ReportedVerdicts(folder)
        #expect(reported.byOutput.count == 5)
        for (output, verdicts) in reported.byOutput {
            #expect(verdicts == ending.verdicts, "\(output)\n\(result.output)")
        }
    }

    @Test func `a dry run is one in every output, and no error`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ { get: http://127.0.0.1:1/ } ]\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--dry-run", "--html", "h.html", "--events", "e")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 skipped"), "\(result.output)")
        #expect(try folder.read("h.html").contains(": a dry run, in which nothing was sent</h1>"))
        #expect(try folder.read("e").contains("\"state\":\"passed\""))
    }
}
