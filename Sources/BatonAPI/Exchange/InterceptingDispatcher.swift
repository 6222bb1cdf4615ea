public import BatonHTTP
import BatonSecrets
import Synchronization

/// Calls interceptors for every request that another dispatcher sends.
public final class InterceptingDispatcher: Dispatcher {
    private let next: any Dispatcher
    private let interceptors: [any Interceptor]
    private let secrets = SecretRegistry()
    private let counters = Mutex((started: 0, inFlight: 0))

    /// Puts interceptors before a dispatcher.
    ///
    /// - Parameters:
    ///   - next: sends the requests.
    ///   - interceptors: the first one sees a request first, and its response last.
    ///   - secrets: masked by Baton's own interceptors.
    public init(_ next: any Dispatcher, _ interceptors: [any Interceptor], secrets: some Sequence<String> = []) {
        self.next = next
        self.interceptors = interceptors
        hide(secrets)
    }

    /// Adds secrets that Baton's own interceptors mask.
    func hide(_ secrets: some Sequence<String>) {
        for secret in secrets { self.secrets.add(secret) }
    }

    var knowsSecrets: Bool { !secrets.redactor.isEmpty }

    /// The secrets in a text, as they are written there.
    func secrets(in text: String) -> [String] { secrets(in: Array(text.utf8)) }

    /// The secrets in a body; files are not read.
    func secrets(in body: RequestBody) -> [String] {
        switch body {
        case .none, .file: []
        case .bytes(let bytes, _): secrets(in: bytes)
        case .multipart(let parts):
            parts.flatMap { part -> [String] in
                if case .bytes(let bytes) = part.content { secrets(in: bytes) } else { [] }
            }
        }
    }

    private func secrets(in bytes: [UInt8]) -> [String] {
        secrets.redactor.places(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// How many exchanges are in progress now.
    public var inFlight: Int { counters.withLock(\.inFlight) }

    /// Sends a request through all interceptors.
    public func send(_ request: Request) async throws(Failure) -> Response {
        try await send(request, through: next)
    }

    /// Sends a request through all interceptors and then another dispatcher.
    func send(_ request: Request, through next: any Dispatcher) async throws(Failure) -> Response {
        let began = ContinuousClock.now
        let (number, before) = counters.withLock { counters in
            counters.started += 1
            counters.inFlight += 1
            return (counters.started, counters.inFlight)
        }
        var hasEnded = false
        defer { if !hasEnded { end() } }
        let start = Exchange(number: number, inFlight: before, elapsed: .zero, secrets: secrets)
        var request = request
        for interceptor in interceptors {
            do {
                request = try await interceptor.adapt(request, in: start)
            } catch {
                throw masking(.thrown(error, .badInput, "`\(type(of: interceptor))` cannot adapt it"), of: request)
            }
        }
        for interceptor in interceptors { interceptor.didStart(request, in: start) }
        let log = request.options.authentication == nil ? nil : AuthorizationLog()
        var sent = request
        sent.authorization = log
        do {
            let response = try await next.send(sent)
            hide(log?.secrets ?? [])
            hasEnded = true
            let exchange = Exchange(
                number: number, inFlight: end(), elapsed: ContinuousClock.now - began, secrets: secrets)
            for interceptor in interceptors.reversed() { interceptor.didFinish(request, response, in: exchange) }
            return response
        } catch {
            hasEnded = true
            hide(log?.secrets ?? [])
            let exchange = Exchange(
                number: number, inFlight: end(), elapsed: ContinuousClock.now - began, secrets: secrets)
            for interceptor in interceptors.reversed() { interceptor.didFail(request, error, in: exchange) }
            throw masking(error, of: request)
        }
    }

    /// The failure with the secrets of its request and of the environment masked where it is printed.
    func masking(_ failure: Failure, of request: Request) -> Failure {
        failure.masked(by: mask(of: request))
    }

    /// Masks the secrets of a request and of the environment in a text.
    func mask(of request: Request) -> Failure.Mask {
        { [secrets] text in
            let own = SecretRegistry()
            for secret in request.secrets { own.add(secret) }
            return secrets.redact(own.redact(text))
        }
    }

    @discardableResult private func end() -> Int {
        counters.withLock { counters in
            counters.inFlight -= 1
            return counters.inFlight
        }
    }
}
