/// The whole sample API without a socket: turns requests into responses.
///
/// All state is in memory and depends only on the seed and on the requests, in their order: two servers with the same
/// seed and the same requests give the same responses, tokens included.
package final class DemoApplication: Sendable {
    private let router: Router

    package init(seed: UInt64 = 1, adaPassword: String = "lovelace-1815") {
        let accounts = AccountStore(seed: seed, adaPassword: adaPassword)
        let routes = [
            AccountEndpoints(accounts: accounts).routes,
            OAuthEndpoints(accounts: accounts, tokens: TokenStore(seed: seed)).routes,
            ItemEndpoints(items: ItemStore(seed: seed)).routes,
            JobEndpoints(jobs: JobStore()).routes,
            FaultEndpoints(callers: FirstComers()).routes,
            RedirectEndpoints.routes,
            CacheEndpoints(counts: CallCounts()).routes,
            CookieEndpoints.routes,
            EchoEndpoints.routes,
            DocumentEndpoints.routes,
            SOAPEndpoints.routes,
            EventEndpoints.routes,
        ]
        let all = routes.flatMap(\.self)
        router = Router(routes: all + [Self.index(of: all)])
    }

    /// The methods and paths, a line each; `{name}` stands for a value, `**` for anything and `*` for every method.
    private static func index(of routes: [Route]) -> Route {
        let lines = routes.map { ($0.path, $0.method) }.sorted { $0 < $1 }.map { path, method in
            method + String(repeating: " ", count: max(1, 8 - method.count)) + path
        }
        return Route("GET", "/") { _ in .text((lines + [""]).joined(separator: "\n")) }
    }

    package func respond(to request: DemoRequest) async -> DemoResponse {
        await router.respond(to: request)
    }
}
