/// Scheme, host and port: what credentials belong to (RFC 6454).
package struct Origin: Sendable, Hashable, CustomStringConvertible {
    package let scheme: String
    /// In small letters; an IPv6 address in its brackets.
    package let host: String
    package let port: Int

    package init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    package var description: String { "\(scheme)://\(host):\(port)" }
}
