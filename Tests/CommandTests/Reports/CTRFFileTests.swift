import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `--json`: a CTRF report of real runs.
@Suite struct CTRFFileTests {
    @Test func `every way in which a test ends stands in it as the format demands`() async throws {
        let server = RawServer { request in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}"
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\nenvironments: { staging: { base_url: \"\(server.url)\" } }\n")
        try folder.write(
            "workflows/a.yaml",
            """
            name: A
            rows: [ { name: ada }, { name: bob } ]
            steps:
              - { name: Right, get: /a }
              - { name: Wrong, get: "/a?q=$(row.name)", expect: { $.name: Grace } }
              - { name: Never, get: /a }
            """)
        try folder.write(
            "workflows/b.yaml",
            """
            name: B
            quarantine: { until: 2999-01-01, reason: "#7" }
            steps: [ { name: Known, that: 1 == 2 } ]
            """)
        try folder.write("workflows/c.yaml", "name: C\nsteps: [ { get: \"http://127.0.0.1:1/\" } ]\n")
        try folder.write("workflows/d.yaml", "steps: [ { gett: / } ]\n")
        let result = try await Baton(folder: folder)("run", "--json", "out/ctrf.json")
        #expect(result.exitCode == 2, "\(result.everything)")
        let text = try folder.read("out/ctrf.json")
        let outcomes = try CTRFOutcomes(text)
        #expect(outcomes.complaints == [])
        #expect(
            outcomes.kinds == [
                "workflows/a.yaml": ["check.failed", "check.failed"], "workflows/c.yaml": ["network.connect"],
                "workflows/d.yaml": ["workflow.invalid"],
            ])
        let wrong = try #require(outcomes.test("Wrong"))
        #expect(wrong["message"]?.stringValue == #"$.name: expected "Grace", got "Ada""#)
        #expect(wrong["filePath"]?.stringValue == "workflows/a.yaml" && wrong["line"]?.numberValue?.int == 5)
        #expect(wrong["trace"]?.stringValue?.contains("\nworkflows/a.yaml:5:") == true)
        #expect(wrong["trace"]?.stringValue?.contains("\ncurl '\(server.url)/a?q=ada'") == true)
        #expect(wrong["snippet"]?.stringValue?.contains("name: Wrong") == true)
        #expect(wrong["parameters"]?["row"]?.stringValue == "ada")
        #expect(wrong["suite"]?[0]?.stringValue == "workflows/a.yaml [row=ada]")
        #expect(wrong["extra"]?["kind"]?.stringValue == "check.failed")
        #expect(outcomes.test("Never")?["status"]?.stringValue == "skipped")
        #expect(outcomes.test("Known")?["status"]?.stringValue == "other")
        #expect(outcomes.test("Known")?["rawStatus"]?.stringValue == "quarantined")
        #expect(outcomes.test("GET http://127.0.0.1:1/")?["rawStatus"]?.stringValue == "error")
        let environment = outcomes.report["results"]?["environment"]
        #expect(environment?["testEnvironment"]?.stringValue == "staging")
        #expect(environment?["reportName"]?.stringValue == "shop")
        // The names and their order are those of the JUnit file.
        let junit = try folder.read("reports/junit.xml")
        let names = junit.matches(of: /<testcase name="([^"]*)" classname="([^"]*)"/).map { "\($0.1) \($0.2)" }
        #expect(
            names
                == outcomes.tests.map {
                    "\($0["name"]?.stringValue ?? "") \($0["extra"]?["className"]?.stringValue ?? "")"
                })
        #expect(Set(outcomes.tests.compactMap { $0["id"]?.stringValue }).count == outcomes.tests.count)
        // The identities are the same in the next run.
        _ = try await Baton(folder: folder)("run", "--json", "again.json")
        let again = try CTRFOutcomes(try folder.read("again.json"))
        #expect(again.tests.map { $0["id"]?.stringValue } == outcomes.tests.map { $0["id"]?.stringValue })
    }

    @Test func `branch and commit are those of git, and CI's link is told`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: true ]\n")
        let environment = [
            "GITHUB_ACTIONS": "true", "GITHUB_HEAD_REF": "feature/x", "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": "o/r", "GITHUB_RUN_ID": "7",
        ]
        let result = try await Baton(folder: folder, environment: environment)("run", "w.yaml", "--json", "c.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        let known = try CTRFOutcomes(try folder.read("c.json")).report["results"]?["environment"]
        #expect(known?["branchName"]?.stringValue == "feature/x")
        #expect(known?["buildUrl"]?.stringValue == "https://github.com/o/r/actions/runs/7")
    }

    @Test func `what passed only later is flaky, with why it did not before`() async throws {
        let server = RawServer(answering: FlakyResponses().next)
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - name: Sometimes
                get: \(server.url)/
                retry: { attempts: 2, every: 1ms, on: [500] }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--json", "c.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        let outcomes = try CTRFOutcomes(try folder.read("c.json"))
        #expect(outcomes.complaints == [])
        let test = try #require(outcomes.test("Sometimes"))
        #expect(test["flaky"]?.boolValue == true && test["retries"]?.numberValue?.int == 1)
        #expect(test["retryAttempts"]?[0]?["status"]?.stringValue == "failed")
        #expect(test["retryAttempts"]?[0]?["message"]?.stringValue?.contains("500") == true)
    }

    @Test func `a report that cannot be written is exit 4`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: true ]\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--json", "w.yaml/c.json")
        #expect(result.exitCode == 4)
        #expect(
            result.errorOutput
                == "error: the JSON report could not be written to \(folder.path)/w.yaml/c.json: `\(folder.path)/w.yaml` cannot be a folder: a file is in its place [file.unwritable]\n"
        )
    }
}
