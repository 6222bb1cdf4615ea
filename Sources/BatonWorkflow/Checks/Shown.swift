package import BatonCEL
package import BatonJSON

/// Values as reports show them: JSON, one line, cut where nobody reads on.
package enum Shown {
    /// Characters of one value before it is cut.
    static let limit = 500

    package static func json(_ value: JSONValue) -> String { cut(JSONWriter.compact(value)) }

    /// Text in quotes, so that blanks at its ends are seen; of a long one the beginning and how many bytes it has.
    package static func text(_ text: String) -> String {
        let kept = text.prefix(limit)
        if kept.endIndex == text.endIndex { return JSONWriter.quote(text) }
        return "\(JSONWriter.quote(String(kept)))… (\(text.utf8.count) bytes)"
    }

    /// A value of an expression on one line, as it would be written in one. Of what is long its beginning, and how much
    /// there is: nothing that is not shown is looked at. A secret is never shown.
    package static func value(_ value: CELValue, limit: Int = 120) -> String {
        if value.isTainted { return "***" }
        let text = value.described(limit: limit)
        guard text.utf8.count >= limit else { return text }
        switch value.kind {
        case .string(let whole):
            return whole.utf8.count > limit ? "\(text) (\(whole.unicodeScalars.count) characters)" : text
        case .list(let elements): return "\(text) (\(elements.count) elements)"
        case .jsonArray(let elements): return "\(text) (\(elements.count) elements)"
        case .map(let map): return "\(text) (\(map.count) keys)"
        case .jsonObject(let object): return "\(text) (\(object.count) keys)"
        default: return text
        }
    }

    /// `12.3 ms`, `1.25 s`.
    package static func duration(_ microseconds: Int64) -> String {
        if microseconds < 1_000_000 {
            return "\(decimal(microseconds, unit: 1000, digits: 1))ms"
        }
        return "\(decimal(microseconds, unit: 1_000_000, digits: 2))s"
    }

    private static func decimal(_ value: Int64, unit: Int64, digits: Int) -> String {
        let scale: Int64 = digits == 1 ? 10 : 100
        let (product, overflow) = value.multipliedReportingOverflow(by: scale)
        if overflow { return "\(value / unit)" }
        let rounded = (product + unit / 2) / unit
        let fraction = rounded % scale
        if fraction == 0 { return "\(rounded / scale)" }
        let text = String(fraction)
        var padded = String(repeating: "0", count: digits - text.utf8.count) + text
        while padded.hasSuffix("0") { padded.removeLast() }
        return "\(rounded / scale).\(padded)"
    }

    package static func cut(_ text: String, limit: Int = Shown.limit) -> String {
        guard text.utf8.count > limit else { return text }
        let kept = text.prefix(limit)
        if kept.endIndex == text.endIndex { return text }
        return "\(kept)… (\(text.utf8.count) bytes)"
    }
}
