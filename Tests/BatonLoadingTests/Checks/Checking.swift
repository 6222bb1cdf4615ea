import BatonCEL
import BatonDiagnostics
import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// Holds responses against checks as written in a file.
enum Checking {
    struct NotLoaded: Error {
        var messages: [String]
    }

    /// Variables that nobody set but `response`.
    final class Scope: TemplateScope {
        let response: StepResponse

        init(_ response: StepResponse) {
            self.response = response
        }

        func value(at slot: Int) throws(CELError) -> CELValue? {
            slot == Root.response.rawValue ? .native(response) : nil
        }

        func noteSecret(_ text: String) {}
    }

    static func failures(
        of expect: String, body: String, mask: @escaping (String) -> String = { $0 }
    ) throws -> [StepFailure] {
        let loaded = Loading.load("steps:\n  - get: /x\n    expect:\n      \(expect)\n")
        guard case .request(let template)? = loaded.workflow?.steps.first?.action else {
            throw NotLoaded(messages: loaded.diagnostics.map(\.message.text))
        }
        let response = StepResponse(try Self.response(body))
        let scope = Scope(response)
        let evaluator = CheckEvaluator(response, scope: scope)
        var failures: [StepFailure] = []
        for check in template.checks {
            failures += try evaluator.evaluate(check, mask: mask).failures
        }
        for condition in template.conditions where try !condition.evaluateCondition(in: scope) {
            failures.append(
                StepFailure(.check, condition.text, check: "that", at: condition.range))
        }
        return failures
    }

    static func response(_ body: String) throws -> Response {
        var response = Response(
            status: 200,
            headers: [
                "X-Count": "12", "Set-Cookie": "sid=abc; Path=/a; HttpOnly; Max-Age=60", "Content-Type": "text/plain",
            ],
            body: Array(body.utf8), url: try URLText.parse("http://127.0.0.1/a/b"))
        response.timings.total = 1500
        return response
    }

    /// What `$.v` is held against.
    static func test(_ test: String) throws -> Check.Test {
        let loaded = Loading.load("steps:\n  - get: /x\n    expect:\n      $.v: \(test)\n")
        guard case .request(let template)? = loaded.workflow?.steps.first?.action, let check = template.checks.first
        else { throw NotLoaded(messages: loaded.diagnostics.map(\.message.text)) }
        return check.test
    }

    static func failure(_ test: Check.Test, _ actual: ActualValue) throws -> ComparisonFailure? {
        let evaluator = TestEvaluator(scope: Scope(StepResponse(try response(""))), place: "$.v")
        return try evaluator.failure(test, actual)
    }
}

extension CheckVerdict {
    var failures: [StepFailure] {
        if case .failed(let failures) = self { failures } else { [] }
    }
}
