import BatonValues

/// Periods as RFC 3339 writes them in appendix A: `P4DT12H30M`. Units may not be left out between others.
enum PeriodText {
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "P") else { return false }
        let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
        guard let date = parts.first, parts.count <= 2 else { return false }
        let days = units(date)
        if days == "W" { return parts.count == 1 }
        guard let days, days.isEmpty || "YMD".contains(days) else { return false }
        guard parts.count == 2 else { return !days.isEmpty }
        guard let hours = units(parts[1]) else { return false }
        return !hours.isEmpty && "HMS".contains(hours)
    }

    /// The letters of a row of numbers with units; nil for anything else.
    private static func units(_ text: Substring.UTF8View) -> String? {
        var units = ""
        var hasDigits = false
        for byte in text {
            if byte.isDigit {
                hasDigits = true
            } else {
                guard hasDigits, byte.isLetter else { return nil }
                hasDigits = false
                units.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return hasDigits ? nil : units
    }
}
