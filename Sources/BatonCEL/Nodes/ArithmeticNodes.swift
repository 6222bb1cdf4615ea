import BatonValues

/// `+`, `-`, `*`, `/` and `%`
final class ArithmeticNode: CELNode {
    private let left: any CELNode
    private let right: any CELNode
    private let operation: CELSyntax.Binary
    private let range: Range<Int>

    init(_ left: any CELNode, _ right: any CELNode, _ operation: CELSyntax.Binary, range: Range<Int>) {
        self.left = left
        self.right = right
        self.operation = operation
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let left = try left.evaluate(&frame)
        let right = try right.evaluate(&frame)
        let isTainted = left.holdsTaint || right.holdsTaint
        let result: CELValue
        do {
            result = try Arithmetic.apply(operation, left, right)
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
        try frame.meter.countMade(result, at: range)
        // The elements of two lists keep their own taint.
        if result.elementCount != nil { return result }
        return result.tainted(isTainted)
    }
}

final class NegativeNode: CELNode {
    private let operand: any CELNode
    private let range: Range<Int>

    init(_ operand: any CELNode, range: Range<Int>) {
        self.operand = operand
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let value = try operand.evaluate(&frame)
        switch try Numeric(value) {
        case .int(let number):
            let (result, overflow) = (0 as Int64).subtractingReportingOverflow(number)
            guard !overflow else { throw Arithmetic.overflow.at(range) }
            return CELValue(.int(result), isTainted: value.isTainted)
        case .double(let number): return CELValue(.double(-number), isTainted: value.isTainted)
        default: throw CELError(.type, "`-` does not negate \(value.describedType)", at: range)
        }
    }
}

/// The arithmetic operators on values of all types that support them.
enum Arithmetic {
    /// Maximum size in bytes of a text or list that one operation creates, as counted by `CELSize`.
    static let sizeLimit = 256 << 20

    static let overflow = CELError(.range, "the result is beyond the range of a 64-bit integer")
    static let timeRange = CELError(.range, "the result is beyond the range of its type")

    static func apply(
        _ operation: CELSyntax.Binary, _ left: CELValue, _ right: CELValue
    ) throws(CELError) -> CELValue {
        if let leftNumber = try Numeric(left), let rightNumber = try Numeric(right) {
            return try numbers(operation, leftNumber, rightNumber)
        }
        switch operation {
        case .plus: if let sum = try sum(left, right) { return sum }
        case .minus: if let difference = try difference(left, right) { return difference }
        default: break
        }
        throw CELError(
            .type, "`\(operation.text)` does not work on \(left.describedType) and \(right.describedType)")
    }

    /// The result for two numbers: two of the same type give that type; a double makes the result a double; int and
    /// uint mix if both fit an int.
    static func numbers(
        _ operation: CELSyntax.Binary, _ left: Numeric, _ right: Numeric
    ) throws(CELError) -> CELValue {
        switch (left, right) {
        case (.int(let left), .int(let right)): return .int(try integers(operation, left, right))
        case (.uint(let left), .uint(let right)): return .uint(try integers(operation, left, right))
        case (.int(let left), .uint(let right)):
            guard let right = Int64(exactly: right) else { throw overflow }
            return .int(try integers(operation, left, right))
        case (.uint(let left), .int(let right)):
            guard let left = Int64(exactly: left) else { throw overflow }
            return .int(try integers(operation, left, right))
        default: return .double(try doubles(operation, left.double, right.double))
        }
    }

    private static func doubles(
        _ operation: CELSyntax.Binary, _ left: Double, _ right: Double
    ) throws(CELError) -> Double {
        switch operation {
        case .plus: left + right
        case .minus: left - right
        case .times: left * right
        case .divided: left / right
        default: throw CELError(.type, "`%` works on integers, not on double")
        }
    }

    private static func integers<I: FixedWidthInteger>(
        _ operation: CELSyntax.Binary, _ left: I, _ right: I
    ) throws(CELError) -> I {
        let result: (partialValue: I, overflow: Bool)
        switch operation {
        case .plus: result = left.addingReportingOverflow(right)
        case .minus: result = left.subtractingReportingOverflow(right)
        case .times: result = left.multipliedReportingOverflow(by: right)
        case .divided:
            if right == 0 { throw CELError(.divideByZero, "division by zero") }
            result = left.dividedReportingOverflow(by: right)
        default:
            if right == 0 { throw CELError(.divideByZero, "remainder of a division by zero") }
            // The smallest integer divided by -1 has remainder 0, but the processor reports an overflow.
            result = left.remainderReportingOverflow(dividingBy: right)
            if result.overflow { return 0 }
        }
        if result.overflow { throw overflow }
        return result.partialValue
    }

    private static func sum(_ left: CELValue, _ right: CELValue) throws(CELError) -> CELValue? {
        switch (left.kind, right.kind) {
        case (.string(let left), .string(let right)):
            try checkSize(left.utf8.count + right.utf8.count)
            return .string(left + right)
        case (.bytes(let left), .bytes(let right)):
            try checkSize(left.count + right.count)
            return .bytes(left + right)
        case (.timestamp(let moment), .duration(let duration)), (.duration(let duration), .timestamp(let moment)):
            guard let result = moment.adding(duration) else { throw timeRange }
            return .timestamp(result)
        case (.duration(let left), .duration(let right)): return .duration(try checked(left + right))
        case (.jsonArray(let left), .jsonArray(let right)):
            try checkSize((left.count + right.count) << 5)
            return CELValue(.jsonArray(left + right))
        default:
            guard let left = left.elements, let right = right.elements else { return nil }
            try checkSize((left.count + right.count) << 5)
            return CELValue.list(left + right)
        }
    }

    private static func difference(_ left: CELValue, _ right: CELValue) throws(CELError) -> CELValue? {
        switch (left.kind, right.kind) {
        case (.timestamp(let left), .timestamp(let right)): return .duration(try checked(left.since(right)))
        case (.timestamp(let moment), .duration(let duration)):
            guard let result = moment.adding(.zero - duration) else { throw timeRange }
            return .timestamp(result)
        case (.duration(let left), .duration(let right)): return .duration(try checked(left - right))
        default: return nil
        }
    }

    /// Checks that a duration in nanoseconds fits 64 bits: 292 years.
    static func checked(_ duration: Duration) throws(CELError) -> Duration {
        guard duration.wholeNanoseconds != nil else { throw timeRange }
        return duration
    }

    static func checkSize(_ size: Int) throws(CELError) {
        if size > sizeLimit { throw CELError(.limit, "the result takes more than \(sizeLimit >> 20) MB") }
    }
}

extension Duration {
    /// The duration in nanoseconds; nil if it does not fit 64 bits.
    var wholeNanoseconds: Int64? {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || carry ? nil : sum
    }
}
