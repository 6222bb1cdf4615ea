// A dispatcher throws a `Failure` and nothing else.
import BatonAPI

// error: type 'Mine' does not conform to protocol 'Dispatcher'
// note: candidate throws, but protocol does not allow it
struct Mine: Dispatcher {
    #if FIXED
        func send(_ request: Request) async throws(Failure) -> Response {
            throw Failure(.connect, "no network")
        }
    #else
        func send(_ request: Request) async throws -> Response {
            throw Failure(.connect, "no network")
        }
    #endif
}
