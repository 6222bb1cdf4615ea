// An error of another type is made a `Failure` where a function can throw nothing else.
import BatonAPI

struct Offline: Error {}

struct Airplane: Dispatcher {
    func send(_ request: Request) async throws(Failure) -> Response {
        #if FIXED
            throw Failure(.connect, "\(Offline())")
        #else
            // error: thrown expression type 'Offline' cannot be converted to error type 'Failure'
            throw Offline()
        #endif
    }
}
