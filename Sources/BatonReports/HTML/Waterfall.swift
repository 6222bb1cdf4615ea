import BatonRecords

/// A static SVG with bars for all steps of a case on one time axis. The table next to it has the same data as numbers.
struct Waterfall {
    /// Width in units of the drawing.
    private static let width = 160

    /// The duration that corresponds to the whole width.
    let duration: Microseconds

    /// Colours of the phases, with enough contrast on a light and on a dark background; `HTMLStyle` marks the columns with
    /// them.
    private enum Colour {
        static var dns: StaticString { "#8a63d2" }
        static var connect: StaticString { "#c26a00" }
        static var tls: StaticString { "#b5479d" }
        static var send: StaticString { "#2f7fd1" }
        static var wait: StaticString { "#2f9455" }
        static var receive: StaticString { "#1f8797" }
    }

    func draw(_ phases: ExchangeRecord.Phases, from start: Microseconds, into page: inout HTMLWriter) {
        begin(into: &page)
        var start = start
        bar(from: &start, phases.dns, Colour.dns, into: &page)
        bar(from: &start, phases.connect, Colour.connect, into: &page)
        bar(from: &start, phases.tls, Colour.tls, into: &page)
        bar(from: &start, phases.send, Colour.send, into: &page)
        bar(from: &start, phases.wait, Colour.wait, into: &page)
        bar(from: &start, phases.receive, Colour.receive, into: &page)
        page.raw("</svg>")
    }

    /// A step without requests.
    func draw(from start: Microseconds, _ duration: Microseconds, into page: inout HTMLWriter) {
        guard duration > 0 else { return }
        begin(into: &page)
        var start = start
        bar(from: &start, duration, "#80858d", into: &page)
        page.raw("</svg>")
    }

    private func begin(into page: inout HTMLWriter) {
        page.raw("<svg width=\"160\" height=\"12\" viewBox=\"0 0 160 12\" aria-hidden=\"true\">")
    }

    /// Draws a bar and moves `start` to its end; nothing is drawn for a zero duration.
    private func bar(
        from start: inout Microseconds, _ span: Microseconds, _ colour: StaticString, into page: inout HTMLWriter
    ) {
        guard span > 0 else { return }
        let left = position(start)
        start &+= span
        let width = max(1, position(start) - left)
        page.raw("<path fill=\"")
        page.raw(colour)
        page.raw("\" d=\"M")
        page.number(min(left, Self.width - 1))
        page.raw(" 1h")
        page.number(width)
        page.raw("v10h-")
        page.number(width)
        page.raw("z\"/>")
    }

    private func position(_ moment: Microseconds) -> Int {
        guard duration > 0 else { return 0 }
        let share = Double(max(0, min(moment, duration))) / Double(duration)
        return Int(share * Double(Self.width))
    }
}
