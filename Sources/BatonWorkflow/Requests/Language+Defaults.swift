import BatonJudging
package import BatonLanguage

extension Language {
    /// `defaults` of a workflow file.
    package enum Defaults {
        package static let headers = Language.Step.headers.restated(
            .mapOrExpression, "Headers of every request; a step's own win.")
        package static let query = Language.Step.query.restated(
            .mapOrExpression, "Query parameters of every request; a step's own win.")
        package static let cookies = Language.Step.cookies.restated(
            .mapOrExpression, "Cookies of every request; a step's own win.")
        package static let auth = Language.Step.auth.restated(
            .any, "How every request authenticates; only sent to the environment's origins.", takes: "map or `none`",
            holds: .one(Auth.map), kinds: [.map, .text, .null])
        package static let expect = Key(
            "expect", .map, "Checks of every response: `status`, `headers` and `duration`.",
            holds: .one(DefaultExpect.map), example: "expect: { status: 200 }")
        package static let map = Map(
            "`defaults`", [headers, query, cookies, auth, expect, RequestFlow.retry, Flow.namespaces] + Transfer.keys)
    }
}
