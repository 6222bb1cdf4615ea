extension MediaType {
    /// What a body is made of, as far as a media type tells it.
    package enum Kind: Sendable {
        case json
        case xml
        /// `application/x-www-form-urlencoded`.
        case form
        case multipart
        /// Something that is none of these: a picture, a table, a page.
        case other
    }

    /// Nil for types that say little or nothing, such as `text/plain` and `application/octet-stream`.
    package static func kind(of contentType: String) -> Kind? {
        let type = essence(of: contentType)
        if type.hasPrefix("multipart/") { return .multipart }
        if type == "application/x-www-form-urlencoded" { return .form }
        if type.hasSuffix("+xml") || type.hasSuffix("/xml") { return .xml }
        // Also `application/x-amz-json-1.1` and `application/x-ndjson`.
        if type.contains("json") { return .json }
        let isOther = ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) } || others.contains(type)
        return isOther ? .other : nil
    }

    private static let others: Set = [
        "application/gzip", "application/pdf", "application/yaml", "application/zip", "text/css", "text/csv",
        "text/html", "text/markdown",
    ]
}

extension RequestBody {
    /// Its own Content-Type; nil where it has none, and for a multipart body, whose type names its boundary.
    package var contentType: String? {
        switch self {
        case .none, .multipart: nil
        case .bytes(_, let type), .file(_, _, _, let type): type
        }
    }

    /// Whether the body can be what that type says. A form and a multipart body are what they are; another type of JSON
    /// for JSON, and any type for bytes of which nothing is known, may well be meant.
    package func fits(contentType: String) -> Bool {
        let own: MediaType.Kind?
        switch self {
        case .none: return true
        case .multipart: own = .multipart
        case .bytes, .file: own = self.contentType.flatMap(MediaType.kind)
        }
        let other = MediaType.kind(of: contentType)
        switch own {
        case nil: return true
        case .form, .multipart: return own == other
        case .json, .xml, .other: return other == nil || own == other
        }
    }
}
