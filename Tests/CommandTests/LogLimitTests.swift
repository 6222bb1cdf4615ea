import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// How much of what `log` writes is kept.
@Suite struct LogLimitTests {
    /// A secret lies across the limit of one text.
    private static let secret = "0123456789-a-long-secret-9876543210"
    private static let body =
        String(repeating: "a", count: 65_520) + secret + String(repeating: "b", count: 100_000)

    private func recording() throws -> Recording {
        try Recording { _ in "HTTP/1.1 200 OK\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)" }
    }

    @Test func `a long text is masked, then cut, and says how long it was`() async throws {
        let result = try await recording().run(
            """
            steps:
              - get: /x
                expect: { size: \(Self.body.utf8.count) }
              - log: $(response.body)
            """, environment: ["TOKEN": Self.secret], "--secret", "TOKEN")
        #expect(result.exitCode == 0, "\(result.errorOutput)")
        let lines = result.output.split(separator: "\n")
        let kept = String(repeating: "a", count: 65_520) + "***" + String(repeating: "b", count: 13)
        #expect(lines.contains { $0.hasSuffix("| " + kept) })
        #expect(lines.contains { $0.hasSuffix("| … (165523 bytes)") })
        #expect(!result.output.contains("01234"))
    }

    @Test(arguments: ["repeat: 40\n    ", "for_each: { range: [1, 40] }\n    concurrency: 4\n    "])
    func `a workflow keeps one megabyte of what it logs, and says once that the rest is missing`(
        _ loop: String
    ) async throws {
        let recording = try recording()
        let result = try await recording.run(
            """
            steps:
              - get: /x
                expect: { size: \(Self.body.utf8.count) }
              - \(loop)log: $(response.body)
            teardown: [ { name: last, log: not kept } ]
            """, "--junit", "j.xml")
        #expect(result.exitCode == 0, "\(result.errorOutput)")
        let notice = "… (no more is kept of what this workflow logs than 1048576 bytes)"
        for text in [result.output, try recording.folder.read("j.xml")] {
            #expect(text.split(separator: notice, omittingEmptySubsequences: false).count == 2)
            #expect(text.utf8.count < 1_100_000)
            #expect(!text.contains("not kept"))
        }
    }
}
