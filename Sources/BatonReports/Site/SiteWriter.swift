package import BatonHistory
import BatonRecords
import BatonValues

/// Makes the pages of a site from a history.
///
/// Each kind of page is an extension: the runs (`+Index`), one run (`+Runs`), the cases and one case (`+Cases`), the flaky
/// and the slow ones (`+Lists`). `SitePage` is the frame of all pages, `SiteStyle` what stands in each of them, and
/// `SiteChart` draws results over time.
package struct SiteWriter {
    /// Number of the latest runs that are compared and whose requests and responses are shown.
    static let detailed = 20
    /// Maximum number of entries in the lists of flaky and slow cases.
    static let listed = 100

    let reader: HistoryReader
    let scope: HistoryScope
    let history: SiteHistory
    let project: String
    /// The pages of cases by number.
    private let pages: [Int: String]
    private let pagesByName: [CaseName: String]

    /// - Parameters:
    ///   - limit: number of runs, the latest ones.
    ///   - project: the name shown on each page.
    package init(_ reader: HistoryReader, _ scope: HistoryScope, limit: Int, project: String) throws(HistoryError) {
        self.reader = reader
        self.scope = scope
        self.project = project
        history = try reader.siteHistory(scope, limit: limit)
        pages = Dictionary(history.cases.map { ($0.number, Self.page(of: $0)) }) { first, _ in first }
        pagesByName = Dictionary(history.cases.map { ($0.name, Self.page(of: $0)) }) { first, _ in first }
    }

    /// Calls `write` with the relative path and the content of each page, the index last, so that its links lead to
    /// pages that are there.
    package func write(_ write: (String, [UInt8]) throws -> Void) throws {
        for entry in history.cases { try write(Self.page(of: entry), try casePage(entry)) }
        for (index, run) in history.runs.enumerated() {
            if let page = Self.page(of: run.id) { try write(page, try runPage(run, isDetailed: index < Self.detailed)) }
        }
        try write(SitePage.Tab.flaky.rawValue, try flakyPage())
        try write(SitePage.Tab.slow.rawValue, try slowPage())
        try write(SitePage.Tab.cases.rawValue, casesPage())
        try write(SitePage.Tab.runs.rawValue, try indexPage())
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

    func page(ofCase number: Int) -> String? { pages[number] }

    func page(of name: CaseName) -> String? { pagesByName[name] }
}

extension SiteWriter {
    /// The case's name and path, linked to its page.
    func link(_ name: CaseName, _ page: String?, below folder: StaticString = "", into writer: inout HTMLWriter) {
        if let page {
            writer.raw("<a href=\"")
            writer.raw(folder)
            writer.text(page)
            writer.raw("\">")
        }
        let marks = name.label.dropFirst(name.path.count)
        writer.line(CutText.head(name.name + marks, 300))
        if page != nil { writer.raw("</a>") }
        writer.raw(" <small>")
        writer.line(CutText.head(name.path, 300))
        writer.raw("</small>")
    }

    /// The start of a run, linked to its page.
    func link(_ run: String, _ started: Microseconds, below folder: StaticString = "", into writer: inout HTMLWriter) {
        let page = history.runs.contains { $0.id == run } ? Self.page(of: run) : nil
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
    func since(_ streak: Streak, into writer: inout HTMLWriter) {
        let place = [streak.branch, streak.environment].compactMap(\.self).joined(separator: ", ")
        if !place.isEmpty {
            writer.raw("on ")
            writer.line(CutText.head(place, 300))
            writer.raw(": ")
        }
        writer.number(streak.count)
        writer.raw(streak.count == 1 ? " bad result, since " : " bad results, since ")
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
