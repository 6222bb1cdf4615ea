package import BatonHTTP

/// Sends requests over libcurl; on a loop when its task runs there already.
package final class CurlDispatcher: Dispatcher {
    package let engine: CurlEngine

    package init(engine: CurlEngine) {
        self.engine = engine
    }

    package func send(_ request: Request) async throws(Failure) -> Response {
        throw Failure(.connect, "not built yet")
    }
}
