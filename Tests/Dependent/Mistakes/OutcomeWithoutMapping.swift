// An endpoint with outcomes says which response is which.
import BatonAPI

// error: type 'LogIn' does not conform to protocol 'OutcomeEndpoint'
// note: protocol requires function 'outcome(of:)' with type '(Result<Reply, Failure>) -> LogIn.Output'
struct LogIn: OutcomeEndpoint {
    enum Output: Sendable { case welcome, offline }
    var request: APIRequest { .post("/login") }

    #if FIXED
        func outcome(of result: Result<Reply, Failure>) -> Output {
            (try? result.get()) == nil ? .offline : .welcome
        }
    #endif
}
