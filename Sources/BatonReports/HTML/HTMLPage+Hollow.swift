import BatonRecords
import BatonValues

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
