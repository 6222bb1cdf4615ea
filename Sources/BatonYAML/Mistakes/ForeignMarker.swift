/// A template marker of another tool: `{{x}}`, `${{ x }}` or `${x}`.
struct ForeignMarker {
    let range: Range<Int>
    /// The expression for `$(…)`: the text between the braces, without spaces around it. A name in capitals in `${…}`
    /// becomes a variable of the process, as in shells, and a base URL becomes that of the environment.
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
        var lower = start + dollar + braces
        var at = lower
        while at + braces <= end {
            if (0..<braces).allSatisfy({ bytes[at + $0] == UInt8(ascii: "}") }) {
                range = start..<at + braces
                var upper = at
                while lower < upper, bytes[lower] <= UInt8(ascii: " ") { lower += 1 }
                while upper > lower, bytes[upper - 1] <= UInt8(ascii: " ") { upper -= 1 }
                guard lower < upper else { return nil }
                let name = String(decoding: bytes[lower..<upper], as: UTF8.self)
                let isVariable = dollar == 1 && braces == 1 && Self.isInCapitals(bytes[lower..<upper])
                let isBaseURL = ["base_url", "baseurl"].contains(name.lowercased())
                expression = isVariable ? "process.env.\(name)" : isBaseURL ? "env.base_url" : name
                return
            }
            if bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "\n") { return nil }
            at += 1
        }
        return nil
    }

    private static func isInCapitals(_ name: ArraySlice<UInt8>) -> Bool {
        name.first.map { 0x41...0x5A ~= $0 || $0 == UInt8(ascii: "_") } == true
            && name.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
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
