import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// `expect` and `capture` of a step that calls a workflow, and the results of calls in loops.
@Suite struct CalledResultTests {
    private static let login = """
        inputs: { user: { default: ada } }
        steps:
          - post: /login
            capture: { token: $.token, expires: { path: $.exp, as: integer } }
        outputs: { token: $(token), expires: $(expires) }
        """

    private static func messages(_ text: String) -> [String] {
        Loading.load(text, files: ["login.yaml": login]).diagnostics.map { diagnostic in
            let place = diagnostic.range.map { "\($0.start.line):\($0.start.column) " } ?? ""
            return "\(diagnostic.code) \(place)\(diagnostic.message)" + (diagnostic.help.map { "; \($0)" } ?? "")
        }
    }

    @Test func `outputs are checked and captured where the workflow is called`() {
        #expect(
            Self.messages(
                """
                steps:
                  - get: /health
                  - workflow: login.yaml
                    expect:
                      $.token: { length: { gt: 3 } }
                      json_includes: { expires: <integer> }
                      that: result.expires > 5 && response.status == 200
                    capture:
                      token: $(result.token)
                      expires: { value: $(result.expires), as: integer }
                  - that: token != "" && expires > 5
                """) == [])
    }

    static let ofWorkflow =
        "`expect` of `workflow` may hold `json` `json_includes` `schema` `that`; the called workflow checks its own responses, and this its outputs: `$.total: 3`"

    static let mistakes: [(step: String, message: String)] = [
        (
            "{ workflow: login.yaml, expect: { status: 200 } }",
            "workflow.unknown-key 2:39 unknown key `status` in `expect` of `workflow`; \(ofWorkflow)"
        ),
        (
            "{ workflow: login.yaml, expect: { headers: { a: b } } }",
            "workflow.unknown-key 2:39 unknown key `headers` in `expect` of `workflow`; \(ofWorkflow)"
        ),
        (
            "{ workflow: login.yaml, expect: {} }",
            "workflow.checks-nothing 2:37 `expect` of `workflow` checks nothing; leave it out, or write for example `json: { id: 5 }`"
        ),
        (
            "{ workflow: login.yaml, expect: { that: result.tokn == 'x' } }",
            "expression.unknown-member 2:52 `result` has no `tokn`; did you mean `token`?"
        ),
        (
            "{ workflow: login.yaml, expect: { that: outcome == 'success' } }",
            "expression.not-here 2:45 `outcome` is what the step's own request ended in, and none has here; it can be used in `expect` and `capture`"
        ),
        (
            "{ workflow: login.yaml, capture: { token: $.token } }",
            "workflow.key-does-not-fit 2:40 a called workflow gives its outputs, and no response to take something from; write an expression: `token: $(result.token)`"
        ),
        (
            "{ workflow: login.yaml, capture: { t: result.token } }",
            "workflow.key-does-not-fit 2:40 a called workflow gives its outputs, and no response to take something from; write an expression: `t: $(result.token)`"
        ),
        (
            "{ workflow: login.yaml, capture: { sid: { cookie: sid } } }",
            "workflow.key-does-not-fit 2:40 a called workflow gives its outputs, and no response to take something from; write an expression: `sid: $(result.sid)`"
        ),
    ]

    @Test(arguments: mistakes) func `what a called workflow cannot give is told`(_ step: String, _ message: String) {
        #expect(Self.messages("steps:\n  - \(step)\n") == [message])
    }

    static let loops: [(step: String, read: String, code: String?)] = [
        ("for_each: [ada, grace]", "steps.a.result.map(r, r.token) == []", nil),
        ("for_each: [ada, grace]\n    concurrency: 2", "steps.a.result[0].token == ''", nil),
        ("repeat: 2", "steps.a.result.size() == 2", nil),
        ("while: index < 2", "steps.a.result.size() == 2", nil),
        ("name: Once", "steps.a.result.token == ''", nil),
        ("repeat: 2", "steps.a.result.token == ''", "expression."),
    ]

    @Test(arguments: loops)
    func `outside a loop the result is a list`(_ loop: String, _ read: String, _ code: String?) {
        let messages = Self.messages("steps:\n  - workflow: login.yaml\n    id: a\n    \(loop)\n  - that: \(read)\n")
        #expect(messages.count == (code == nil ? 0 : 1), "\(messages)")
        if let code { #expect(messages.first?.hasPrefix(code) == true, "\(messages)") }
    }
}
