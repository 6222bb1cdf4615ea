import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonWorkflow

/// Why a step could not continue, with the place in the file.
struct StepFailure: Error {
    var kind: Failure.Kind
    var message: String
    /// The error text of a library or of the operating system, where it adds information.
    var cause: String?
    var hint: String?
    var range: SourceRange
    /// The variable that was read but has no value.
    var unset: String?
    /// For a condition: the values of its parts.
    var explanation: [CELExplanation] = []

    init(_ kind: Failure.Kind, _ message: String, cause: String? = nil, hint: String? = nil, at range: SourceRange) {
        self.kind = kind
        self.message = message
        self.cause = cause
        self.hint = hint
        self.range = range
    }

    static func noRoom(at range: SourceRange) -> StepFailure {
        StepFailure(.expression, VariableSpace.excess, hint: VariableSpace.hint, at: range)
    }

    init(_ cut: EarlyEnd, at range: SourceRange) { self.init(cut.kind, cut.message, at: range) }

    init(_ failure: TemplateFailure) {
        self.init(failure.kind, failure.message, hint: failure.hint, at: failure.range)
        unset = failure.unset
        explanation = failure.explanation
    }
}
