import BatonHistory
import BatonRecords
import BatonValues

/// A page of a site other than that of a run, which is a report: links to the other pages, and what is written below.
struct SitePage {
    var title: String
    /// The name of the project.
    var project: String
    /// Nil for the page of a case, which stands in a folder.
    var tab: HTMLFrame.Tab?
    /// Whether the rows of its table can be searched.
    var isSearchable = false

    func bytes(_ write: (inout HTMLWriter) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        withoutActuallyEscaping({ (piece: [UInt8]) in bytes += piece }) { output in
            var page = HTMLWriter(output)
            let folder: StaticString = tab == nil ? "../" : ""
            let frame = HTMLFrame(title: "\(title) – \(project)", sheetFolder: folder, hasScript: isSearchable)
            frame.begin(into: &page)
            page.raw("<nav aria-label=\"Pages\">")
            page.tabs(tab, below: folder)
            page.raw("</nav>\n<main>\n")
            write(&page)
            frame.end({ $0.raw("Written by baton history site. Times are UTC.") }, into: &page)
            try? page.finish()
        }
        return bytes
    }
}

extension HTMLWriter {
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

    /// The cells of the branch, the commit and the build of a run.
    mutating func placeCells(_ point: RunPoint) {
        cell("", point.branch ?? "")
        if let commit = point.commit {
            cell("") { $0.web(point.commitURL, String(commit.prefix(7)) + (point.isDirty ? "+" : "")) }
        } else {
            raw("<td></td>")
        }
        if let build = point.build {
            cell("") { $0.web(point.buildURL, "#\(CutText.head(build, 40))") }
        } else {
            raw("<td></td>")
        }
    }
}
