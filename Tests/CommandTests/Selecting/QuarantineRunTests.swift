import BatonXML
import CommandCalls
import ProjectFolders
import Testing

/// A workflow in quarantine, in every output.
@Suite struct QuarantineRunTests {
    private static func text(_ until: String, _ condition: String) -> String {
        """
        name: Search
        quarantine: { until: \(until), reason: the index lags, owner: team search }
        steps:
          - that: \(condition)
        """
    }

    @Test func `a failure breaks no build and is seen everywhere`() async throws {
        let project = try SelectionProject([
            "a.yaml": Self.text("2099-12-31", "1 == 2"), "b.yaml": SelectionProject.passing("B"),
        ])
        let result = try await project.run("--fail-fast")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.ran == ["✗a", "✓b"])
        #expect(result.output.contains("  quarantined\n"))
        #expect(result.output.contains("    quarantine: quarantined until 2099-12-31: the index lags (team search)\n"))
        #expect(result.output.contains("that: `1 == 2` is false  workflows/a.yaml:4:11"))
        #expect(result.output.contains("\n1 passed, 1 quarantined in "))
        #expect(!result.output.contains("── failure"))

        let report = try project.folder.read("reports/junit.xml")
        #expect(report.contains("failures=\"0\" errors=\"0\""))
        #expect(
            report.contains(
                "<skipped message=\"quarantined until 2099-12-31: the index lags (team search): that: `1 == 2` is false\" type=\"quarantined\"/>"
            ), "\(report)")
        if let schema = Repository.conformance("junit/jenkins-xunit-junit-10.xsd") {
            #expect(try XMLSchemaValidator(schema: schema).violations(in: Array(report.utf8)).isEmpty)
        }

        let list = try await project.baton(["history", "list"])
        #expect(list.output.contains("passed  1 passed, 1 quarantined"), "\(list.everything)")
        let show = try await project.baton(["history", "show"])
        #expect(show.output.contains("✗ workflows/a.yaml") && show.output.contains("  quarantined\n"))
        #expect(show.output.contains("quarantined until 2099-12-31: the index lags (team search)"))
        #expect(try await project.run("--last-failed").ran == ["✗a"])
    }

    @Test func `a failure after the end of its quarantine counts again and says so`() async throws {
        let project = try SelectionProject(["a.yaml": Self.text("2020-02-29", "1 == 2")])
        let result = try await project.run()
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "    quarantine: its quarantine ended with 2020-02-29, it counts again: the index lags (team search)\n"),
            "\(result.output)")
        #expect(result.output.contains("1 failed in") && result.output.contains("── failure 1 of 1"))
        #expect(try project.folder.read("reports/junit.xml").contains("failures=\"1\""))
    }

    @Test(arguments: [
        ("2099-12-31", "quarantined until 2099-12-31, but it passes: `quarantine` can go"),
        ("2020-02-29", "its quarantine ended with 2020-02-29, and it passes: `quarantine` can go"),
    ])
    func `a workflow that passes in quarantine is told to leave it`(_ until: String, _ sentence: String) async throws {
        let project = try SelectionProject(["a.yaml": Self.text(until, "1 == 1")])
        let result = try await project.run()
        #expect(result.exitCode == 0)
        #expect(result.output.contains("    quarantine: \(sentence)\n"), "\(result.output)")
        #expect(result.output.contains("\n1 passed in"))
    }

    @Test func `a file with errors fails the run in spite of its quarantine`() async throws {
        let project = try SelectionProject(["a.yaml": Self.text("2099-12-31", "undefined_name == 1")])
        #expect(try await project.run().exitCode == 2)
    }

    @Test func `a run of nothing but quarantined failures breaks no build`() async throws {
        let project = try SelectionProject(["a.yaml": Self.text("2099-12-31", "1 == 2")])
        let result = try await project.run("--quiet")
        #expect(result.exitCode == 0)
        #expect(result.output.hasPrefix("1 quarantined in "), "\(result.output)")
    }

    @Test func `baton list names the workflows in quarantine`() async throws {
        let project = try SelectionProject(["a.yaml": Self.text("2099-12-31", "1 == 2")])
        let list = try await project.baton(["list"])
        #expect(list.output.contains("1 step  quarantined until 2099-12-31: the index lags (team search)"))
    }
}
