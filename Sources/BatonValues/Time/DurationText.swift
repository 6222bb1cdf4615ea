/// Durations in the notation of users: `500ms`, `1m30s`, `1.5h`, `-2s`.
package enum DurationText {
    /// Parses numbers with the units ns, us (or µs), ms, s, m, h and d, in any order. Each number needs a unit.
    ///
    /// Nil for other text, and for more than 64 bits of nanoseconds hold (292 years).
    package static func parse(_ text: some StringProtocol) -> Duration? {
        nanoseconds(text).map { .nanoseconds($0) }
    }

    package static func nanoseconds(_ text: some StringProtocol) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 128 else { return nil }
        var cursor = 0
        var isNegative = false
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            cursor = 1
        }
        guard cursor < bytes.count else { return nil }
        var total: Int64 = 0
        while cursor < bytes.count {
            guard let part = part(of: bytes, from: &cursor, isNegative: isNegative) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !overflow else { return nil }
            total = sum
        }
        return total
    }

    /// One number with its unit, in nanoseconds; a negative number is computed as negative, so that the minimum can be
    /// reached.
    private static func part(of bytes: [UInt8], from cursor: inout Int, isNegative: Bool) -> Int64? {
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var scale: Int64 = 1
        var digits = 0
        var isFraction = false
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if byte >= 0x30, byte <= 0x39 {
                digits += 1
                let digit = Int64(byte - 0x30)
                if !isFraction {
                    let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
                    let (sum, carry) = product.addingReportingOverflow(isNegative ? -digit : digit)
                    guard !overflow, !carry else { return nil }
                    whole = sum
                } else if scale < 1_000_000_000_000 {
                    fraction = fraction * 10 + digit
                    scale *= 10
                }
            } else {
                break
            }
            cursor += 1
        }
        guard digits > 0, let unit = unit(in: bytes, from: &cursor) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
        // The fraction is less than its scale, so the quotient is less than the unit.
        let rest = Int64(
            UInt64(scale).dividingFullWidth(UInt64(fraction).multipliedFullWidth(by: UInt64(unit))).quotient)
        let (sum, carry) = product.addingReportingOverflow(isNegative ? -rest : rest)
        return overflow || carry ? nil : sum
    }

    private static func unit(in bytes: [UInt8], from cursor: inout Int) -> Int64? {
        let start = cursor
        while cursor < bytes.count, bytes[cursor] > 0x39 { cursor += 1 }
        return switch String(decoding: bytes[start..<cursor], as: UTF8.self) {
        case "ns": 1
        case "us", "µs", "μs": 1000
        case "ms": 1_000_000
        case "s": 1_000_000_000
        case "m": 60_000_000_000
        case "h": 3_600_000_000_000
        case "d": 86_400_000_000_000
        default: nil
        }
    }

    /// In seconds with as many decimals as needed: `0.5s`, `90s`, `-1.000000001s`.
    package static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        var text = DateText()
        if seconds < 0 || nanoseconds < 0 { text.append("-") }
        text.append(String(seconds.magnitude))
        text.fraction(Int(nanoseconds.magnitude))
        text.append("s")
        return text.string
    }

    /// A time limit for people: `500ms`, `30s`, `1.5s`.
    package static func limit(milliseconds: Int) -> String {
        milliseconds < 1000 ? "\(milliseconds)ms" : seconds(.milliseconds(milliseconds))
    }

    /// For people: in the largest unit that gives at least 1, with at most three decimals: `1.5s`, `250ms`, `12us`,
    /// `2m5s`.
    package static func brief(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
        let whole = Int64(clamping: seconds.magnitude)
        let part = Int64(nanoseconds.magnitude)
        var text = DateText()
        text.append(sign)
        switch (whole, part) {
        case (0, 0): return "0s"
        case (0, ..<1000): text.append("\(part)ns")
        case (0, ..<1_000_000): scaled(part, by: 1000, "us", into: &text)
        case (0, _): scaled(part, by: 1_000_000, "ms", into: &text)
        case (..<60, _):
            text.append(String(whole))
            text.fraction(Int(part / 1_000_000 * 1_000_000))
            text.append("s")
        case (..<3600, _): text.append("\(whole / 60)m\(whole % 60)s")
        default: text.append("\(whole / 3600)h\(whole / 60 % 60)m")
        }
        return text.string
    }

    private static func scaled(_ value: Int64, by unit: Int64, _ name: String, into text: inout DateText) {
        text.append(String(value / unit))
        text.fraction(Int(value % unit * 1000 / unit * 1_000_000))
        text.append(name)
    }
}
