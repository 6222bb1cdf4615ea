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
