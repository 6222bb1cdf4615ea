package import BatonHistory
import BatonRecords
import BatonValues

/// Makes the pages of a site from a history.
///
/// Each kind of page is an extension: the runs (`+Index`), one run (`+Runs`), which is a report as `HTMLPage` writes it,
/// the cases and one case (`+Cases`), the flaky and the slow ones and those of each owner (`+Lists`). `SitePage` is the
/// frame of all other pages, with the sheets and the script of the report, and `SiteChart` draws results over time.
package struct SiteWriter {
    /// Number of the latest runs that are compared and whose requests and responses are shown.
    static let detailed = 20
    /// Maximum number of entries in the lists of flaky and slow cases.
    static let listed = 100

    let reader: HistoryReader
    let scope: HistoryScope
    let history: SiteHistory
    let project: String
    let past: (PastRuns.Question) -> PastRuns.Finding
    /// Maximum number of cases that did not pass on the page of an old run.
    static let mostBad = 200
    let listedResults: Int
    private let names: [Int: CaseName]
    private let cases: [CaseName: SiteHistory.Case]
    private let runs: Set<String>

    /// - Parameters:
    ///   - limit: number of runs, the latest ones.
    ///   - project: the name shown on each page.
    ///   - listedResults: number of results that the pages of all cases together list one by one, of 400 bytes each.
    ///   - past: finds the runs with which a run is compared.
    package init(
        _ reader: HistoryReader, _ scope: HistoryScope, limit: Int, project: String, listedResults: Int = 15_000,
        past: @escaping (PastRuns.Question) -> PastRuns.Finding
    ) throws(HistoryError) {
        self.past = past
        self.reader = reader
        self.scope = scope
        self.project = project
        self.listedResults = listedResults
        history = try reader.siteHistory(scope, limit: limit)
        names = Dictionary(history.cases.map { ($0.number, $0.name) }) { first, _ in first }
        runs = Set(history.runs.map(\.id))
        cases = Dictionary(history.cases.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Calls `write` with the relative path and the content of the style sheet and of each page, the index last, so that
    /// its links lead to pages that are there.
    package func write(_ write: (String, [UInt8]) throws -> Void) throws {
        try write(HTMLFrame.sheetName, Array(HTMLStyle.sheet.description.utf8))
        var lists: [String: CauseList] = [:]
        for (index, run) in history.runs.enumerated() {
            guard let page = Self.page(of: run.id) else { continue }
            let (bytes, list) = try runPage(run, isDetailed: index < Self.detailed)
            if index < Self.detailed { lists[run.id] = list }
            try write(page, bytes)
        }
        let owners = try CaseOwners(self)
        for entry in history.cases { try write(Self.page(of: entry), try casePage(entry, owners)) }
        try write(HTMLFrame.Tab.flaky.rawValue, try flakyPage())
        try write(HTMLFrame.Tab.slow.rawValue, try slowPage())
        try write(HTMLFrame.Tab.owners.rawValue, ownersPage(owners))
        try write(HTMLFrame.Tab.cases.rawValue, casesPage())
        try write(HTMLFrame.Tab.runs.rawValue, try indexPage(lists))
    }

    /// The key of a case is equal in all histories, so a page keeps its address.
    static func page(of entry: SiteHistory.Case) -> String {
        let digits = String(entry.key, radix: 16)
        return "case/\(String(repeating: "0", count: 16 - digits.count))\(digits).html"
    }

    /// Nil for a run whose identity is none, as only another program writes it.
    static func page(of run: String) -> String? {
        let isIdentity = run.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) || byte == UInt8(ascii: "-")
        }
        return isIdentity && (1...64).contains(run.utf8.count) ? "run/\(run).html" : nil
    }

    func name(ofCase number: Int) -> CaseName? { names[number] }

    func number(of name: CaseName) -> Int? { cases[name]?.number }

    func page(of name: CaseName) -> String? { cases[name].map { Self.page(of: $0) } }

    /// Whether the run has a page.
    func isShown(_ run: String) -> Bool { runs.contains(run) }
}

extension SiteWriter {
    /// The case's name and path, linked to its page.
    ///
    /// - Parameter isBrief: whether to leave out the path.
    func link(
        _ name: CaseName, _ page: String?, below folder: StaticString = "", isBrief: Bool = false,
        into writer: inout HTMLWriter
    ) {
        if let page {
            writer.raw("<a href=\"")
            writer.raw(folder)
            writer.text(page)
            writer.raw("\">")
        }
        let marks = name.label.dropFirst(name.path.count)
        writer.line(CutText.head(name.name + marks, 300))
        if page != nil { writer.raw("</a>") }
        if isBrief { return }
        writer.raw(" <small>")
        writer.line(CutText.head(name.path, 300))
        writer.raw("</small>")
    }

    /// The start of a run, linked to its page.
    func link(_ run: String, _ started: Microseconds, below folder: StaticString = "", into writer: inout HTMLWriter) {
        let page = isShown(run) ? Self.page(of: run) : nil
        if let page {
            writer.raw("<a href=\"")
            writer.raw(folder)
            writer.text(page)
            writer.raw("\">")
        }
        writer.moment(started)
        if page != nil { writer.raw("</a>") }
    }

    /// `on main, staging: 3 bad results, since commit 7da5cfb, build #124; last passed at commit a1b2c3d`.
    ///
    /// - Parameter cause: of it, in the report of the run, which knows when it began; nil for a run that is too old for that.
    func since(_ streak: Streak, asIn cause: Cause? = nil, into writer: inout HTMLWriter) {
        let place = [streak.branch, streak.environment].compactMap(\.self).joined(separator: ", ")
        if !place.isEmpty {
            writer.raw("on ")
            writer.line(CutText.head(place, 300))
            writer.raw(": ")
        }
        // Where the cause began later, the earlier results were bad in another way.
        if cause?.since.map({ $0.run.started <= streak.firstBad.started }) != false {
            writer.number(streak.count)
            writer.raw(streak.count == 1 ? " bad result, " : " bad results, ")
        }
        if let start = cause?.since {
            writer.raw(start.isAtLeast ? "at least since " : "since ")
            writer.line(start.text)
            guard let good = cause?.lastGood else { return }
            writer.raw("; last passed at ")
            return writer.line(good.text)
        }
        writer.raw("since ")
        writer.point(streak.firstBad)
        if let good = streak.lastGood {
            writer.raw("; last passed at ")
            writer.point(good)
        }
        if let same = streak.sameSince {
            writer.raw("; with the last failure since ")
            writer.point(same)
        }
    }

    static func counts(_ run: RunSummary) -> String {
        var parts: [String] = []
        if run.passed > 0 { parts.append("\(run.passed) passed" + (run.flaky > 0 ? " (\(run.flaky) flaky)" : "")) }
        if run.failed > 0 { parts.append("\(run.failed) failed") }
        if run.errors > 0 { parts.append(run.errors == 1 ? "1 error" : "\(run.errors) errors") }
        if run.blocked > 0 { parts.append("\(run.blocked) blocked") }
        if run.quarantined > 0 { parts.append("\(run.quarantined) quarantined") }
        if run.skipped > 0 { parts.append("\(run.skipped) skipped") }
        return parts.isEmpty ? "no case" : parts.joined(separator: ", ")
    }
}
