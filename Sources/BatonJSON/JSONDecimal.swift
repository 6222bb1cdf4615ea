/// The value of a number's text as sign, significant digits and exponent: 0.d₁d₂d₃… × 10^exponent.
///
/// Nothing is expanded: `1e1000000` is one digit, whatever its exponent.
struct JSONDecimal {
    /// Digit values without leading and trailing zeros; empty for zero.
    private(set) var digits: [UInt8] = []
    private(set) var exponent: Int64 = 0
    private(set) var isNegative = false

    /// Takes text in JSON's grammar, whose exponent the scanner has bounded.
    init(_ text: String) {
        var point: Int64?
        var written: Int64 = 0
        text.withBytes { bytes in
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

    /// The magnitude as an integer; nil when there is a fraction or 64 bits are too few.
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
