/// What a connection is made of: one made under some of these values is never used under others.
///
/// Copies share their values, so that a run of a thousand requests compares one reference a request.
package struct ConnectionOptions: Sendable, Hashable {
    package struct Values: Sendable, Hashable {
        package var tls = TLSOptions()
        /// `http://`, `https://`, `socks4://`, `socks5://` or `socks5h://`; empty: none, whatever the environment says.
        package var proxy: String?
        /// Hosts that are reached without the proxy, separated by commas; `*` for all.
        package var noProxy: String?
        /// `HOST:PORT:ADDRESS`: the address is used for that host and port.
        package var resolve: [String] = []
        /// `HOST:PORT:CONNECT-HOST:CONNECT-PORT` as curl has it; empty parts match or keep all.
        package var connectTo: [String] = []
        package var unixSocket: String?
        /// An interface name, host name or address to send from.
        package var interface: String?
        package var httpVersion: HTTPVersionChoice = .automatic
        package var ipVersion: IPVersion = .any

        package init() {}
    }

    private final class Storage: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    private var storage: Storage

    package init(_ values: Values = Values()) {
        storage = Storage(values)
    }

    package static let standard = ConnectionOptions()

    package var values: Values {
        get { storage.values }
        set { storage = Storage(newValue) }
    }

    /// The server does not learn who asks; whom the client trusts stays the same.
    package mutating func removeClientCertificate() {
        var tls = values.tls
        guard tls.certificate != nil || tls.key != nil || tls.keyPassword != nil else { return }
        (tls.certificate, tls.key, tls.keyPassword) = (nil, nil, nil)
        values.tls = tls
    }

    /// Whether both are copies of one; quicker than `==`, and never true for different values.
    package func isIdentical(to other: ConnectionOptions) -> Bool {
        storage === other.storage
    }

    package static func == (one: ConnectionOptions, other: ConnectionOptions) -> Bool {
        one.storage === other.storage || one.values == other.values
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}

package enum HTTPVersionChoice: String, Sendable, Hashable, CaseIterable {
    /// HTTP/2 where a TLS server offers it, else HTTP/1.1.
    case automatic
    case http10 = "1.0"
    case http11 = "1.1"
    case http2 = "2"
    /// HTTP/2 without TLS and without asking first.
    case http2PriorKnowledge = "2-prior-knowledge"
}

package enum IPVersion: Int, Sendable, Hashable, CaseIterable {
    case any = 0
    case v4 = 4
    case v6 = 6
}
