import BatonValues

/// The value of a number's text as sign, significant digits and exponent: 0.d₁d₂d₃… × 10^exponent.
///
/// Nothing is expanded: `1e1000000` is one digit, whatever its exponent.
package struct JSONDecimal: Sendable {
    /// Digit values without leading and trailing zeros; empty for zero.
    package private(set) var digits: [UInt8] = []
    package private(set) var exponent: Int64 = 0
    private(set) var isNegative = false

    /// Takes text in JSON's grammar; the scanner has already bounded its exponent.
    init(_ text: String) {
        var point: Int64?
        var written: Int64 = 0
        text.withUTF8Bytes { bytes in
            digits.reserveCapacity(bytes.count)
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                switch byte {
                case UInt8(ascii: "-"): isNegative = true
                case UInt8(ascii: "."): point = Int64(digits.count)
                case UInt8(ascii: "e"), UInt8(ascii: "E"):
                    written = JSONDecimal.exponent(bytes[index...])
                    index = bytes.count
                default: digits.append(byte &- UInt8(ascii: "0"))
                }
            }
        }
        let leading = digits.prefix { $0 == 0 }.count
        exponent = (point ?? Int64(digits.count)) - Int64(leading) + written
        while digits.last == 0 { digits.removeLast() }
        digits.removeFirst(min(leading, digits.count))
        if digits.isEmpty {
            exponent = 0
            isNegative = false
        }
    }

    init(_ value: Int64) { self.init(String(value)) }

    private static func exponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int64 {
        var value: Int64 = 0
        for byte in bytes where byte >= UInt8(ascii: "0") {
            value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
        }
        return bytes.first == UInt8(ascii: "-") ? -value : value
    }

    var isInteger: Bool { digits.isEmpty || exponent >= Int64(digits.count) }

    /// The magnitude as an integer; nil when it has a fraction or does not fit into 64 bits.
    var magnitude: UInt64? {
        guard !digits.isEmpty else { return 0 }
        guard isInteger, exponent <= 20 else { return nil }
        var value: UInt64 = 0
        for position in 0..<Int(exponent) {
            let digit = position < digits.count ? UInt64(digits[position]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// Negative, zero or positive as `left` is less than, equal to or greater than `right`.
    static func compare(_ left: JSONDecimal, _ right: JSONDecimal) -> Int {
        if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
        let order = compareMagnitudes(left, right)
        return left.isNegative ? -order : order
    }

    private static func compareMagnitudes(_ left: JSONDecimal, _ right: JSONDecimal) -> Int {
        if left.digits.isEmpty || right.digits.isEmpty {
            return (left.digits.isEmpty ? 0 : 1) - (right.digits.isEmpty ? 0 : 1)
        }
        if left.exponent != right.exponent { return left.exponent < right.exponent ? -1 : 1 }
        for (a, b) in zip(left.digits, right.digits) where a != b { return a < b ? -1 : 1 }
        return (left.digits.count - right.digits.count).signum()
    }
}

extension JSONDecimal {
    /// The most digits a difference is computed with: 1e1000000 − 1 would need a million.
    private static let span: Int64 = 20_000

    /// The exact absolute difference of two numbers; nil when it needs more than `span` digits.
    static func distance(_ left: JSONDecimal, _ right: JSONDecimal) -> JSONDecimal? {
        if left.digits.isEmpty { return right.magnitudeOnly }
        if right.digits.isEmpty { return left.magnitudeOnly }
        let low = min(left.exponent - Int64(left.digits.count), right.exponent - Int64(right.digits.count))
        let high = max(left.exponent, right.exponent)
        guard high - low <= span else { return nil }
        // One more place in front, for the carry.
        var larger = left.places(from: high + 1, to: low)
        var smaller = right.places(from: high + 1, to: low)
        let isSum = left.isNegative != right.isNegative
        if !isSum, larger.lexicographicallyPrecedes(smaller) { swap(&larger, &smaller) }
        var carry = 0
        for index in larger.indices.reversed() {
            let value = Int(larger[index]) + (isSum ? 1 : -1) * (Int(smaller[index]) + carry)
            carry = value < 0 || value > 9 ? 1 : 0
            larger[index] = UInt8(value < 0 ? value + 10 : value > 9 ? value - 10 : value)
        }
        return JSONDecimal(places: larger, exponent: high + 1)
    }

    private var magnitudeOnly: JSONDecimal {
        var magnitude = self
        magnitude.isNegative = false
        return magnitude
    }

    private func places(from high: Int64, to low: Int64) -> [UInt8] {
        var places = [UInt8](repeating: 0, count: Int(high - low))
        let start = Int(high - exponent)
        for (index, digit) in digits.enumerated() { places[start + index] = digit }
        return places
    }

    private init(places: [UInt8], exponent: Int64) {
        let leading = places.prefix { $0 == 0 }.count
        digits = Array(places[leading...])
        while digits.last == 0 { digits.removeLast() }
        self.exponent = digits.isEmpty ? 0 : exponent - Int64(leading)
    }
}
