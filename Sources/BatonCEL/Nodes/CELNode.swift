/// A compiled sub-expression.
protocol CELNode: AnyObject, Sendable {
    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue
}

/// What one evaluation works with.
struct CELFrame {
    let activation: any CELActivation
    /// The variables of comprehensions and `cel.bind`, by the number the compiler gave them.
    var locals: [CELValue]
    private let passLimit: Int
    private var passes = 0
    /// Set while a result is being explained.
    var recorder: CELRecorder?

    init(_ activation: any CELActivation, locals: Int, passLimit: Int, recorder: CELRecorder? = nil) {
        self.passLimit = passLimit
        self.activation = activation
        self.locals = locals == 0 ? [] : Array(repeating: .null, count: locals)
        self.recorder = recorder
    }

    /// Counts elements that were gone through; `in` counts the list that it searches.
    mutating func countPasses(_ count: Int = 1, at range: Range<Int>) throws(CELError) {
        passes += count
        if passes > passLimit {
            throw CELError(.limit, "the expression goes through more than \(passLimit) elements", at: range)
        }
    }
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
        do {
            if let value = try frame.activation.value(at: slot) { return value }
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
