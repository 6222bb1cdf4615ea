/// A template marker of another tool: `{{x}}`, `${{ x }}` or `${x}`.
struct ForeignMarker {
    let range: Range<Int>
    /// The expression for `$(…)`.
    let expression: String

    /// The markers in a range of a file, in order. One inside of quotes is part of an expression, whose reader knows
    /// whether it is meant.
    static func all(_ bytes: [UInt8], in range: Range<Int>) -> [ForeignMarker] {
        var markers: [ForeignMarker] = []
        var at = range.lowerBound
        while at + 1 < range.upperBound {
            if let marker = ForeignMarker(bytes, at: at, before: range.upperBound) {
                markers.append(marker)
                at = marker.range.upperBound
            } else {
                at = QuotedPart.end(bytes, at: at, in: range) ?? at + 1
            }
        }
        return markers
    }

    private init?(_ bytes: [UInt8], at start: Int, before end: Int) {
        let dollar = bytes[start] == UInt8(ascii: "$") ? 1 : 0
        var braces = 0
        while braces < 2, start + dollar + braces < end, bytes[start + dollar + braces] == UInt8(ascii: "{") {
            braces += 1
        }
        guard dollar + braces >= 2, braces >= 1 else { return nil }
        let lower = start + dollar + braces
        var at = lower
        while at + braces <= end {
            if (0..<braces).allSatisfy({ bytes[at + $0] == UInt8(ascii: "}") }) {
                range = start..<at + braces
                let content = String(decoding: bytes[lower..<at], as: UTF8.self)
                expression = ForeignName.expression(content, isShell: dollar == 1 && braces == 1)
                if expression.isEmpty { return nil }
                return
            }
            if bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "\n") { return nil }
            at += 1
        }
        return nil
    }

    /// A range of a file with its markers replaced by Baton's `$(…)`.
    static func translated(_ bytes: [UInt8], in range: Range<Int>) -> String {
        var text = ""
        var at = range.lowerBound
        for marker in all(bytes, in: range) {
            text += String(decoding: bytes[at..<marker.range.lowerBound], as: UTF8.self)
            text += "$(\(marker.expression))"
            at = marker.range.upperBound
        }
        return text + String(decoding: bytes[at..<range.upperBound], as: UTF8.self)
    }
}
