import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// The HTML report and the site of the run that a reviewer has before them.
///
/// With `BATON_PAGES=FOLDER` in the environment both are left in that folder, to be looked at in a browser.
@Suite struct ReviewedPageTests {
    @Test func `the report and the first page of the site begin with what is new`() async throws {
        let run = try ReviewedRun()
        _ = try await run.record()
        let report = try run.folder.read("reports/report.html")
        let page = try HTMLOutcomes(report)
        let badges = try page.texts("//section[@id='causes']/details/summary/b")
        #expect(badges.first == "new" && badges.suffix(2) == ["quarantined", "slower"], "\(badges)")
        // Only what is new is open, so that the page is a few screens long.
        #expect(
            try page.texts("//main//details[contains(@class, 'fold') or contains(@class, 'cause')][@open]").count
                == badges.count { $0 == "new" })
        #expect(report.utf8.count < 400_000)
        let site = try await Baton(folder: run.folder)("history", "site", "site")
        #expect(site.exitCode == 0, "\(site.everything)")
        let index = try HTMLOutcomes(try run.folder.read("site/index.html"))
        #expect(try index.texts("//div[@class='head']/b").first == "new")
        if let target = getenv("BATON_PAGES") {
            let copied = try await Program("/bin/cp", in: run.folder.path).run([
                "-r", "reports", "site", String(cString: target),
            ])
            #expect(copied.exitCode == 0, "\(copied.everything)")
        }
    }
}
