/// A source line with its secrets hidden.
package enum HiddenLine {
    /// Number of bytes around the place that are searched in a longer line.
    private static let reach = 8192

    /// The same range in a one-line file with `***` in the hidden places; or the range itself where there are no such
    /// places.
    package static func range(_ range: SourceRange, _ hidden: DiagnosticRenderer.Hiding) -> SourceRange {
        let whole = range.file.byteRange(ofLine: range.start.line)
        let lower = min(max(range.lower, whole.lowerBound), whole.upperBound)
        let upper = min(max(range.upper, lower), whole.upperBound)
        let line = max(whole.lowerBound, lower - reach)..<min(whole.upperBound, lower + reach)
        let bytes = Array(range.file.bytes[line])
        let places = hidden(range.file, line).filter { $0.overlaps(line) }.map { place in
            let place = place.clamped(to: line)
            return place.lowerBound - line.lowerBound..<place.upperBound - line.lowerBound
        }
        guard !places.isEmpty else { return range }

        var text: [UInt8] = []
        var first = lower - line.lowerBound
        var last = min(upper, line.upperBound) - line.lowerBound
        var copied = 0
        let (start, end) = (first, last)
        for place in places {
            text += bytes[copied..<place.lowerBound]
            let shorter = place.count - 3
            if start >= place.upperBound { first -= shorter } else if start > place.lowerBound { first = text.count }
            text += "***".utf8
            if end >= place.upperBound { last -= shorter } else if end > place.lowerBound { last = text.count }
            copied = place.upperBound
        }
        text += bytes[copied...]
        let shown = SourceFile(path: "", text: String(decoding: text, as: UTF8.self))
        return SourceRange(file: shown, first..<max(first, last))
    }
}
