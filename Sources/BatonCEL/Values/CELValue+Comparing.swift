import BatonJSON
import BatonSystem
import BatonValues

extension CELValue {
    /// CEL's equality: numbers are equal by value regardless of type, values of different types are unequal, NaN is
    /// unequal to itself.
    static func areEqual(_ left: CELValue, _ right: CELValue, _ meter: inout CELMeter) throws(CELError) -> Bool {
        try meter.countComparison()
        switch (left.kind, right.kind) {
        case (.int(let left), .int(let right)): return left == right
        case (.string(let left), .string(let right)): return left.hasSameBytes(as: right)
        case (.bool(let left), .bool(let right)): return left == right
        case (.null, .null): return true
        case (.bytes(let left), .bytes(let right)): return left == right
        case (.timestamp(let left), .timestamp(let right)): return left == right
        case (.duration(let left), .duration(let right)): return left == right
        case (.type(let left), .type(let right)): return left == right
        case (.optional(let left), .optional(let right)):
            switch (left.value, right.value) {
            case (nil, nil): return true
            case (let left?, let right?): return try areEqual(left, right, &meter)
            default: return false
            }
        case (.native(let left), .native(let right)): return left === right || left.isEqual(to: right)
        case (.native(let record), _) where record.nativeType.isRecord: return try isEqual(record, right, &meter)
        case (_, .native(let record)) where record.nativeType.isRecord: return try isEqual(record, left, &meter)
        default:
            if let order = numericOrder(left, right) { return order == 0 }
            if let count = left.elementCount, count == right.elementCount {
                for index in 0..<count {
                    guard let one = left.element(at: index), let other = right.element(at: index),
                        try areEqual(one, other, &meter)
                    else { return false }
                }
                return true
            }
            return try areEqualMaps(left, right, &meter)
        }
    }

    /// CEL's equality, within the limits of one evaluation.
    package static func areEqual(_ left: CELValue, _ right: CELValue) throws(CELError) -> Bool {
        var meter = CELMeter(CELLimits())
        return try areEqual(left, right, &meter)
    }

    /// Whether a record, which stands for a map, is equal to a map with the same members.
    private static func isEqual(
        _ record: any CELNative, _ other: CELValue, _ meter: inout CELMeter
    ) throws(CELError) -> Bool {
        guard let plain = (try? record.plainValue()) ?? nil else { return false }
        return try areEqual(plain, other, &meter)
    }

    private static func areEqualMaps(
        _ left: CELValue, _ right: CELValue, _ meter: inout CELMeter
    ) throws(CELError) -> Bool {
        guard let count = right.entryCount, count == left.entryCount, let entries = left.entries else { return false }
        for entry in entries {
            guard let other = right.entry(for: entry.key), try areEqual(entry.value, other, &meter) else {
                return false
            }
        }
        return true
    }

    /// The order of two numbers by exact value; a JSON number is compared by its decimal digits. Nil unless both are
    /// comparable numbers.
    static func numericOrder(_ left: CELValue, _ right: CELValue) -> Int? {
        if let decimals = decimals(left, right) { return JSONNumber.compare(decimals.0, decimals.1) }
        guard let left = comparable(left), let right = comparable(right) else { return nil }
        return Numeric.order(left, right)
    }

    /// The number for a comparison. A JSON number is finite even if it exceeds the range of a double, so it is below
    /// infinity.
    private static func comparable(_ value: CELValue) -> Numeric? {
        guard let number = Numeric(ordering: value) else { return nil }
        guard case .number = value.kind, case .double(let double) = number, double.isInfinite else { return number }
        return .double(double < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
    }

    private static func decimals(_ left: CELValue, _ right: CELValue) -> (JSONNumber, JSONNumber)? {
        switch (left.kind, right.kind) {
        case (.number(let left), .number(let right)): (left, right)
        // A number written without a point is an int, so it is compared with the double's exact value, not with its
        // shortest form.
        case (.number(let number), .double) where Numeric(number).isInteger,
            (.double, .number(let number)) where Numeric(number).isInteger:
            nil
        case (.number(let left), _): right.decimal.map { (left, $0) }
        case (_, .number(let right)): left.decimal.map { ($0, right) }
        default: nil
        }
    }

    /// The number's shortest decimal form; nil for infinities, NaN and other values.
    private var decimal: JSONNumber? {
        switch kind {
        case .int(let value): JSONNumber(value)
        case .uint(let value): JSONNumber(value)
        case .double(let value): JSONNumber(exactly: value)
        default: nil
        }
    }

    /// Negative, zero or positive; nil if CEL defines no order: for different types, NaN, lists, maps, null.
    package static func order(_ left: CELValue, _ right: CELValue) -> Int? {
        switch (left.kind, right.kind) {
        case (.int(let left), .int(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.string(let left), .string(let right)): left.orderByScalars(to: right)
        case (.bool(let left), .bool(let right)): left == right ? 0 : left ? 1 : -1
        case (.bytes(let left), .bytes(let right)):
            left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
        case (.timestamp(let left), .timestamp(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.duration(let left), .duration(let right)): left < right ? -1 : left > right ? 1 : 0
        default: numericOrder(left, right)
        }
    }

    var isNumeric: Bool {
        switch kind {
        case .int, .uint, .double, .number: true
        default: false
        }
    }
}

extension String {
    /// The order by code points without normalisation, as in CEL; the order of UTF-8 bytes is the same.
    func orderByScalars(to other: String) -> Int { order(to: other) }

    private func order(to other: String) -> Int {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                let length = min(left.count, right.count)
                if length > 0, let one = left.baseAddress, let another = right.baseAddress {
                    let order = Int(memcmp(one, another, length))
                    if order != 0 { return order }
                }
                return left.count - right.count
            }
        }
    }
}
