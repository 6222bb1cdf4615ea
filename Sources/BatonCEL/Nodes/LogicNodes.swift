/// `a && b && …` and `a || b || …`: one operand that decides makes the result, even when others are errors.
final class LogicNode: CELNode {
    private let operands: [any CELNode]
    private let ranges: [Range<Int>]
    /// The value that decides: false for `&&`, true for `||`.
    private let deciding: Bool

    init(_ operands: [any CELNode], ranges: [Range<Int>], deciding: Bool) {
        self.operands = operands
        self.ranges = ranges
        self.deciding = deciding
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        var failure: CELError?
        var isTainted = false
        for position in operands.indices {
            do throws(CELError) {
                let value = try operands[position].evaluate(&frame)
                isTainted = isTainted || value.isTainted
                guard case .bool(let flag) = value.kind else {
                    throw CELError(
                        .type, "`\(deciding ? "||" : "&&")` works on bool, not \(value.describedType)",
                        at: ranges[position])
                }
                if flag == deciding { return CELValue(.bool(flag), isTainted: isTainted) }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return CELValue(.bool(!deciding), isTainted: isTainted)
    }
}

final class NotNode: CELNode {
    private let operand: any CELNode
    private let range: Range<Int>

    init(_ operand: any CELNode, range: Range<Int>) {
        self.operand = operand
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let value = try operand.evaluate(&frame)
        guard case .bool(let flag) = value.kind else {
            throw CELError(.type, "`!` works on bool, not \(value.describedType)", at: range)
        }
        return CELValue(.bool(!flag), isTainted: value.isTainted)
    }
}

/// `condition ? first : second`
final class ConditionalNode: CELNode {
    private let condition: any CELNode
    private let first: any CELNode
    private let second: any CELNode
    private let range: Range<Int>

    init(_ condition: any CELNode, _ first: any CELNode, _ second: any CELNode, range: Range<Int>) {
        self.condition = condition
        self.first = first
        self.second = second
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let decision = try condition.evaluate(&frame)
        guard case .bool(let flag) = decision.kind else {
            throw CELError(.type, "a condition is bool, not \(decision.describedType)", at: range)
        }
        return try (flag ? first : second).evaluate(&frame).tainted(decision.isTainted)
    }
}
