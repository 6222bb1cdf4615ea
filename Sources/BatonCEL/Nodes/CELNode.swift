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
final class DiagnosedNode: CELNode {
    private let error: CELError

    init(_ diagnostic: CELDiagnostic) {
        error = CELError(.type, diagnostic.message, at: diagnostic.range, help: diagnostic.help)
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue { throw error }
}

/// The state of one evaluation, passed from node to node and never copied.
struct CELFrame: ~Copyable {
    let activation: any CELActivation
    /// The variables of comprehensions and `cel.bind`, by the index that the compiler assigned.
    var locals: [CELValue]
    /// The cost of the evaluation so far.
    var meter: CELMeter
    /// Not nil while a result is being explained.
    var recorder: CELRecorder?

    init(_ activation: any CELActivation, locals: Int, limits: CELLimits, recorder: CELRecorder? = nil) {
        self.activation = activation
        self.locals = locals == 0 ? [] : Array(repeating: .null, count: locals)
        meter = CELMeter(limits, for: activation)
        self.recorder = recorder
    }
}
