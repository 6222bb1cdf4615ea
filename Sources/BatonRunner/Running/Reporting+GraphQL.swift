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
}
