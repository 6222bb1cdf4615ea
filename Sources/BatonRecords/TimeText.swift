import BatonValues

/// Timestamps and durations as reports show them: integer arithmetic, no locale, no exponent.
package enum TimeText {
    /// `2026-08-21T10:00:00`: UTC, without time zone or fraction.
    package static func timestamp(_ moment: Microseconds) -> String {
        let parts = parts(of: moment)
        return Digits.text(capacity: 19) { text in
            text.append(parts.year, width: 4)
            text.append("-", parts.month)
            text.append("-", parts.day)
            text.append("T", parts.hour)
            text.append(":", parts.minute)
            text.append(":", parts.second)
        }
    }

    /// `2026-08-21T10:00:00.084250Z`: UTC, with all digits of the clock.
    package static func exact(_ moment: Microseconds) -> String {
        let fraction = moment - floorDivided(moment, 1_000_000) * 1_000_000
        let digits = String(fraction)
        return timestamp(moment) + "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits + "Z"
    }

    /// `2026-08-21 10:00`, for the user; `offset` is the time zone's offset in seconds east of UTC.
    package static func minute(_ moment: Microseconds, offset: Int = 0) -> String {
        let parts = parts(of: moment.addingReportingOverflow(Microseconds(offset) * 1_000_000).partialValue)
        return "\(date(parts)) \(padded(parts.hour)):\(padded(parts.minute))"
    }

    /// Seconds with three decimals, `0.084`; a negative duration is 0.
    package static func seconds(_ span: Microseconds) -> String {
        let milliseconds = Int64((max(span, 0) &+ 500).magnitude / 1000)
        return Digits.text(capacity: milliseconds < 100_000_000_000_000 ? Digits.small : 24) { text in
            text.append(milliseconds / 1000, width: 1)
            text.append(".", milliseconds % 1000, width: 3)
        }
    }

    /// A readable duration: `0.4 ms`, `84 ms`, `1.2 s`, `2 min 5 s`, `1 h 12 min`.
    package static func short(_ span: Microseconds) -> String {
        let span = max(span, 0)
        switch span {
        case ..<9_950: return tenths((span &+ 50) / 100, " ms")
        case ..<999_500: return Digits.text(capacity: Digits.small) { $0.append((span + 500) / 1000, " ms") }
        case ..<59_950_000: return tenths((span + 50_000) / 100_000, " s")
        default:
            let seconds = span / 1_000_000
            if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
            return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
    }

    private static func tenths(_ value: Int64, _ unit: StaticString) -> String {
        Digits.text(capacity: Digits.small) { text in
            text.append(value / 10, width: 1)
            text.append(".", value % 10, width: 1)
            text.append(unit)
        }
    }

    private static func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func date(_ parts: (year: Int64, month: Int64, day: Int64, Int64, Int64, Int64)) -> String {
        let year = String(parts.year)
        return String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year
            + "-\(padded(parts.month))-\(padded(parts.day))"
    }

    private static func parts(
        of moment: Microseconds
    ) -> (year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        let latest: Int64 = 253_402_300_799
        let seconds = min(max(floorDivided(moment, 1_000_000), -62_135_596_800), latest)
        let days = floorDivided(seconds, 86_400)
        let time = seconds - days * 86_400
        let date = CivilTime(daysSinceEpoch: Int(days))
        return (Int64(date.year), Int64(date.month), Int64(date.day), time / 3600, time / 60 % 60, time % 60)
    }

    private static func floorDivided(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}

/// Builds text from zero-padded numbers and separators without a `String` for each of them.
private struct Digits {
    /// Number of bytes that a `String` holds without a heap allocation.
    static let small = 15

    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    private init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    /// - Parameter capacity: in bytes; bytes beyond it are dropped.
    @inline(__always)
    static func text(capacity: Int, _ write: (inout Digits) -> Void) -> String {
        String(unsafeUninitializedCapacity: capacity) { bytes in
            var digits = Digits(bytes)
            write(&digits)
            return digits.count
        }
    }

    private mutating func append(byte: UInt8) {
        guard count < bytes.count else { return }
        bytes[count] = byte
        count += 1
    }

    mutating func append(_ separator: Unicode.Scalar, _ value: Int64, width: Int = 2) {
        append(byte: UInt8(ascii: separator))
        append(value, width: width)
    }

    mutating func append(_ value: Int64, _ unit: StaticString) {
        append(value, width: 1)
        append(unit)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { append(byte: byte) } }
    }

    /// - Parameter value: must not be negative.
    mutating func append(_ value: Int64, width: Int) {
        let value = value.magnitude
        if value < 100, width <= 2 {
            // Fast path without a loop for most numbers.
            if value >= 10 || width == 2 {
                guard bytes.count - count >= 2 else { return }
                append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
            }
            return append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
        }
        var length = 1
        var limit: UInt64 = 10
        while length < width || value >= limit, length < 20 {
            length += 1
            limit &*= 10
        }
        guard length <= bytes.count - count else { return }
        var rest = value
        for place in (count..<count + length).reversed() {
            bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }
}
