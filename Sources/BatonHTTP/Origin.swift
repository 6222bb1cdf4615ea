/// Scheme, host and port (RFC 6454); credentials belong to one origin.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// In lower case; an IPv6 address in brackets.
    public let host: String
    /// The effective port: explicit or the scheme's default.
    public let port: Int

    /// An origin from its parts, in lower case.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `https://host:443`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
