import BatonCEL
import BatonHTTP
import BatonJSON
import BatonLanguage

@testable import BatonJudging
@testable import BatonLoading

/// Takes captures, as written in a file, from a response.
enum Capturing {
    struct NotLoaded: Error {
        var messages: [String]
    }

    /// `as: integer` for a value at `$.v` of the body `{"v": …}`.
    static func convert(_ json: String, _ settings: String) throws -> Result<CELValue, StepFailure> {
        try capture("{ path: $.v, \(settings) }", body: "{\"v\": \(json)}")
    }

    /// The one capture, taken from a response with this body.
    static func capture(
        _ source: String, body: String, headers: Headers = Headers(), url: String = "http://api.test/a/b?q=1"
    ) throws -> Result<CELValue, StepFailure> {
        let loaded = Loading.load("steps:\n  - get: /x\n    capture:\n      v: \(source)\n")
        guard case .request(let template)? = loaded.workflow?.steps.first?.action, let capture = template.captures.first
        else { throw NotLoaded(messages: loaded.diagnostics.map(\.message.text)) }
        let response = StepResponse(
            Response(status: 200, headers: headers, body: Array(body.utf8), url: try URLText.parse(url)))
        let evaluator = CaptureEvaluator(response, scope: Checking.Scope(response))
        return Result { () throws(StepFailure) in try evaluator.evaluate(capture) }
    }
}

extension Result<CELValue, StepFailure> {
    /// The value as JSON, or the failure's kind and message: what a table of cases compares.
    var shown: String {
        switch self {
        case .success(let value): (try? JSONWriter.compact(value.toJSON())) ?? value.describedType
        case .failure(let problem): "\(problem.kind) \(problem.message)"
        }
    }

    var problem: StepFailure? {
        if case .failure(let problem) = self { problem } else { nil }
    }
}
