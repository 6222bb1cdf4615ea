/// `a && b && …` and `a || b || …`: one operand that decides gives the result, even if other operands are errors.
final class LogicNode: CELNode {
    /// Most nodes have two operands: access through an array would cost as much as evaluating a simple operand.
    private let first: any CELNode
    private let second: any CELNode
    private let others: [any CELNode]
    private let ranges: [Range<Int>]
    /// The value that decides: false for `&&`, true for `||`.
    private let deciding: Bool

    /// There must be at least two operands.
    init(_ operands: [any CELNode], ranges: [Range<Int>], deciding: Bool) {
        first = operands[0]
        second = operands[1]
        others = Array(operands.dropFirst(2))
        self.ranges = ranges
        self.deciding = deciding
    }

    /// The state after the operands evaluated so far.
    private struct Progress {
        var failure: CELError?
        var isTainted = false
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        var progress = Progress()
        var isDecided = try decides(first, 0, &frame, &progress)
        if !isDecided { isDecided = try decides(second, 1, &frame, &progress) }
        if isDecided { return CELValue(.bool(deciding), isTainted: progress.isTainted) }
        for position in others.indices where try decides(others[position], position + 2, &frame, &progress) {
            return CELValue(.bool(deciding), isTainted: progress.isTainted)
        }
        if let failure = progress.failure { throw failure }
        return CELValue(.bool(!deciding), isTainted: progress.isTainted)
    }

    private func decides(
        _ operand: any CELNode, _ position: Int, _ frame: inout CELFrame, _ progress: inout Progress
    ) throws(CELError) -> Bool {
        do throws(CELError) {
            let value = try operand.evaluate(&frame)
            if value.isTainted { progress.isTainted = true }
            guard case .bool(let flag) = value.kind else {
                throw CELError(
                    .type, "`\(deciding ? "||" : "&&")` works on bool, not \(value.describedType)",
                    at: ranges[position])
            }
            return flag == deciding
        } catch {
            if error.kind.isFinal { throw error }
            if progress.failure == nil { progress.failure = error }
            return false
        }
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
