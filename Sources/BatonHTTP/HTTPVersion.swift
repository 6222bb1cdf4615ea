/// The protocol version an answer came in, as `http_version` shows it: "1.1", "2".
package struct HTTPVersion: Sendable, Hashable, CustomStringConvertible {
    package let major: UInt8
    package let minor: UInt8

    package init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    package static var http10: HTTPVersion { HTTPVersion(major: 1, minor: 0) }
    package static var http11: HTTPVersion { HTTPVersion(major: 1, minor: 1) }
    package static var http2: HTTPVersion { HTTPVersion(major: 2, minor: 0) }
    package static var http3: HTTPVersion { HTTPVersion(major: 3, minor: 0) }

    package var description: String { major >= 2 && minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
