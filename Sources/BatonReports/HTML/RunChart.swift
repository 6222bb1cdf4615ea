import BatonRecords

/// Failures over the last runs as stacked bars, one for each run, the latest on the right: new, known and flaky cases.
///
/// A static SVG; the fills are attributes, so that it is coloured where styles are blocked.
struct RunChart {
    struct Bar {
        var new: Int
        var known: Int
        var flaky: Int
        /// What the run was: its moment, commit and build.
        var label: String
        /// The page of the run, of the build or of the commit; only what `HTMLWriter.web` or a site gave.
        var link: String?

        var total: Int { new + known + flaky }
    }

    /// Number of runs that are drawn, this one included.
    static let most = PastRuns.most
    /// Width of a bar with its gap: wide enough to be touched.
    private static let pitch = 24
    private static let left = 30
    private static let height = 72

    /// - Parameter bars: oldest first.
    static func draw(_ bars: [Bar], into page: inout HTMLWriter) {
        let bars = bars.suffix(most)
        guard bars.count > 1 else { return }
        let top = max(1, bars.map(\.total).max() ?? 1)
        let width = left + bars.count * pitch + 4
        page.raw("<figure><div class=\"bars\"><svg role=\"group\" aria-label=\"Failures of the last runs\" width=\"")
        page.number(width)
        page.raw("\" height=\"")
        page.number(height + 12)
        page.raw("\">")
        page.chartAxis("\(top)", at: 8, from: left - 4, to: width)
        page.chartAxis("0", at: height, from: left - 4, to: width)
        for (index, bar) in bars.enumerated() { draw(bar, at: left + index * pitch, of: top, into: &page) }
        page.raw("</svg></div><figcaption>Failures of the last ")
        page.number(bars.count)
        page.raw(" runs:<span class=\"key kn\"></span>new<span class=\"key kk\"></span>known")
        page.raw("<span class=\"key kf\"></span>flaky</figcaption></figure>\n")
    }

    private static func draw(_ bar: Bar, at x: Int, of top: Int, into page: inout HTMLWriter) {
        page.beginChartMark("\(bar.label): \(words(bar))", bar.link)
        // The whole column can be pointed at, not only what is coloured.
        rectangle("none", x, 0, height + 6, into: &page)
        var y = height
        for (count, fill) in [(bar.known, "#8a8f98"), (bar.new, "#c8453b"), (bar.flaky, "#c08a1e")]
            as [(Int, StaticString)] where count > 0
        {
            let size = max(3, count * (height - 8) / top)
            y -= size
            rectangle(fill, x, y, size, into: &page)
        }
        if bar.total == 0 { rectangle("#2f9455", x, height - 3, 3, into: &page) }
        page.raw(bar.link == nil ? "</g>" : "</a>")
    }

    private static func words(_ bar: Bar) -> String {
        let parts = [(bar.new, "new"), (bar.known, "known"), (bar.flaky, "flaky")].filter { $0.0 > 0 }
        return parts.isEmpty ? "all good" : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    private static func rectangle(
        _ fill: StaticString, _ x: Int, _ y: Int, _ size: Int, into page: inout HTMLWriter
    ) {
        page.raw("<path fill=\"")
        page.raw(fill)
        page.raw("\" pointer-events=\"all\" d=\"M")
        page.number(x)
        page.raw(" ")
        page.number(max(0, y))
        page.raw("h18v")
        page.number(size)
        page.raw("h-18z\"/>")
    }
}

extension HTMLWriter {
    /// A line of a chart from `x` to `end`, with what its height means left of it.
    mutating func chartAxis(_ label: String, at y: Int, from x: Int, to end: Int) {
        raw("<path class=\"axis\" stroke=\"#80858d\" d=\"M")
        number(x)
        raw(" ")
        number(y)
        raw("H")
        number(end)
        raw("\"/><text text-anchor=\"end\" x=\"")
        number(x - 4)
        raw("\" y=\"")
        number(y + 4)
        raw("\">")
        text(label)
        raw("</text>")
    }

    /// Begins what stands for a result: a link where there is one, and what shows when it is pointed at. It ends with
    /// `</a>`, or with `</g>` where there is no link.
    mutating func beginChartMark(_ title: String, _ link: String?) {
        if let link {
            raw("<a href=\"")
            line(link)
            raw("\">")
        } else {
            raw("<g>")
        }
        raw("<title>")
        line(title)
        raw("</title>")
    }
}
