public import BatonFiles

/// The body of a request.
public enum RequestBody: Sendable, Hashable {
    /// No body.
    case none
    /// Bytes; their content type is sent unless the request has a `Content-Type` header.
    case bytes([UInt8], contentType: String?)
    /// `multipart/form-data`; the boundary is chosen when the request is sent.
    case multipart([MultipartPart])
    /// Streamed from the file; nil as length reads to the end of the file.
    case file(OpenFile, offset: Int64 = 0, length: Int64? = nil, contentType: String? = nil)
    /// Made while it is sent, and read once.
    case stream(BodySource, contentType: String? = nil)

    /// Whether the body cannot be sent a second time.
    package var isReadOnce: Bool {
        if case .stream = self { true } else { false }
    }

    /// Whether there is no body.
    public var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

/// One field of a `multipart/form-data` body (RFC 7578).
public struct MultipartPart: Sendable, Hashable {
    /// The content of a field.
    public enum Content: Sendable, Hashable {
        /// The bytes, sent unchanged.
        case bytes([UInt8])
        /// Streamed from the file.
        case file(OpenFile)
    }

    /// The field's name.
    public var name: String
    /// The content of the field.
    public var content: Content
    /// The file name that is sent; nil for the name of the file, or none for bytes.
    public var filename: String?
    /// The Content-Type of the part; nil to guess it from the file name, or to send none for bytes.
    public var contentType: String?

    /// A field and its content.
    public init(_ name: String, _ content: Content, filename: String? = nil, contentType: String? = nil) {
        self.name = name
        self.content = content
        self.filename = filename
        self.contentType = contentType
    }
}

extension RequestBody {
    /// The body's own Content-Type; nil if it has none, and for a multipart body, whose Content-Type depends on the
    /// boundary.
    package var contentType: String? {
        switch self {
        case .none, .multipart: nil
        case .bytes(_, let type), .file(_, _, _, let type), .stream(_, let type): type
        }
    }

    /// Whether a request may declare the body as that type. A form and a multipart body must keep their type; JSON may
    /// have another JSON type, and bytes without a known format any type.
    package func fits(contentType: String) -> Bool {
        let own: MediaType.Kind?
        switch self {
        case .none: return true
        case .multipart: own = .multipart
        case .bytes, .file, .stream: own = self.contentType.flatMap(MediaType.kind)
        }
        let other = MediaType.kind(of: contentType)
        switch own {
        case nil: return true
        case .form, .multipart: return own == other
        case .json, .xml, .other: return other == nil || own == other
        }
    }
}
