import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// The HTML report and the site of the run that a reviewer has before them.
///
/// With `BATON_PAGES=FOLDER` in the environment both are left in that folder, to be looked at in a browser.
@Suite struct ReviewedPageTests {
    @Test func `the report and the first page of the site begin with the same causes, new ones first`() async throws {
        let run = try ReviewedRun()
        _ = try await run.record()
        let report = try run.folder.read("reports/report.html")
        let page = try HTMLOutcomes(report)
        let badges = try page.texts("//section[@id='causes']/details/summary/b")
        #expect(badges.prefix(3) == ["new", "new", "flaky"], "\(badges)")
        #expect(badges.last == "quarantined" && badges.filter { $0.hasPrefix("known") }.count == badges.count - 4)
        // Only what is new is open, so that the page is a few screens long.
        #expect(
            try page.texts("//main//details[contains(@class, 'fold') or contains(@class, 'cause')][@open]").count == 2)
        #expect(report.utf8.count < 400_000)
        let site = try await Baton(folder: run.folder)("history", "site", "site")
        #expect(site.exitCode == 0, "\(site.everything)")
        let index = try HTMLOutcomes(try run.folder.read("site/index.html"))
        let shown = "[not(contains(@class, 'flaky') or contains(@class, 'quarantined'))]"
        #expect(
            try Set(index.texts("//div[@class='head']/h3"))
                == Set(page.texts("//section[@id='causes']/details\(shown)/summary/h3")))
        #expect(try index.texts("//div[@class='head']/b").prefix(2) == ["new", "new"])
        if let target = getenv("BATON_PAGES") {
            let copied = try await Program("/bin/cp", in: run.folder.path).run([
                "-r", "reports", "site", String(cString: target),
            ])
            #expect(copied.exitCode == 0, "\(copied.everything)")
        }
    }
}
