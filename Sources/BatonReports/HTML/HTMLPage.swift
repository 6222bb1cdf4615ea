import BatonRecords
import BatonValues

/// The report of a run as an HTML document, written section by section in the order in which readers need them.
///
/// How this folder works together: an `EndReport` keeps the records during the run. This page is then written in
/// sections, each an extension: what happened (`+Verdict`), the list of causes (`+Causes`) with a card for each
/// (`+Failures`), all workflows with their steps (`+Workflows`), and what else the run tells. They write into an
/// `HTMLWriter`, which escapes every text, inside an `HTMLFrame` with the sheets and the script of `HTMLStyle`. The page
/// of a run on a site is this page, with the addresses of other pages in its `SiteAddresses`.
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
    /// Nil for a report that is no page of a site.
    let site: SiteAddresses?

    init(
        _ records: RunRecords, _ run: RunStarted, _ context: RunContext, _ finding: PastRuns.Finding,
        site: SiteAddresses? = nil
    ) {
        self.records = records
        self.run = run
        self.context = context
        self.finding = finding
        self.site = site
        list = CauseList(records, run, context, finding)
    }

    /// False on the page of an old run on a site, of which only the failures are known.
    var isDetailed: Bool { site?.isDetailed != false }

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
        let frame = HTMLFrame(
            title: "\(verdict.sign) \(run.project): \(verdict.word)", sheetFolder: site == nil ? nil : "../",
            hasScript: isDetailed)
        frame.begin(into: &page)
        writeVerdict(into: &page)
        writeCauses(into: &page)
        if isDetailed {
            writeWorkflows(into: &page)
            writeHollow(into: &page)
            writeContracts(into: &page)
            writeSlowest(into: &page)
            writeTrend(into: &page)
        }
        frame.end(
            { footer in
                footer.raw("Written by Baton ")
                footer.line(run.toolVersion)
                footer.raw(". Times are UTC.")
            }, into: &page)
    }

    /// A section that is folded away unless `isOpen`.
    func section(
        _ id: StaticString, _ title: String, isOpen: Bool = false, into page: inout HTMLWriter,
        _ write: (inout HTMLWriter) -> Void
    ) {
        page.raw("<details class=\"fold\" id=\"")
        page.raw(id)
        page.raw(isOpen ? "\" open=\"open\"><summary><h2>" : "\"><summary><h2>")
        page.text(title)
        page.raw("</h2></summary>\n")
        write(&page)
        page.raw("</details>\n")
    }

    /// Writes a link to the case in the list of all workflows.
    func writeLink(to index: Int, into page: inout HTMLWriter) {
        let identity = run.cases[index]
        if isDetailed {
            page.raw("<a href=\"#w")
            page.number(index)
        } else {
            page.raw("<a href=\"")
            page.text(site?.page(ofCase: identity) ?? "")
        }
        page.raw("\">")
        page.line(CutText.head(identity.title, 300))
        page.raw("</a> <code>")
        page.path(CutText.head(identity.path, 300))
        page.raw("</code>")
    }

    /// Flaky cases that make the run fail although they passed.
    var failingFlaky: [Int] {
        run.failsOnFlaky ? records.kept.values.filter(\.isFlakyOutsideQuarantine).map(\.identity.index).sorted() : []
    }
}

/// Where the other pages of a site are, seen from the page of a run.
struct SiteAddresses {
    /// Whether the run is told in full.
    let isDetailed: Bool
    /// Nil for a case or a run that has no page.
    let ofCase: (CaseIdentity) -> String?
    let ofRun: (String) -> String?

    func page(ofCase identity: CaseIdentity) -> String? { ofCase(identity) }
    func page(ofRun id: String) -> String? { ofRun(id) }
}

extension HTMLPage {
    /// The checks that looked at nothing; nothing in a run without one.
    func writeHollow(into page: inout HTMLWriter) {
        let hollow = records.hollow
        if hollow.count == 0 { return }
        section("hollow", hollow.headline, into: &page) { page in
            page.raw("<ul>\n")
            for record in hollow.first {
                page.raw("<li><code>")
                page.path(CutText.head("\(record.place.file):\(record.place.line)", 300))
                page.raw("</code> ")
                page.line(CutText.head("\(record.check.text): \(record.reason.text)", 300))
                page.raw("</li>\n")
            }
            page.raw("</ul>\n")
            if hollow.rest > 0 { page.element("p", "and \(hollow.rest) more") }
        }
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
