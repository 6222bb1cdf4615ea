// A function of an interceptor with another signature would never be called.
import BatonAPI

// error: type 'BuildNumber' does not conform to protocol 'Interceptor'
struct BuildNumber: Interceptor {
    #if FIXED
        func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
            try await exchange.send(request)
        }
    #else
        func intercept(_ request: Request) async throws(Failure) -> Request { request }
    #endif
}
