import BatonJSON

/// A number in the representation that arithmetic uses.
enum Numeric {
    case int(Int64)
    case uint(UInt64)
    case double(Double)

    /// The type of a JSON number follows from its text: digits alone are an int, from 2^63 a uint, from 2^64 a double;
    /// with a point or an exponent it is a double.
    init(_ number: JSONNumber) {
        let isWritten = number.text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") }
        if isWritten, let int = number.int {
            self = .int(int)
        } else if isWritten, let uint = number.uint {
            self = .uint(uint)
        } else {
            self = .double(number.double)
        }
    }

    /// The number for arithmetic. Throws for a JSON number beyond the range of a double, which would become infinite.
    init?(_ value: CELValue) throws(CELError) {
        guard let number = Numeric(ordering: value) else { return nil }
        if case .number = value.kind, case .double(let double) = number, double.isInfinite {
            throw CELError(.range, "\(value.brief) is too large to compute with: no double holds it")
        }
        self = number
    }

    /// The number for comparisons. A JSON number beyond the range of a double becomes infinite and keeps only its sign.
    init?(ordering value: CELValue) {
        switch value.kind {
        case .int(let value): self = .int(value)
        case .uint(let value): self = .uint(value)
        case .double(let value): self = .double(value)
        case .number(let number): self = Numeric(number)
        default: return nil
        }
    }

    var isInteger: Bool {
        switch self {
        case .int, .uint: true
        case .double: false
        }
    }

    var typeName: String {
        switch self {
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        }
    }

    var double: Double {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        }
    }

    /// The exact order by value, regardless of type, as on one number line (CEL, "Numeric Values"). Nil if one is NaN.
    static func order(_ left: Numeric, _ right: Numeric) -> Int? {
        switch (left, right) {
        case (.int(let left), .int(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.uint(let left), .uint(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.double(let left), .double(let right)): order(left, right)
        case (.int(let left), .uint(let right)):
            left < 0 ? -1 : order(.uint(UInt64(left)), .uint(right))
        case (.uint, .int), (.double, .int), (.double, .uint): order(right, left).map { -$0 }
        case (.int(let left), .double(let right)): order(left, right)
        case (.uint(let left), .double(let right)): order(left, right)
        }
    }

    /// Compares without rounding the integer.
    private static func order<Integer: FixedWidthInteger>(_ left: Integer, _ right: Double) -> Int? {
        let whole = right.rounded(.towardZero)
        guard let integer = Integer(exactly: whole) else { return right.isNaN ? nil : right > 0 ? -1 : 1 }
        if left != integer { return left < integer ? -1 : 1 }
        return right == whole ? 0 : right > whole ? -1 : 1
    }

    private static func order(_ left: Double, _ right: Double) -> Int? {
        if left < right { return -1 }
        if left > right { return 1 }
        return left == right ? 0 : nil
    }
}
