import BatonJSON
import BatonJudging
import BatonLoading
import BatonWorkflow
import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// The stream of events in docs/reports.md is what the workflow before it makes.
@Suite struct EventsPageTests {
    /// What differs from run to run, and from machine to machine.
    private static let varying: Set<String> = [
        "id", "started", "duration", "hostname", "project", "jobs", "phases", "request_bytes",
    ]

    private static func comparable(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(comparable))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        (member.name, varying.contains(member.name) ? .null : comparable(member.value))
                    }))
        default: value
        }
    }

    @Test func `the page shows the events of its example, member by member`() async throws {
        let page = try ReferencePage.read("docs/reports.md")
        let workflow = try #require(page.blocks.first { $0.mark == "file: health.yaml" })
        let block = try #require(page.blocks.first { $0.mark == "events of health.yaml" })
        let folder = try Folder()
        try folder.write("health.yaml", workflow.text)
        let base = try await Demo.baseURL()
        let baton = Baton(
            folder: folder,
            environment: [
                "CI": "true", "GITHUB_ACTIONS": "", "GITLAB_CI": "true", "CI_COMMIT_REF_NAME": "main",
                "CI_DEFAULT_BRANCH": "main", "CI_PIPELINE_IID": "124",
            ])
        let result = try await baton("run", "health.yaml", "--base-url", base, "--events", "e.jsonl")
        #expect(result.exitCode == 1, "\(result.everything)")
        // The page shows a release.
        let version = try await baton("--version").output.filter { $0 != "\n" }
        let written = try folder.read("e.jsonl").replacing(base, with: "http://127.0.0.1:8080")
            .replacing(version, with: "0.1.0")
        let events = try EventLines(written).events.map(Self.comparable)
        let shown = try EventLines(block.text).events.map(Self.comparable)
        #expect(shown.count == events.count)
        for (shown, event) in zip(shown, events) {
            #expect(JSONWriter.compact(shown) == JSONWriter.compact(event))
        }
    }

    @Test func `the table names every type and every member of the example`() throws {
        let page = try ReferencePage.read("docs/reports.md")
        let table = try #require(page.tables.first { $0.section == "Events" })
        let block = try #require(page.blocks.first { $0.mark == "events of health.yaml" })
        for event in try EventLines(block.text).events {
            let type = try #require(event["type"]?.stringValue)
            let row = try #require(table.rows.first { $0.names == [type] }, "\(type)")
            let named = Set(row.cells.dropFirst().flatMap(CodeSpans.of))
            let members = (event.objectValue?.members ?? []).map(\.name).filter { !["v", "type"].contains($0) }
            #expect(Set(members).subtracting(named) == [], "\(type)")
        }
    }
}
