public import BatonHTTP
import BatonSecrets
public import Logging

/// Writes every exchange to a log: method, URL, status and time; optionally headers and bodies.
///
/// Credentials never reach the log: credential headers, kept session headers and values of cookies are replaced with
/// `***`, and so are the values of URLs' query parameters such as `access_token`, the environment's
/// secrets and every given secret, in all encodings in which they may come back.
/// Finished exchanges are logged as `info`, failures as `error`, headers and bodies as `debug`, and responses that the
/// cache could not keep as `warning`.
public struct LoggingInterceptor: Interceptor {
    private let logger: Logger
    private let showsBodies: Bool
    private let secrets: SecretRegistry
    /// Longer bodies are cut: bytes of a body that is logged whole, and characters that are left of a longer one.
    private static let bodyLimit = 4000

    /// - Parameters:
    ///   - logger: its level decides what is written.
    ///   - bodies: whether bodies are written, cut to 4000 characters when they have more than 4000 bytes; request
    ///     bodies from files never are.
    ///   - secrets: passwords and tokens beside those of the environment. Secrets shorter than 4 characters are not
    ///     masked.
    public init(_ logger: Logger, bodies: Bool = false, secrets: some Sequence<String> = []) {
        self.logger = logger
        showsBodies = bodies
        self.secrets = SecretRegistry()
        for secret in secrets { self.secrets.add(secret) }
    }

    /// Logs the request at `debug`, and its end: status and time at `info`, headers and body of the response at `debug`, a
    /// failure with its kind at `error`.
    public func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
        didStart(request, in: exchange)
        do throws(Failure) {
            let response = try await exchange.send(request)
            didFinish(request, response, in: exchange)
            return response
        } catch {
            didFail(request, error, in: exchange)
            throw error
        }
    }

    /// Registers the credentials of the request as secrets, too.
    private func didStart(_ request: Request, in exchange: Exchange) {
        note(request)
        guard logger.logLevel <= .debug else { return }
        logger.debug("\(line(request, exchange)) starts", metadata: ["in-flight": "\(exchange.inFlight)"])
        logger.debug("\(headers(request.headers, of: request, exchange))")
        if showsBodies, case .bytes(let bytes, _) = request.body { logger.debug("\(body(bytes, exchange))") }
    }

    private func didFinish(_ request: Request, _ response: Response, in exchange: Exchange) {
        for name in keptNames(request) {
            for value in response.headers.values(name) { secrets.add(value) }
        }
        logger.info(
            "\(line(request, exchange)) answered \(response.status) in \(milliseconds(exchange.elapsed)) ms",
            metadata: ["bytes": "\(response.size)"])
        if let problem = response.cacheProblem {
            logger.warning("\(line(request, exchange)) is not cached: \(mask(problem, exchange))")
        }
        guard logger.logLevel <= .debug else { return }
        logger.debug("\(headers(response.headers, of: request, exchange))")
        if showsBodies { logger.debug("\(body(response.body, exchange))") }
    }

    private func didFail(_ request: Request, _ failure: Failure, in exchange: Exchange) {
        let message = mask(failure.message, exchange)
        logger.error(
            "\(line(request, exchange)) failed after \(milliseconds(exchange.elapsed)) ms: \(message)",
            metadata: ["kind": "\(failure.kind)"])
    }

    private func mask(_ text: String, _ exchange: Exchange) -> String {
        exchange.secrets.redact(secrets.redact(text))
    }

    /// Registers the credentials of a request, so that they are masked everywhere in the log.
    private func note(_ request: Request) {
        for secret in request.secrets { secrets.add(secret) }
    }

    /// The names of headers that the session keeps and sends, in lower case.
    private func keptNames(_ request: Request) -> [String] {
        request.session?.value.keptNames.map { $0.lowercased() } ?? []
    }

    private func line(_ request: Request, _ exchange: Exchange) -> String {
        "\(request.method.rawValue) \(mask(ShownURL.of(request.url.shown), exchange))"
    }

    private func headers(_ headers: Headers, of request: Request, _ exchange: Exchange) -> String {
        let kept = keptNames(request)
        return headers.map { field in
            let name = field.name.lowercased()
            let value =
                ["cookie", "set-cookie"].contains(name)
                ? CookieHeader.hidden(in: field.value, isSetting: name == "set-cookie")
                : field.isSecret || kept.contains(name) ? Redactor.mask : mask(ShownURL.of(field.value), exchange)
            return "\(secrets.redact(field.name)): \(value)"
        }.joined(separator: ", ")
    }

    private func body(_ bytes: [UInt8], _ exchange: Exchange) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "\(bytes.count) bytes" }
        let shown = mask(text, exchange)
        guard shown.utf8.count > Self.bodyLimit else { return shown }
        return "\(shown.prefix(Self.bodyLimit))… (\(bytes.count) bytes)"
    }

    private func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
