import BatonJSON
import CommandCalls
import ProjectFolders
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A run with twelve faults, as a reviewer has it before them.
@Suite struct ReviewedRunTests {
    @Test func `twelve faults are twelve causes, new ones first, in every report in one order`() async throws {
        let run = try ReviewedRun()
        let result = try await run.record("--summary", "out/summary.md", "--json", "out/ctrf.json")
        try await write(run, result)
        #expect(result.exitCode == 1, "\(result.everything)")
        let shown = try await Baton(folder: run.folder)("history", "show", "--json")
        let answer = try JSONParser.parse(Array(shown.output.utf8))
        let causes = answer["causes"]?.arrayValue ?? []
        let told = causes.map { cause in
            let cases = (cause["cases"]?.arrayValue ?? []).count + (cause["blocked"]?.arrayValue ?? []).count
            return
                "\(cause["state"]?.stringValue ?? "") \(cases) \(cause["method"]?.stringValue ?? "") \(cause["url_template"]?.stringValue ?? "")"
        }
        #expect(
            told == [
                "new 4 POST /payments", "new 3 GET /shipping/rates", "flaky 2 GET /stock", "known 3 GET /items/$(id)",
                "known 3 GET /customers/7", "known 3 GET /i18n/$(row.lang)", "known 3 GET /orders",
                "known 2 GET /search", "known 1 GET /settings", "known 1 GET /prices.xml", "known 1 GET /jobs/17",
                "known 1 GET /quantities", "quarantined 1 GET /audit",
            ])
        let headline = answer["headline"]?.stringValue ?? ""
        #expect(
            headline
                == "2 new causes since ec0ffee → fc0ffee ('Release candidate', Ida Berg): POST /payments breaks off (4), GET /shipping/rates 502 (3). 9 known, 1 flaky, 1 quarantined."
        )
        let annotations = result.output.split(separator: "\n").filter {
            $0.hasPrefix("::error") || $0.hasPrefix("::warning")
        }
        #expect(annotations.count == 10)
        #expect(annotations.first?.contains("title=new%3A ") == true)
        #expect(annotations[2].hasPrefix("::warning "))
        #expect(annotations.last == "::error::and 3 more causes; the summary and the reports have them all")
        let summary = try run.folder.read("summary.md")
        #expect(summary.contains("2 new causes since"))
        #expect(!summary.contains("Workflow.run("))
    }

    /// Writes what people see into the folder that `BATON_REVIEWED_RUN` names, to look at it.
    private func write(_ run: ReviewedRun, _ result: Baton.Result) async throws {
        guard let target = getenv("BATON_REVIEWED_RUN").map({ String(cString: $0) }) else { return }
        _ = try await Baton(folder: run.folder)("history", "site", "out/site")
        try run.folder.write("out/console.txt", result.everything)
        let copied = try await Program("/bin/cp", in: run.folder.path)("-r", ".", target)
        #expect(copied.exitCode == 0)
    }
}
