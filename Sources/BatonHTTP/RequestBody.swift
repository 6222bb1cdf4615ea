public import BatonFiles

/// The body of a request.
public enum RequestBody: Sendable, Hashable {
    /// Nothing is sent.
    case none
    /// The content type is sent unless the request has a `Content-Type` header of its own.
    case bytes([UInt8], contentType: String?)
    /// `multipart/form-data`, with a boundary that is chosen when it is sent.
    case multipart([MultipartPart])
    /// Streamed from the file; without a length, to its end.
    case file(OpenFile, offset: Int64 = 0, length: Int64? = nil, contentType: String? = nil)

    /// Whether nothing is sent.
    public var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

/// One field of a `multipart/form-data` body (RFC 7578).
public struct MultipartPart: Sendable, Hashable {
    /// What a field holds.
    public enum Content: Sendable, Hashable {
        /// As they are.
        case bytes([UInt8])
        /// Streamed from the file.
        case file(OpenFile)
    }

    /// The field's name.
    public var name: String
    /// What the field holds.
    public var content: Content
    /// What the server is told of a file's name; nil: that of the file, and none for bytes.
    public var filename: String?
    /// Nil: guessed from the name of the file, and none for bytes.
    public var contentType: String?

    /// A field with its content.
    public init(_ name: String, _ content: Content, filename: String? = nil, contentType: String? = nil) {
        self.name = name
        self.content = content
        self.filename = filename
        self.contentType = contentType
    }
}
