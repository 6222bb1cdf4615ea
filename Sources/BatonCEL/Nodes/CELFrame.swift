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
