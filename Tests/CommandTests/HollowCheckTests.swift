import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// Checks that passed without having looked at anything are said everywhere, and judged under `strict`.
@Suite struct HollowCheckTests {
    private func project(_ settings: String = "") async throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "\(settings)\nenvironments: { local: { base_url: \(try await Demo.baseURL()) } }")
        try folder.write(
            "workflows/items.yaml",
            """
            name: Items
            steps:
              - get: /items
                expect:
                  $.page: { ne: "1", type: number }
                  $.items[*].idd: { none: 5 }
                  $.items: { length: { gt: 1 } }
            """)
        return folder
    }

    @Test func `console, page and events count and list them, and the run passes`() async throws {
        let folder = try await project()
        let result = try await Baton(folder: folder)("run", "--events", "events.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.output.contains(
                """
                2 checks looked at nothing:
                  workflows/items.yaml:5: $.page: the value is of another type than the operand
                  workflows/items.yaml:6: $.items[*].idd: there is no element to look at
                """), "\(result.output)")
        let page = try folder.read("reports/report.html")
        #expect(page.contains("<h2>2 checks looked at nothing</h2>"))
        #expect(page.contains("$.items[*].idd: there is no element to look at"))
        let events = try folder.read("events.jsonl")
        #expect(
            events.contains(#""hollow":[{"check":"$.page","reason":"the value is of another type than the operand""#))
    }

    @Test(arguments: [("", ["--strict"]), ("strict: true", [])])
    func `under strict each is a failed check`(_ settings: String, _ options: [String]) async throws {
        let folder = try await project(settings)
        let result = try await Baton(folder: folder).run(["run"] + options)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                "$.items[*].idd: looked at nothing: there is no element to look at"),
            "\(result.output)")
        #expect(result.output.contains("hint: `strict` wants checks that look at something"))
        #expect(!result.output.contains("checks looked at nothing:"))
    }

    @Test func `strict takes true or false`() async throws {
        let folder = try await project("strict: perhaps")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("baton.yaml:1:9"), "\(result.errorOutput)")
    }
}
