// An authenticator throws a `Failure` and nothing else.
import BatonAPI

// error: type 'Login' does not conform to protocol 'Authenticator'
// note: candidate throws, but protocol does not allow it
struct Login: Authenticator {
    #if FIXED
        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> String {
            "token"
        }
    #else
        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws -> String {
            "token"
        }
    #endif

    func apply(_ token: String, to request: inout Request) {
        request.headers.set("Authorization", "Bearer \(token)")
    }

    var secrets: [String] { [] }

    func secrets(of token: String) -> [String] { [token] }

    func isExpiring(_ token: String, at now: Timestamp) -> Bool { false }

    func isRefused(_ response: Response) -> Bool { response.status == 401 }
}
