/// The options that a connection is made with. A connection is reused only for requests with equal options.
///
/// Copies share one storage, so that a run of a thousand requests compares one reference per request.
public struct ConnectionOptions: Sendable, Hashable {
    /// The options themselves.
    public struct Values: Sendable, Hashable {
        /// Certificates and versions of TLS.
        public var tls = TLSOptions()
        /// The URL of the proxy: `http://`, `https://`, `socks4://`, `socks5://` or `socks5h://`; empty for no proxy, even
        /// if the process environment names one. Its password is a secret.
        public var proxy: String?
        /// Certificates and versions of the TLS that is spoken with an `https://` proxy itself.
        public var proxyTLS = TLSOptions()
        /// Hosts that are reached without the proxy, separated by commas; `*` for all.
        public var noProxy: String?
        /// `HOST:PORT:ADDRESS`: the address is used for that host and port.
        public var resolve: [String] = []
        /// `HOST:PORT:CONNECT-HOST:CONNECT-PORT` as in curl; empty parts match any value or keep the original one.
        public var connectTo: [String] = []
        /// The path of the Unix domain socket that is connected to in place of the URL's host, 107 bytes at most.
        public var unixSocket: String?
        /// The local interface name, host name or address to send from.
        public var interface: String?
        /// The protocol version that is spoken.
        public var httpVersion: HTTPVersionChoice = .automatic
        /// The kind of addresses that are connected to.
        public var ipVersion: IPVersion = .any

        /// The defaults.
        public init() {}
    }

    private final class Storage: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    private var storage: Storage

    /// Options with these values.
    public init(_ values: Values = Values()) {
        storage = Storage(values)
    }

    /// The defaults.
    public static let standard = ConnectionOptions()

    /// The options; a change makes a storage of its own.
    public var values: Values {
        get { storage.values }
        set { storage = Storage(newValue) }
    }

    /// The protocol version that is spoken, without a copy of the others.
    package var httpVersion: HTTPVersionChoice { storage.values.httpVersion }

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

    /// Whether all values are equal.
    public static func == (one: ConnectionOptions, other: ConnectionOptions) -> Bool {
        one.storage === other.storage || one.values == other.values
    }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}

/// The version of HTTP that a request is sent with.
public enum HTTPVersionChoice: String, Sendable, Hashable, CaseIterable {
    /// HTTP/2 where a TLS server offers it, else HTTP/1.1.
    case automatic
    /// HTTP/1.0 (RFC 1945).
    case http10 = "1.0"
    /// HTTP/1.1 (RFC 9112).
    case http11 = "1.1"
    /// HTTP/2 (RFC 9113) where the server agrees to it, without TLS by an upgrade; else HTTP/1.1.
    case http2 = "2"
    /// HTTP/2 without TLS and without negotiation (RFC 9113, section 3.3).
    case http2PriorKnowledge = "h2c"
}

/// The kind of addresses that a host's name is resolved to.
public enum IPVersion: Int, Sendable, Hashable, CaseIterable {
    /// Both kinds.
    case any = 0
    /// IPv4 only.
    case v4 = 4
    /// IPv6 only.
    case v6 = 6
}

/// The protocol version a response came in, as `http_version` shows it: "1.1", "2".
public struct HTTPVersion: Sendable, Hashable, CustomStringConvertible {
    /// The number before the dot.
    public let major: UInt8
    /// The number behind the dot.
    public let minor: UInt8

    /// A version by its numbers.
    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0 (RFC 1945).
    public static var http10: HTTPVersion { HTTPVersion(major: 1, minor: 0) }
    /// HTTP/1.1 (RFC 9112).
    public static var http11: HTTPVersion { HTTPVersion(major: 1, minor: 1) }
    /// HTTP/2 (RFC 9113).
    public static var http2: HTTPVersion { HTTPVersion(major: 2, minor: 0) }
    /// HTTP/3 (RFC 9114).
    public static var http3: HTTPVersion { HTTPVersion(major: 3, minor: 0) }

    /// The version in the form of `http_version`: `1.1`, `2`.
    public var description: String {
        switch (major, minor) {
        case (1, 1): "1.1"
        case (2..., 0): "\(major)"
        default: "\(major).\(minor)"
        }
    }
}
