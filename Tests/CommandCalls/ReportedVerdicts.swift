import BatonJSON
package import ProjectFolders
import Testing

/// How each workflow file ended, as every output tells it: `passed`, `failed`, `error` or `skipped`.
///
/// Of a run with `options` in a project.
package struct ReportedVerdicts {
    package static let options = [
        "--json", "c.json", "--events", "e.jsonl", "--summary", "s.md", "--tap", "t.tap", "--har", "h.har",
        "--prometheus", "p.prom",
    ]
    /// All files that a run with these options writes, its usual reports included.
    package static let files = [
        "reports/junit.xml", "reports/report.html", "c.json", "e.jsonl", "s.md", "t.tap", "h.har", "p.prom",
    ]

    package private(set) var byOutput: [String: [String: String]] = [:]

    package init(_ folder: Folder) throws {
        byOutput["junit.xml"] = Self.junit(try folder.read("reports/junit.xml"))
        byOutput["CTRF"] = Self.ctrf(try CTRFOutcomes(try folder.read("c.json")))
        let events = try EventLines(try folder.read("e.jsonl"))
        var paths: [Int64: String] = [:]
        for entry in events.events.first?["cases"]?.arrayValue ?? [] {
            if let index = entry["index"]?.numberValue?.int { paths[index] = entry["path"]?.stringValue }
        }
        byOutput["events"] = Dictionary(
            events.events.filter { $0["type"]?.stringValue == "case-finished" }.compactMap { event in
                guard let path = event["case"]?.numberValue?.int.flatMap({ paths[$0] }) else { return nil }
                return (path, event["outcome"]?.stringValue ?? "")
            }, uniquingKeysWith: { first, second in "\(first), \(second)" })
        byOutput["HTML"] = Dictionary(
            try HTMLOutcomes(try folder.read("reports/report.html")).text
                .matches(of: /class="w ([a-z]+)" id="w([0-9]+)"/).compactMap { match in
                    guard let path = Int64(match.2).flatMap({ paths[$0] }) else { return nil }
                    return (path, match.1 == "blocked" ? "error" : String(match.1))
                }, uniquingKeysWith: { first, second in "\(first), \(second)" })
        let rows = try HistoryFile("\(folder.path)/.baton/history.sqlite").rows(
            """
            SELECT path, outcome FROM case_result JOIN workflow_case ON workflow_case.id = case_id
            WHERE run = (SELECT max(id) FROM run)
            """)
        byOutput["history"] = Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let cells = row.split(separator: " | ").map(String.init)
                return (cells[0], cells[1])
            })
    }

    private static func junit(_ report: String) -> [String: String] {
        var verdicts: [String: String] = [:]
        for suite in report.split(separator: "<testsuite name=\"").dropFirst() {
            let count = suite.ranges(of: "<testcase ").count
            verdicts[String(suite.prefix { $0 != "\"" })] = verdict(
                error: suite.contains("<error "), failed: suite.contains("<failure "),
                skipped: suite.ranges(of: "<skipped ").count == count)
        }
        return verdicts
    }

    private static func ctrf(_ report: CTRFOutcomes) -> [String: String] {
        Dictionary(grouping: report.tests) { $0["suite"]?[0]?.stringValue ?? "" }.mapValues { tests in
            let statuses = tests.map { $0["rawStatus"]?.stringValue }
            return verdict(
                error: statuses.contains("error"), failed: statuses.contains("failed"),
                skipped: statuses.allSatisfy { $0 == "skipped" })
        }
    }

    private static func verdict(error: Bool, failed: Bool, skipped: Bool) -> String {
        error ? "error" : failed ? "failed" : skipped ? "skipped" : "passed"
    }
}
