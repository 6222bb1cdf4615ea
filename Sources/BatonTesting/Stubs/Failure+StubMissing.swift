import BatonAPI
import BatonHTTP

extension Failure {
    /// No stub has the request's method and path: says what there is instead.
    static func stubMissing(for request: Request, among rules: [StubDispatcher.Rule]) -> Failure {
        let what = "no stub answers \(request.method.rawValue) \(request.url.shown)"
        return Failure(.stubMissing, "\(what): \(reason(request, rules))")
    }

    private static func reason(_ request: Request, _ rules: [StubDispatcher.Rule]) -> String {
        let path = request.url.path
        if let other = rules.first(where: { $0.path == path }) {
            return "the stub of this path is for \(other.method.rawValue)"
        }
        for rule in rules where rule.method == request.method {
            if rule.path.prefix(while: { $0 != "?" }) == path {
                return "the stub `\(rule.path)` has a query, and a stub is found by the path alone: write `\(path)`"
            }
            let slash = rule.path.hasPrefix("/") ? "" : "/"
            if rule.path.contains(where: { $0 != "/" }), path.hasSuffix(slash + rule.path) {
                return "the stub `\(rule.path)` has only the end of the path; with that of the base URL it is `\(path)`"
            }
        }
        guard !rules.isEmpty else { return "it has no stubs" }
        let shown = rules.prefix(10).map { "\($0.method.rawValue) \($0.path)" }.joined(separator: ", ")
        return "there are stubs for \(shown)" + (rules.count > 10 ? " and \(rules.count - 10) more" : "")
    }
}
