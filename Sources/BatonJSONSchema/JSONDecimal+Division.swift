import BatonJSON

extension JSONDecimal {
    /// Single steps of a long division, at most.
    private static let divisionLimit = 20_000_000

    /// Whether this is a whole multiple of another number, exactly; nil when that takes too many digits.
    func isMultiple(of divisor: JSONDecimal) -> Bool? {
        if digits.isEmpty { return true }
        if divisor.digits.isEmpty { return false }
        // As integers times a power of ten; neither integer ends in a zero.
        let zeros = (exponent - Int64(digits.count)) - (divisor.exponent - Int64(divisor.digits.count))
        // The divisor's power of ten would have to come out of digits that do not end in a zero.
        if zeros < 0 { return false }
        if let small = divisor.smallDigits { return remainder(by: small, zeros: zeros) == 0 }
        let length = Int64(digits.count).addingReportingOverflow(zeros)
        let steps = length.partialValue.multipliedReportingOverflow(by: Int64(divisor.digits.count))
        guard !length.overflow, !steps.overflow, steps.partialValue <= Self.divisionLimit else { return nil }
        return isMultiple(ofLong: divisor.digits, zeros: Int(zeros))
    }

    /// The digits as one integer, where 18 are enough.
    private var smallDigits: UInt64? {
        guard digits.count <= 18 else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt64($1) }
    }

    /// The remainder of the digits with that many zeros behind them.
    private func remainder(by divisor: UInt64, zeros: Int64) -> UInt64 {
        func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
            divisor.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
        }
        var value: UInt64 = 0
        for digit in digits { value = (product(value, 10 % divisor) + UInt64(digit)) % divisor }
        // Powers by squaring: there may be a million zeros.
        var power = 10 % divisor
        var rest = zeros
        while rest > 0, value > 0 {
            if rest & 1 == 1 { value = product(value, power) }
            power = product(power, power)
            rest >>= 1
        }
        return value
    }

    /// Long division, digit by digit.
    private func isMultiple(ofLong divisor: [UInt8], zeros: Int) -> Bool {
        // The remainder, most significant digit first, one place longer than the divisor.
        var rest = [UInt8](repeating: 0, count: divisor.count + 1)
        for position in 0..<digits.count + zeros {
            rest.removeFirst()
            rest.append(position < digits.count ? digits[position] : 0)
            while !rest.lexicographicallyPrecedes([0] + divisor) {
                var borrow: UInt8 = 0
                for index in divisor.indices.reversed() {
                    let taken = divisor[index] + borrow
                    borrow = rest[index + 1] < taken ? 1 : 0
                    rest[index + 1] = rest[index + 1] &+ (borrow * 10) &- taken
                }
                rest[0] -= borrow
            }
        }
        return rest.allSatisfy { $0 == 0 }
    }
}
