/// The options that a connection is made with. A connection is reused only for requests with equal options.
///
/// Copies share one storage, so that a run of a thousand requests compares one reference per request.
package struct ConnectionOptions: Sendable, Hashable {
    package struct Values: Sendable, Hashable {
        package var tls = TLSOptions()
        /// `http://`, `https://`, `socks4://`, `socks5://` or `socks5h://`; empty for no proxy, even if the environment
        /// names one.
        package var proxy: String?
        /// Hosts that are reached without the proxy, separated by commas; `*` for all.
        package var noProxy: String?
        /// `HOST:PORT:ADDRESS`: the address is used for that host and port.
        package var resolve: [String] = []
        /// `HOST:PORT:CONNECT-HOST:CONNECT-PORT` as in curl; empty parts match any value or keep the original one.
        package var connectTo: [String] = []
        package var unixSocket: String?
        /// The local interface name, host name or address to send from.
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

    /// Removes the client certificate, its key and its password; the trusted authorities stay.
    package mutating func removeClientCertificate() {
        var tls = values.tls
        guard tls.certificate != nil || tls.key != nil || tls.keyPassword != nil else { return }
        (tls.certificate, tls.key, tls.keyPassword) = (nil, nil, nil)
        values.tls = tls
    }

    /// Whether both share one storage; faster than `==`, and never true for different values.
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
    /// HTTP/2 without TLS and without negotiation.
    case http2PriorKnowledge = "2-prior-knowledge"
}

package enum IPVersion: Int, Sendable, Hashable, CaseIterable {
    case any = 0
    case v4 = 4
    case v6 = 6
}
