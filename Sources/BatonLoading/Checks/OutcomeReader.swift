import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonYAML

/// Reads `outcome`: `success`, or the kind of failure that is expected.
struct OutcomeReader {
    let operators: OperatorReader

    /// The possible outcomes of the call of an endpoint. A value that does not fit its type gives `mapping_failed`,
    /// whatever the kind of the problem.
    static func names(ofCall own: [String]) -> [String] {
        [CallOutcome.successName] + own + [CallOutcome.mappingFailedName]
            + Failure.Kind.ofRequests.map(\.rawValue)
    }

    func test(_ node: YAMLNode) -> Check.Test? {
        let names = operators.templates.scope.position.outcomes ?? Failure.Kind.namesOfRequests
        return operators.test(node, of: "outcome", .texts(names))
    }
}
