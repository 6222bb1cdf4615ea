import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// An engine that knows no proxy, whatever the machine's environment says.
func withEngine<Value>(
    loops: Int = 1, environment: CurlEnvironment = .empty, idleTimes: Persistence.Times = .patient,
    _ body: (CurlDispatcher, CurlEngine) async throws -> Value
) async throws -> Value {
    let engine = CurlEngine(loopCount: loops, environment: environment, idleTimes: idleTimes)
    defer { engine.shutDown() }
    return try await body(CurlDispatcher(engine: engine), engine)
}

func withServer<Value>(
    _ script: @escaping @Sendable (RawServer.Connection) -> Void, _ body: (RawServer) async throws -> Value
) async throws -> Value {
    let server = RawServer(script)
    defer { server.stop() }
    return try await body(server)
}

func withServer<Value>(
    answering response: @escaping @Sendable (RawServer.Request) -> String, _ body: (RawServer) async throws -> Value
) async throws -> Value {
    let server = RawServer(answering: response)
    defer { server.stop() }
    return try await body(server)
}

extension RawServer {
    func request(
        _ method: Method = .get, _ path: String = "/", headers: Headers = Headers(), body: RequestBody = .none,
        _ change: (inout TransferOptions) throws -> Void = { _ in }
    ) throws -> BatonHTTP.Request {
        var options = TransferOptions.patient
        try change(&options)
        return BatonHTTP.Request(
            method, try URLText.parse(url + path), headers: headers, body: body, options: options)
    }
}

extension Persistence.Times {
    /// For what is not about idle time: on a busy machine minutes may pass between two requests of a test.
    static let patient = Persistence.Times(longest: 3600)
    /// For tests in which time shows nothing: no idle time is long enough, and every close comes soon.
    static let endless = Persistence.Times(settled: .max, soon: .max, longest: 3600)
}

extension TransferOptions {
    /// For what is not about timeouts: a busy machine may take its time.
    static var patient: TransferOptions {
        var options = TransferOptions()
        options.timeout = .seconds(600)
        return options
    }
}

/// A response with a length.
func rawResponse(_ status: String = "200 OK", _ headers: [String] = [], _ body: String = "") -> String {
    let fields = headers.map { "\($0)\r\n" }.joined()
    return "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
}

/// The failure that sending ends with.
func failing(_ body: () async throws -> Response) async -> Failure? {
    do {
        let response = try await body()
        Issue.record("a response with status \(response.status) instead of a failure")
        return nil
    } catch let failure as Failure {
        return failure
    } catch {
        Issue.record("\(error)")
        return nil
    }
}
