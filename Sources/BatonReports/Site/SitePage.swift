import BatonHistory
import BatonRecords
import BatonValues

/// The frame of a page: head, links to the other pages, and what is written between them.
struct SitePage {
    /// The pages that every page links to.
    enum Tab: String, CaseIterable {
        case runs = "index.html"
        case cases = "cases.html"
        case flaky = "flaky.html"
        case slow = "slow.html"

        var title: StaticString {
            switch self {
            case .runs: "Runs"
            case .cases: "Cases"
            case .flaky: "Flaky"
            case .slow: "Slow"
            }
        }
    }

    var title: String
    /// The name of the project.
    var project: String
    /// Nil for a page of one run or case, which stands in a folder.
    var tab: Tab?
    /// Whether the rows of its table can be searched.
    var isSearchable = false

    func bytes(_ write: (inout HTMLWriter) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        withoutActuallyEscaping({ (piece: [UInt8]) in bytes += piece }) { output in
            var page = HTMLWriter(output)
            head(&page)
            write(&page)
            page.raw("</main>\n<footer>Written by baton history site.</footer>\n")
            if isSearchable {
                page.raw("<script>")
                page.raw(SiteStyle.script)
                page.raw("</script>\n")
            }
            page.raw("</body>\n</html>\n")
            try? page.finish()
        }
        return bytes
    }

    private func head(_ page: inout HTMLWriter) {
        page.raw("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
        page.raw("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
        page.text(SiteStyle.policy)
        page.raw("\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>")
        page.line(CutText.head("\(title) – \(project)", 300))
        page.raw("</title>\n<style>")
        page.raw(SiteStyle.sheet)
        page.raw("</style>\n</head>\n<body>\n<nav aria-label=\"Pages\">")
        for other in Tab.allCases {
            if other == tab {
                page.raw("<b>")
                page.raw(other.title)
                page.raw("</b> ")
                continue
            }
            page.raw(tab == nil ? "<a href=\"../" : "<a href=\"")
            page.text(other.rawValue)
            page.raw("\">")
            page.raw(other.title)
            page.raw("</a> ")
        }
        page.raw("</nav>\n<main>\n")
    }
}

extension HTMLWriter {
    /// A field that hides the rows that do not fit; without scripts it is not there.
    mutating func filter() {
        raw("<p id=\"filter\" hidden=\"hidden\"><label>Find <input id=\"words\" type=\"search\"/></label> ")
        raw("<small id=\"told\"></small></p>\n")
    }

    /// `commit 7da5cfb, build #124, 2026-11-23 18:59`, with links where addresses are known.
    mutating func point(_ point: RunPoint) {
        if let commit = point.commit {
            raw("commit ")
            web(point.commitURL, String(commit.prefix(7)) + (point.isDirty ? "+" : ""))
            raw(", ")
        }
        if let build = point.build {
            raw("build ")
            web(point.buildURL, "#\(CutText.head(build, 40))")
            raw(", ")
        }
        moment(point.started)
    }

    /// Minutes in UTC, as all pages show them.
    mutating func moment(_ moment: Microseconds) { text(TimeText.minute(moment)) }

    /// The outcome of a case or the state of a run, as a sign and a word.
    mutating func outcome(_ word: String) {
        raw("<b class=\"")
        text(word)
        raw("\">")
        raw(CaseState.allCases.first { $0.word.description == word }?.sign ?? "!")
        raw(" ")
        text(word)
        raw("</b>")
    }

    /// A cell of a table; its label is shown where columns have no room.
    mutating func cell(_ label: StaticString, isNumber: Bool = false, _ write: (inout HTMLWriter) -> Void) {
        raw(isNumber ? "<td class=\"n\" title=\"" : "<td title=\"")
        raw(label)
        raw("\">")
        write(&self)
        raw("</td>")
    }

    mutating func cell(_ label: StaticString, isNumber: Bool = false, _ text: String) {
        if text.isEmpty { return raw("<td></td>") }
        cell(label, isNumber: isNumber) { $0.line(CutText.head(text, 1000)) }
    }

    mutating func columns(_ names: [StaticString]) {
        raw("<table>\n<thead><tr>")
        for name in names {
            raw("<th scope=\"col\">")
            raw(name)
            raw("</th>")
        }
        raw("</tr></thead>\n<tbody>\n")
    }
}
