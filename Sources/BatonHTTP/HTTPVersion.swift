/// The protocol version an answer came in, as `http_version` shows it: "1.1", "2".
public struct HTTPVersion: Sendable, Hashable, CustomStringConvertible {
    public let major: UInt8
    public let minor: UInt8

    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    public static var http10: HTTPVersion { HTTPVersion(major: 1, minor: 0) }
    public static var http11: HTTPVersion { HTTPVersion(major: 1, minor: 1) }
    public static var http2: HTTPVersion { HTTPVersion(major: 2, minor: 0) }
    public static var http3: HTTPVersion { HTTPVersion(major: 3, minor: 0) }

    public var description: String { major >= 2 && minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
