/// An absolute `http` or `https` URL in the form that is sent (RFC 3986), with the offsets of its parts.
///
/// Made by `parse`: characters that a URL cannot hold are percent-encoded, existing escapes stay as they are, scheme
/// and host are in lower case, the path is never empty. Dot segments stay: the engine removes them unless `path_as_is`
/// is set.
public struct URLText: Sendable {
    /// The URL without its fragment, which is never sent.
    public let text: String
    /// The text behind `#`.
    public let fragment: String?
    let parts: Parts

    /// Byte offsets in `text`; the scheme starts at 0 and the path ends where the query starts.
    struct Parts: Sendable {
        var schemeEnd: Int32 = 0
        /// Nil when there is no `@`.
        var userInfoEnd: Int32?
        var hostStart: Int32 = 0
        var hostEnd: Int32 = 0
        var pathStart: Int32 = 0
        var pathEnd: Int32 = 0
        var hasQuery = false
        /// The effective port: explicit or the scheme's default.
        var port: UInt16 = 0

        var hostRange: Range<Int> { Int(hostStart)..<Int(hostEnd) }
    }

    /// The byte range of the path in `text`.
    package var pathRange: Range<Int> { Int(parts.pathStart)..<Int(parts.pathEnd) }
    /// The byte offset of the query in `text`, behind its question mark; nil without a query.
    package var queryStart: Int? { parts.hasQuery ? Int(parts.pathEnd) + 1 : nil }

    /// A placeholder for a response that did not come from a server.
    package static let nowhere = URLText(
        text: "http://nowhere.invalid/", fragment: nil,
        parts: Parts(schemeEnd: 4, hostStart: 7, hostEnd: 22, pathStart: 22, pathEnd: 23, port: 80))

    init(text: String, fragment: String?, parts: Parts) {
        self.text = text
        self.fragment = fragment
        self.parts = parts
    }

    /// `http` or `https`.
    public var scheme: String { parts.schemeEnd == 4 ? "http" : "https" }
    /// Whether the scheme is `https`.
    public var isSecure: Bool { parts.schemeEnd == 5 }
    /// An IPv6 address is in brackets.
    public var host: String { slice(parts.hostStart, parts.hostEnd) }
    /// The effective port: explicit or the scheme's default.
    public var port: Int { Int(parts.port) }
    /// Percent-encoded, never empty.
    public var path: String { slice(parts.pathStart, parts.pathEnd) }
    /// Without the question mark; nil without a query, which differs from an empty one.
    public var query: String? {
        parts.hasQuery ? slice(parts.pathEnd + 1, Int32(text.utf8.count)) : nil
    }
    /// `user:password`, percent-encoded as written.
    public var userInfo: String? {
        parts.userInfoEnd.map { slice(parts.schemeEnd + 3, $0) }
    }
    package var hasUserInfo: Bool { parts.userInfoEnd != nil }
    /// Scheme, host and port.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }
    /// `host:port`, the form in which messages name a server.
    public var hostAndPort: String { "\(host):\(port)" }

    /// Whether scheme, host and port are equal.
    public func hasSameOrigin(as other: URLText) -> Bool {
        parts.schemeEnd == other.parts.schemeEnd && parts.port == other.parts.port
            && text.utf8.hasSameBytes(in: parts.hostRange, as: other.text.utf8, in: other.parts.hostRange)
    }

    func slice(_ start: Int32, _ end: Int32) -> String {
        let range = Int(start)..<Int(end)
        let part = text.utf8.withContiguousStorageIfAvailable { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
        return part ?? String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
}

extension String.UTF8View {
    /// Whether byte ranges of two texts are equal.
    fileprivate func hasSameBytes(in range: Range<Int>, as other: Self, in otherRange: Range<Int>) -> Bool {
        guard range.count == otherRange.count else { return false }
        let isSame = withContiguousStorageIfAvailable { bytes in
            other.withContiguousStorageIfAvailable { others in
                let bytes = UnsafeBufferPointer(rebasing: bytes[range])
                let others = UnsafeBufferPointer(rebasing: others[otherRange])
                return bytes.indices.allSatisfy { bytes[$0] == others[$0] }
            }
        }
        return (isSame ?? nil)
            ?? dropFirst(range.lowerBound).prefix(range.count)
            .elementsEqual(other.dropFirst(otherRange.lowerBound).prefix(otherRange.count))
    }
}

extension URLText: Hashable, CustomStringConvertible {
    /// Whether text and fragment are equal.
    public static func == (one: URLText, other: URLText) -> Bool {
        one.text == other.text && one.fragment == other.fragment
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// The URL with its fragment.
    public var description: String {
        fragment.map { "\(text)#\($0)" } ?? text
    }
}

/// Why a text is not a URL that a request can be sent to.
public struct URLTextError: Error, Sendable, Hashable {
    /// The part of a sentence that follows the URL: "has no host".
    public let message: String
    /// The invalid bytes of the text.
    public let range: Range<Int>

    /// An error with its message and byte range.
    public init(_ message: String, at range: Range<Int>) {
        self.message = message
        self.range = range
    }
}
