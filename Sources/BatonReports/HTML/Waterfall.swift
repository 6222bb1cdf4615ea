import BatonRunner

/// Bars on one time axis for all steps of a case, as static SVG. The table beside it has the same as numbers.
struct Waterfall {
    /// Units of the drawing.
    private static let width = 160

    /// What the whole width stands for.
    let duration: Microseconds

    /// The phases with their colours, each dark and light enough for either ground.
    static func spans(_ phases: ExchangeRecord.Phases) -> [(span: Microseconds, colour: StaticString)] {
        [
            (phases.dns, "#8a63d2"), (phases.connect, "#c26a00"), (phases.tls, "#b5479d"), (phases.send, "#2f7fd1"),
            (phases.wait, "#2f9455"), (phases.receive, "#1f8797"),
        ]
    }

    func draw(_ request: StepRow.Request, into page: inout HTMLWriter) {
        begin(into: &page)
        var start = request.offset
        for (span, colour) in Self.spans(request.phases) where span > 0 {
            bar(from: start, span, colour, into: &page)
            start += span
        }
        page.raw("</svg>")
    }

    /// A step that sends nothing.
    func draw(_ row: StepRow, into page: inout HTMLWriter) {
        guard row.duration > 0 else { return }
        begin(into: &page)
        bar(from: row.offset, row.duration, "#80858d", into: &page)
        page.raw("</svg>")
    }

    private func begin(into page: inout HTMLWriter) {
        page.raw("<svg width=\"160\" height=\"12\" viewBox=\"0 0 160 12\" aria-hidden=\"true\">")
    }

    private func bar(
        from start: Microseconds, _ span: Microseconds, _ colour: StaticString, into page: inout HTMLWriter
    ) {
        let left = position(start)
        page.raw("<path fill=\"")
        page.raw(colour)
        page.raw("\" d=\"M")
        page.number(min(left, Self.width - 1))
        page.raw(" 1h")
        page.number(max(1, position(start &+ span) - left))
        page.raw("v10h-")
        page.number(max(1, position(start &+ span) - left))
        page.raw("z\"/>")
    }

    private func position(_ moment: Microseconds) -> Int {
        guard duration > 0 else { return 0 }
        let share = Double(max(0, min(moment, duration))) / Double(duration)
        return Int(share * Double(Self.width))
    }
}
