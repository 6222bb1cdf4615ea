public import BatonHTTP
import BatonSecrets
public import Logging

/// Writes every exchange to a log: method, URL, status and time; on demand headers and bodies.
///
/// Credentials never reach the log: headers that prove who the sender is and values of cookies are `***`, and so is
/// every given secret, in all the forms in which it may come back. Finished exchanges are logged as `info`, failures as
/// `error`, headers and bodies as `debug`.
public struct LoggingInterceptor: Interceptor {
    private let logger: Logger
    private let showsBodies: Bool
    private let secrets: SecretRegistry
    /// Longer bodies are cut: a log is no archive.
    private static let bodyLimit = 4000

    /// - Parameter secrets: those of the environment, tokens, passwords; under 4 characters they are not looked for.
    public init(_ logger: Logger, bodies: Bool = false, secrets: some Sequence<String> = []) {
        self.logger = logger
        showsBodies = bodies
        self.secrets = SecretRegistry()
        for secret in secrets { self.secrets.add(secret) }
    }

    /// Logs the request at `debug`, and learns what it proves itself with.
    public func didStart(_ request: Request, in exchange: Exchange) {
        note(request)
        guard logger.logLevel <= .debug else { return }
        logger.debug("\(line(request)) starts", metadata: ["in-flight": "\(exchange.inFlight)"])
        logger.debug("\(headers(request.headers))")
        if showsBodies, case .bytes(let bytes, _) = request.body { logger.debug("\(body(bytes))") }
    }

    /// Logs status and time at `info`, headers and body at `debug`.
    public func didFinish(_ request: Request, _ response: Response, in exchange: Exchange) {
        logger.info(
            "\(line(request)) answered \(response.status) in \(milliseconds(exchange.elapsed)) ms",
            metadata: ["bytes": "\(response.size)"])
        guard logger.logLevel <= .debug else { return }
        logger.debug("\(headers(response.headers))")
        if showsBodies { logger.debug("\(body(response.body))") }
    }

    /// Logs the failure with its kind at `error`.
    public func didFail(_ request: Request, _ failure: Failure, in exchange: Exchange) {
        logger.error(
            "\(line(request)) failed after \(milliseconds(exchange.elapsed)) ms: \(secrets.redact(failure.message))",
            metadata: ["kind": "\(failure.kind)"])
    }

    /// What this request proves itself with is masked wherever else it turns up.
    private func note(_ request: Request) {
        switch request.options.authentication {
        case .basic(_, let password)?, .digest(_, let password)?, .ntlm(_, let password)?: secrets.add(password)
        case .negotiate?, nil: break
        }
        for field in request.headers where isSecret(field) {
            secrets.add(field.value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? field.value)
        }
    }

    private func isSecret(_ field: Headers.Field) -> Bool {
        field.isCredential || SecretNames.isSecretHeader(field.name)
    }

    private func line(_ request: Request) -> String {
        "\(request.method.rawValue) \(secrets.redact(request.url.withoutUserInfo.text))"
    }

    private func headers(_ headers: Headers) -> String {
        headers.map { field in
            let isCookie = ["cookie", "set-cookie"].contains(field.name.lowercased())
            let value =
                isCookie
                ? CookieHeader.hidden(in: field.value, isSetting: field.name.lowercased() == "set-cookie")
                : isSecret(field) ? Redactor.mask : secrets.redact(field.value)
            return "\(field.name): \(value)"
        }.joined(separator: ", ")
    }

    private func body(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "\(bytes.count) bytes" }
        let shown = secrets.redact(text)
        guard shown.utf8.count > Self.bodyLimit else { return shown }
        return "\(shown.prefix(Self.bodyLimit))… (\(bytes.count) bytes)"
    }

    private func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
