extension JSONNumber {
    /// The value if it is whole and fits; the notation does not matter: `1.0` and `10e-1` are 1.
    public var int: Int64? {
        switch storage {
        case .int(let value): return value
        case .text(let text):
            let decimal = JSONDecimal(text)
            guard let magnitude = decimal.magnitude else { return nil }
            guard decimal.isNegative else { return Int64(exactly: magnitude) }
            return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
        }
    }

    /// The value of a number whose text is exactly that of an `Int64`, so that the integer alone restores the text; nil
    /// for `1.0`, `1e3` and `-0`.
    package var writtenInteger: Int64? {
        switch storage {
        case .int(let value): value
        case .text(let text): text == "-0" ? nil : Int64(text)
        }
    }

    /// The value if it is whole, not negative, and fits.
    public var uint: UInt64? {
        switch storage {
        case .int(let value): return UInt64(exactly: value)
        case .text(let text):
            let decimal = JSONDecimal(text)
            return decimal.isNegative ? nil : decimal.magnitude
        }
    }

    /// Whether the value is whole; `1e400` and `2.50e1` are.
    public var isInteger: Bool {
        switch storage {
        case .int: true
        case .text(let text): JSONDecimal(text).isInteger
        }
    }

    /// The nearest double; infinite beyond its range.
    public var double: Double {
        switch storage {
        case .int(let value): Double(value)
        case .text(let text): Double(text) ?? .nan
        }
    }

    /// Compares the exact decimal values: negative, zero or positive as `left` is less, equal or greater.
    public static func compare(_ left: JSONNumber, _ right: JSONNumber) -> Int {
        if case (.int(let left), .int(let right)) = (left.storage, right.storage) {
            return left < right ? -1 : left > right ? 1 : 0
        }
        // Rounding to doubles keeps the order, so two different doubles decide the comparison.
        let (leftDouble, rightDouble) = (left.double, right.double)
        if leftDouble < rightDouble { return -1 }
        if leftDouble > rightDouble { return 1 }
        return JSONDecimal.compare(left.decimal, right.decimal)
    }

    /// Whether the number is at most `tolerance` away from another, exactly: 0.3 is 0.1 away from 0.2.
    ///
    /// When the exact difference needs more than 20,000 digits, the numbers are compared as doubles.
    public func isWithin(_ tolerance: JSONNumber, of center: JSONNumber) -> Bool {
        guard let distance = JSONDecimal.distance(decimal, center.decimal) else {
            return (double - center.double).magnitude <= tolerance.double
        }
        return JSONDecimal.compare(distance, tolerance.decimal) <= 0
    }

    package var decimal: JSONDecimal {
        switch storage {
        case .int(let value): JSONDecimal(value)
        case .text(let text): JSONDecimal(text)
        }
    }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
    /// Equality by value: `1.0` is `1`, and `1e2` is `100`.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.storage, right.storage) {
        case (.int(let left), .int(let right)): left == right
        case (.text(let left), .text(let right)) where left == right: true
        default: compare(left, right) == 0
        }
    }

    /// Order by exact value, however many digits there are.
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool { compare(left, right) < 0 }

    /// Equal values have equal hashes; the notation does not matter.
    public func hash(into hasher: inout Hasher) {
        if let int {
            hasher.combine(int)
        } else if case .text(let text) = storage {
            let decimal = JSONDecimal(text)
            hasher.combine(decimal.digits)
            hasher.combine(decimal.exponent)
            hasher.combine(decimal.isNegative)
        }
    }

    /// The characters as they were written.
    public var description: String { text }
}
