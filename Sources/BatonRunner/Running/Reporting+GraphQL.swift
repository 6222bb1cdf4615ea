import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonRecords
import BatonWorkflow

extension Reporting {
    /// The failure for the `errors` of a GraphQL response, which may have status 200; nil when there are no `errors`.
    func graphQLErrors(_ response: StepResponse, at range: SourceRange) -> FailureRecord? {
        guard case .value(let json) = response.json, let errors = json["errors"], !errors.isNull else { return nil }
        if case .array(let items) = errors, items.isEmpty { return nil }
        return FailureRecord(
            kind: Failure.Kind.check.rawValue, message: "graphql: the response has errors", check: "$.errors",
            serverMessage: serverMessage(in: json), hint: "if they are expected, check them: `$.errors[0].message: …`",
            place: place(range))
    }

    /// The failure for a response that is not a GraphQL response, such as an HTML page with status 200: it must be a
    /// JSON object with `data` or `errors` (GraphQL, section 7.1). Nil for a valid response.
    func noGraphQLResponse(_ response: StepResponse, at range: SourceRange) -> FailureRecord? {
        let (kind, message): (Failure.Kind, String)
        switch response.json {
        case .value(let json):
            if json["data"] != nil || json["errors"] != nil { return nil }
            (kind, message) = (.check, "the response has neither `data` nor `errors`")
        case .empty: (kind, message) = (.notJSON, "the body is empty")
        case .failed(let error): (kind, message) = (.notJSON, "the body is not JSON: \(error.description)")
        }
        return FailureRecord(
            kind: kind.rawValue, message: run.masked("graphql: \(message)"), check: "$",
            expected: "a JSON object with `data` or `errors`",
            actual: response.http.body.isEmpty ? "nothing" : run.masked(response.text).reshaped { ValueText.cut($0) },
            hint: "is this the URL of a GraphQL server?", place: place(range))
    }
}
