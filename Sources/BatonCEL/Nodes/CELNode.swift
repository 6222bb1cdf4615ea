/// A compiled sub-expression.
protocol CELNode: AnyObject, Sendable {
    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue
}

final class ConstantNode: CELNode {
    let value: CELValue

    init(_ value: CELValue) { self.value = value }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue { value }
}

final class VariableNode: CELNode {
    let slot: Int
    let name: String
    let range: Range<Int>

    init(slot: Int, name: String, range: Range<Int>) {
        self.slot = slot
        self.name = name
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        try Self.value(at: slot, in: frame.activation, name: name, range: range)
    }

    /// The value of a variable; throws `notSet` with the range if it has none.
    static func value(
        at slot: Int, in activation: any CELActivation, name: String, range: Range<Int>
    ) throws(CELError) -> CELValue {
        do {
            if let value = try activation.value(at: slot) { return value }
        } catch {
            throw error.at(range)
        }
        throw CELError(.notSet, "`\(name)` is not set", at: range)
    }
}

final class LocalNode: CELNode {
    let index: Int

    init(_ index: Int) { self.index = index }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue { frame.locals[index] }
}

/// A part with a mistake: it fails whenever it is evaluated, like in CEL without its checker.
final class MistakeNode: CELNode {
    private let error: CELError

    init(_ issue: CELIssue) {
        error = CELError(.type, issue.message, at: issue.range, help: issue.help)
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue { throw error }
}
