/// Scheme, host and port: what credentials belong to (RFC 6454).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// In small letters; an IPv6 address in its brackets.
    public let host: String
    /// The port that is connected to.
    public let port: Int

    /// An origin by its parts, in small letters.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `https://host:443`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
