import BatonDiagnostics
import BatonHTTP
import BatonWorkflow

/// Why a step could not go on, with its place in the file.
struct StepFailure: Error {
    var kind: Failure.Kind
    var message: String
    var hint: String?
    var range: SourceRange

    init(_ kind: Failure.Kind, _ message: String, hint: String? = nil, at range: SourceRange) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.range = range
    }

    init(_ failure: TemplateFailure) {
        self.init(.expression, failure.message, at: failure.range)
    }
}
