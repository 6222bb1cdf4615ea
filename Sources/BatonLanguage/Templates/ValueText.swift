package import BatonCEL
package import BatonJSON

/// The text of values in reports: JSON on one line, cut at a readable length.
package enum ValueText {
    /// Characters of one value before it is cut.
    package static let limit = ValueExcerpt.limit

    package static func json(_ value: JSONValue) -> String { ValueExcerpt.full(value) }

    /// Text in quotes, so that spaces at its ends are visible; a long text is shown by its beginning and its size.
    ///
    /// - Parameter mask: applied before the text is cut, because half of a secret at the cut would not be recognised.
    package static func text(_ text: String, mask: (String) -> String = { $0 }) -> String {
        let text = mask(text)
        let kept = text.prefix(limit)
        if kept.endIndex == text.endIndex { return quote(text) }
        return "\(quote(String(kept)))… (\(text.utf8.count) bytes)"
    }

    /// Text as a JSON string; invisible characters, such as a no-break space, are written as their numbers.
    /// - Parameter spellsOut: writes everything beyond ASCII as its number.
    package static func quote(_ text: String, spellsOut: Bool = false) -> String {
        let quoted = JSONWriter.quote(text)
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return quoted }
        var visible = ""
        for scalar in quoted.unicodeScalars {
            if scalar.isInvisible || (spellsOut && !scalar.isASCII) {
                for unit in String(scalar).utf16 { visible += "\\u" + hexadecimal(UInt32(unit)) }
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }

    /// `U+00E9`, and the character itself where it is visible.
    package static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let number = "U+" + hexadecimal(scalar.value).uppercased()
        return scalar.isInvisible || scalar == " " || scalar.properties.generalCategory == .nonspacingMark
            ? number : "\(number) `\(scalar)`"
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// The value of an expression on one line, in the notation of expressions. A long value is cut and its size added;
    /// the rest is not read. A secret is shown as `***`.
    ///
    /// - Parameter mask: applied to each text in the value before it is cut.
    package static func value(_ value: CELValue, limit: Int = 120, mask: (String) -> String) -> String {
        if value.isTainted { return "***" }
        let text = mask(value.described(limit: limit, mask: mask))
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

    /// `12.3ms`, `1.25s`.
    package static func duration(_ microseconds: Int64) -> String {
        if microseconds < 0 { return "-\(duration(microseconds == .min ? .max : -microseconds))" }
        if microseconds >= day { return "\(decimal(microseconds, unit: day, digits: 1))d" }
        if microseconds < 1_000_000 {
            return "\(decimal(microseconds, unit: 1000, digits: 1))ms"
        }
        return "\(decimal(microseconds, unit: 1_000_000, digits: 2))s"
    }

    /// Microseconds of a day.
    private static let day: Int64 = 86_400_000_000

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

    /// The beginning of a written value, short enough for a sentence.
    package static func headline(_ text: String) -> String {
        text.utf8.count <= 120 ? text : "\(text.prefix(100))…"
    }

    /// - Parameter mask: as for `text`.
    package static func cut(_ text: String, limit: Int = ValueText.limit, mask: (String) -> String = { $0 }) -> String {
        ValueExcerpt.cut(mask(text), limit: limit)
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible or looks like another one; false for an ordinary space.
    package var isInvisible: Bool {
        guard self != " " else { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned,
            .surrogate:
            return true
        default:
            return false
        }
    }
}
