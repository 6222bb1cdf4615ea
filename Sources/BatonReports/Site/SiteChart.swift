import BatonHistory
import BatonRecords

/// Drawings of results over time, oldest on the left.
struct SiteChart {
    /// Units of width for each result.
    private static let step = 3
    private static let height = 18
    /// Most points of a line: of more results, the slowest of neighbours is drawn.
    private static let mostPoints = 150

    /// One mark for each result: low for passed, higher for flaky, full for one that did not pass, so that the drawing
    /// does not depend on colours.
    static func strip(_ cells: [ResultMatrix.Cell], into page: inout HTMLWriter) {
        page.raw("<svg aria-hidden=\"true\" preserveAspectRatio=\"none\" height=\"")
        page.number(height)
        page.raw("\" viewBox=\"0 0 ")
        page.number(max(1, cells.count) * step)
        page.raw(" ")
        page.number(height)
        page.raw("\">")
        draw("p", top: 11, cells, into: &page) { $0 == .passed }
        draw("f", top: 6, cells, into: &page) { $0 == .flaky }
        draw("q", top: 3, cells, into: &page) { $0 == .quarantined }
        draw("b", top: 0, cells, into: &page) { $0 == .bad || $0 == .blocked }
        page.raw("</svg>")
    }

    /// One path for all results of a kind, neighbours joined.
    private static func draw(
        _ name: StaticString, top: Int, _ cells: [ResultMatrix.Cell], into page: inout HTMLWriter,
        where fits: (ResultMatrix.Cell) -> Bool
    ) {
        var index = 0
        var isOpen = false
        while index < cells.count {
            guard fits(cells[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < cells.count, fits(cells[index]) { index += 1 }
            if !isOpen {
                page.raw("<path class=\"")
                page.raw(name)
                page.raw("\" d=\"")
                isOpen = true
            }
            page.raw("M")
            page.number(start * step)
            page.raw(" ")
            page.number(top)
            page.raw("h")
            page.number((index - start) * step)
            page.raw("V")
            page.number(height)
            page.raw("H")
            page.number(start * step)
            page.raw("z")
        }
        if isOpen { page.raw("\"/>") }
    }

    /// A line of durations; nothing for fewer than two.
    static func durations(_ spans: [Microseconds], into page: inout HTMLWriter) {
        guard spans.count > 1, let most = spans.max(), most > 0 else { return }
        let size = (spans.count + mostPoints - 1) / mostPoints
        let points = stride(from: 0, to: spans.count, by: size).map { start in
            spans[start..<min(spans.count, start + size)].max() ?? 0
        }
        page.raw("<svg aria-hidden=\"true\" preserveAspectRatio=\"none\" height=\"80\" viewBox=\"0 0 ")
        page.number(max(1, points.count - 1) * 4)
        page.raw(" 84\"><polyline points=\"")
        for (index, point) in points.enumerated() {
            if index > 0 { page.raw(" ") }
            page.number(index * 4)
            page.raw(",")
            page.number(82 - Int(max(0, point).multipliedReportingOverflow(by: 80).partialValue / most))
        }
        page.raw("\"/></svg>")
    }
}
