import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// The failures that a response explains: with what the server says, and what may be done about it.
struct ResponseFailures {
    let run: CaseRun
    let response: StepResponse
    /// Nil where no request was sent.
    let template: RequestTemplate?

    /// The failure of a check, with what the server and its status tell about it.
    func explained(_ failure: StepFailure) -> StepFailure {
        guard failure.check == "status" || failure.kind.family == "http" else { return failure }
        var failure = failure
        failure.serverMessage = serverMessage
        failure.hint = failure.hint ?? statusHint.map(Hint.explaining)
        return failure
    }

    /// The failure for a status other than 2xx, where no check of `status` exists.
    ///
    /// - Parameter outcome: the outcome of a call, which may be expected instead.
    func unexpectedStatus(outcome: String? = nil, at range: SourceRange) -> StepFailure {
        let status = response.http.status
        return StepFailure(
            .status(status), "status: expected 2xx, got \(status)", check: "status", expected: "2xx",
            actual: "\(status)", serverMessage: serverMessage,
            hint: statusHint.map {
                .accepting("`expect: { \(outcome.map { "outcome: \($0)" } ?? "status: \(status)") }`", because: $0)
            },
            at: range)
    }

    /// The failure of a call that ended in a declared outcome that the step does not expect.
    func unexpectedOutcome(_ outcome: String, at range: SourceRange) -> StepFailure {
        StepFailure(
            .check, "outcome: expected success, got \(outcome) (status \(response.http.status))", check: "outcome",
            expected: "success", actual: outcome, serverMessage: serverMessage,
            hint: .accepting("`expect: { outcome: \(outcome) }`", because: statusHint), at: range)
    }

    /// The failure for the `errors` of a GraphQL response, which may have status 200; nil when there are no `errors`.
    func graphQLErrors(at range: SourceRange) -> StepFailure? {
        guard case .value(let json) = response.json, let errors = json["errors"], !errors.isNull else { return nil }
        if case .array(let items) = errors, items.isEmpty { return nil }
        return StepFailure(
            .check, "graphql: the response has errors", check: "$.errors", serverMessage: serverMessage(in: json),
            hint: .accepting("check them: `$.errors[0].message: …`"), at: range)
    }

    /// The failure for a response that is not a GraphQL response, such as an HTML page with status 200: it must be a
    /// JSON object with `data` or `errors` (GraphQL, section 7.1). Nil for a valid response.
    func noGraphQLResponse(at range: SourceRange) -> StepFailure? {
        let (kind, message): (Failure.Kind, String)
        switch response.json {
        case .value(let json):
            if json["data"] != nil || json["errors"] != nil { return nil }
            (kind, message) = (.check, "the response has neither `data` nor `errors`")
        case .empty: (kind, message) = (.notJSON, "the body is empty")
        case .failed(let error): (kind, message) = (.notJSON, "the body is not JSON: \(error.description)")
        }
        return StepFailure(
            kind, "graphql: \(message)", check: "$", expected: "a JSON object with `data` or `errors`",
            actual: response.http.body.isEmpty ? "nothing" : ValueText.cut(response.text, mask: run.mask),
            hint: "is this the URL of a GraphQL server?", at: range)
    }

    private var serverMessage: String? {
        guard response.http.status >= 400, case .value(let json) = response.json else { return nil }
        return serverMessage(in: json)
    }

    private func serverMessage(in json: JSONValue) -> String? {
        ServerMessage.find(in: json, mask: run.mask).map { ValueText.cut($0) }
    }

    /// Why the server may have refused the request; nil for a fault of its own, which a test can only show.
    private var statusHint: String? {
        guard let template else { return nil }
        return redirectHint ?? AuthenticationHint.text(response.http, template)
            ?? WithheldCredentials(environment: run.settings.environments.named(template.environment))
            .hint(template, response.http) ?? addressHint(template) ?? methodHint
            ?? sentRequest.flatMap {
                SentParts($0, secrets: run.settings.values.secrets).hint(refusedWith: response.http.status)
            }
    }

    /// For a 404: a name that stands in the URL as itself and not as its value, or the nearest path of the contract.
    private func addressHint(_ template: RequestTemplate) -> String? {
        guard response.http.status == 404 else { return nil }
        let written = template.url.written
        let names = run.workflow.slots.names
        let path = written.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
        if let segment = path.first(where: { names.contains(String($0)) }) {
            let meant = path.map { $0 == segment ? "$(\($0))" : String($0) }.joined(separator: "/")
            return
                "`\(segment)` is a name of this workflow, and stands in the URL as itself: `\(meant)` takes its value"
        }
        guard let near = template.contract?.contract.nearestPath(to: response.http.url.path) else { return nil }
        return "the contract has no such path; did you mean `\(near)`?"
    }

    private var methodHint: String? {
        guard response.http.status == 405, let allowed = response.http.headers.first("allow") else { return nil }
        return "the server allows \(ValueText.cut(allowed, limit: 100, mask: run.mask)) here"
    }

    private var sentRequest: RequestView? {
        guard case .native(let view)? = try? run.values.scope.value(at: Root.request.rawValue)?.kind else { return nil }
        return view as? RequestView
    }

    private var redirectHint: String? {
        guard (300..<400).contains(response.http.status), let location = response.http.headers.first("location")
        else { return nil }
        return
            "the response redirects to \(ValueText.cut(location, limit: 200, mask: run.mask)); redirects are followed with `follow_redirects: true`"
    }
}
