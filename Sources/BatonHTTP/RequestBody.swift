public import BatonSystem

/// The body of a request.
public enum RequestBody: Sendable, Hashable {
    case none
    /// The content type is sent unless the request has a `Content-Type` header of its own.
    case bytes([UInt8], contentType: String?)
    case multipart([MultipartPart])
    /// Streamed from the file; without a length, to its end.
    case file(OpenFile, offset: Int64 = 0, length: Int64? = nil, contentType: String? = nil)

    public var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

/// One field of a `multipart/form-data` body (RFC 7578).
public struct MultipartPart: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    public var name: String
    public var content: Content
    public var filename: String?
    public var contentType: String?

    public init(_ name: String, _ content: Content, filename: String? = nil, contentType: String? = nil) {
        self.name = name
        self.content = content
        self.filename = filename
        self.contentType = contentType
    }
}
