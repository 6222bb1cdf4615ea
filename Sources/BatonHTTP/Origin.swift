/// Scheme, host and port: what credentials belong to (RFC 6454).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    public let scheme: String
    /// In small letters; an IPv6 address in its brackets.
    public let host: String
    public let port: Int

    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    public var description: String { "\(scheme)://\(host):\(port)" }
}
