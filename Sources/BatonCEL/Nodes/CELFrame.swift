/// What one evaluation works with; there is one of it, handed from node to node.
struct CELFrame: ~Copyable {
    let activation: any CELActivation
    /// The variables of comprehensions and `cel.bind`, by the number the compiler gave them.
    var locals: [CELValue]
    /// What it has cost so far.
    var meter: CELMeter
    /// Set while a result is being explained.
    var recorder: CELRecorder?

    init(_ activation: any CELActivation, locals: Int, limits: CELLimits, recorder: CELRecorder? = nil) {
        self.activation = activation
        self.locals = locals == 0 ? [] : Array(repeating: .null, count: locals)
        meter = CELMeter(limits, for: activation)
        self.recorder = recorder
    }
}
