import BatonHistory
import BatonRecords

/// Drawings of results over time, oldest on the left.
struct SiteChart {
    /// One result in a chart of durations.
    struct Point {
        var span: Microseconds
        /// When it was, with commit and build.
        var label: String
        /// The page of its run; only what a site gave.
        var link: String?
    }

    /// Units of width for each result.
    private static let step = 3
    private static let height = 18
    static let mostPoints = 100
    private static let left = 56
    private static let pitch = 12
    private static let top = 90

    /// One mark for each result: low for passed, higher for flaky, full for one that did not pass, so that the drawing
    /// does not depend on colours.
    static func strip(_ cells: [ResultMatrix.Cell], into page: inout HTMLWriter) {
        page.raw("<span class=\"strip\"><svg aria-hidden=\"true\" preserveAspectRatio=\"none\" height=\"")
        page.number(height)
        page.raw("\" viewBox=\"0 0 ")
        page.number(max(1, cells.count) * step)
        page.raw(" ")
        page.number(height)
        page.raw("\">")
        draw("p", top: 11, cells, into: &page) { $0 == .passed }
        draw("f", top: 6, cells, into: &page) { $0 == .flaky }
        draw("q", top: 3, cells, into: &page) { $0 == .quarantined }
        draw("b", top: 0, cells, into: &page) { $0.counts }
        page.raw("</svg></span>")
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

    /// A line of durations over an axis from zero; nothing for fewer than two.
    ///
    /// - Parameter withDots: whether each result has a dot that says what it was.
    static func durations(_ points: [Point], withDots: Bool = true, into page: inout HTMLWriter) {
        let points = points.suffix(mostPoints)
        guard points.count > 1, let most = points.map(\.span).max(), most > 0 else { return }
        let places = points.enumerated().map { index, point in
            let share = Double(max(0, point.span)) / Double(most)
            return (x: left + index * pitch, y: top - Int(share * Double(top - 10)))
        }
        page.raw("<div class=\"bars\"><svg role=\"group\" aria-label=\"Durations\" width=\"")
        page.number(left + points.count * pitch)
        page.raw("\" height=\"")
        page.number(top + 8)
        page.raw("\">")
        for (y, text) in [(10, TimeText.short(most)), (top, "0")] {
            page.chartAxis(text, at: y, from: left - 6, to: left + points.count * pitch)
        }
        page.raw("<polyline fill=\"none\" stroke=\"#2f7fd1\" points=\"")
        for (index, place) in places.enumerated() {
            if index > 0 { page.raw(" ") }
            page.number(place.x)
            page.raw(",")
            page.number(place.y)
        }
        page.raw("\"/>")
        for (point, place) in zip(points, places) where withDots { dot(point, place.x, place.y, into: &page) }
        page.raw("</svg></div>")
    }

    private static func dot(_ point: Point, _ x: Int, _ y: Int, into page: inout HTMLWriter) {
        page.beginChartMark("\(point.label): \(TimeText.short(point.span))", point.link)
        page.raw("<circle cx=\"")
        page.number(x)
        page.raw("\" cy=\"")
        page.number(y)
        page.raw(point.link == nil ? "\" r=\"3\"/></g>" : "\" r=\"3\"/></a>")
    }
}
