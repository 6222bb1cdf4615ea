import BatonRecords
import BatonValues

/// The HTML document, written section by section in the order in which readers need them.
///
/// How this folder works together: an `EndReport` keeps the records during the run. This page is then written in
/// sections, each an extension (verdict, changes, failures, workflows), into an `HTMLWriter`, which escapes every text.
struct HTMLPage {
    /// Maximum bytes of the whole file, of all failures, and of failures with request and response.
    static let limit = 18_000_000
    static let failureLimit = 8_000_000
    static let exchangeLimit = 1_000_000

    let records: RunRecords
    let run: RunStarted
    let context: RunContext
    let finding: PastRuns.Finding
    let list: CauseList
    /// What made cases bad, without what is only flaky.
    let causes: [Cause]
    /// The number of the cause of a case, by case index.
    let failurePlaces: [Int: Int]

    init(_ records: RunRecords, _ run: RunStarted, _ context: RunContext, _ finding: PastRuns.Finding) {
        self.records = records
        self.run = run
        self.context = context
        self.finding = finding
        list = CauseList(records, run, context, finding)
        causes = list.causes.filter { $0.state != .flaky }
        failurePlaces = Self.places(of: causes)
    }

    var past: PastRuns? {
        if case .known(let past) = finding { past } else { nil }
    }

    /// Writes the document piece by piece; rethrows errors of `output`.
    func write(to output: ([UInt8]) throws -> Void) throws {
        try withoutActuallyEscaping(output) { output in
            var page = HTMLWriter(output)
            write(into: &page)
            try page.finish()
        }
    }

    private func write(into page: inout HTMLWriter) {
        page.raw("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
        page.raw("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
        page.raw(HTMLStyle.policy)
        page.raw("\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
        page.raw("<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>")
        page.text("\(verdict.sign) \(run.project): \(verdict.word)")
        page.raw("</title>\n<style>")
        page.raw(HTMLStyle.sheet)
        page.raw("</style>\n</head>\n<body>\n")
        writeVerdict(into: &page)
        writeFailureIndex(into: &page)
        writeChanges(into: &page)
        writeFailures(into: &page)
        writeHollow(into: &page)
        writeWorkflows(into: &page)
        writeContracts(into: &page)
        writeSlowest(into: &page)
        writeTrend(into: &page)
        page.raw("<footer><p>Written by Baton ")
        page.line(run.toolVersion)
        page.raw(". Times are UTC.</p></footer>\n<script>")
        page.raw(HTMLStyle.script)
        page.raw("</script>\n</body>\n</html>\n")
    }

    /// Writes a link to the case in the list of all workflows.
    func writeLink(to index: Int, into page: inout HTMLWriter) {
        let identity = run.cases[index]
        page.raw("<a href=\"#w")
        page.number(index)
        page.raw("\">")
        page.line(CutText.head(identity.title, 300))
        page.raw("</a> <code>")
        page.path(CutText.head(identity.path, 300))
        page.raw("</code>")
    }
}

extension HTMLPage {
    /// The checks that looked at nothing; nothing in a run without one.
    func writeHollow(into page: inout HTMLWriter) {
        let hollow = records.hollow
        if hollow.count == 0 { return }
        page.raw("<section id=\"hollow\">\n<h2>")
        page.text(hollow.headline)
        page.raw("</h2>\n<ul>\n")
        for record in hollow.first {
            page.raw("<li><code>")
            page.path(CutText.head("\(record.place.file):\(record.place.line)", 300))
            page.raw("</code> ")
            page.line(CutText.head("\(record.check.text): \(record.reason.text)", 300))
            page.raw("</li>\n")
        }
        page.raw("</ul>\n")
        if hollow.rest > 0 {
            page.raw("<p>and ")
            page.number(hollow.rest)
            page.raw(" more</p>\n")
        }
        page.raw("</section>\n")
    }
}

extension ReportFormat {
    /// The report for users: one self-contained file.
    package static let html = ReportFormat(
        "html", "Writes the HTML report here.", title: "the HTML report", fileName: "report.html", isUsual: true,
        mark: "<html lang=\"en\" xmlns="
    ) { dependencies in
        EndReport(dependencies, packsSteps: true) { records, run in
            let context = dependencies.context()
            let past = dependencies.past(records.question(run, context))
            return HTMLPage(records, run, context, past).write
        }
    }
}
