import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonWorkflow

extension Reporting {
    /// A GraphQL server answers 200 also when it could not do what it was asked for; nil when there are no `errors`.
    func graphQLErrors(_ answer: Answer, at range: SourceRange) -> FailureRecord? {
        guard case .value(let json) = answer.json, let errors = json["errors"], !errors.isNull else { return nil }
        if case .array(let items) = errors, items.isEmpty { return nil }
        return FailureRecord(
            kind: Failure.Kind.check.rawValue, message: "graphql: the answer has errors", check: "$.errors",
            serverMessage: serverMessage(in: json), hint: "if they are expected, check them: `$.errors[0].message: …`",
            place: place(range))
    }

    /// A page of HTML with status 200 is no GraphQL response: that is a JSON object with `data` or `errors` (GraphQL,
    /// section 7.1); nil for one.
    func noGraphQLResponse(_ answer: Answer, at range: SourceRange) -> FailureRecord? {
        let (kind, message): (Failure.Kind, String)
        switch answer.json {
        case .value(let json):
            if json["data"] != nil || json["errors"] != nil { return nil }
            (kind, message) = (.check, "the response has neither `data` nor `errors`")
        case .empty: (kind, message) = (.notJSON, "the body is empty")
        case .failed(let error): (kind, message) = (.notJSON, "the body is not JSON: \(error.description)")
        }
        return FailureRecord(
            kind: kind.rawValue, message: run.mask("graphql: \(message)"), check: "$",
            expected: "a JSON object with `data` or `errors`",
            actual: answer.response.body.isEmpty ? "nothing" : Shown.cut(run.mask(answer.text)),
            hint: "is this the URL of a GraphQL server?", place: place(range))
    }
}
