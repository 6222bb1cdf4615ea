extension MediaType {
    /// The format of a body, as far as a media type tells it.
    package enum Kind: Sendable {
        case json
        case xml
        /// `application/x-www-form-urlencoded`.
        case form
        case multipart
        /// Another known format: an image, a spreadsheet, a page.
        case other
    }

    /// Nil for types that tell little or nothing, such as `text/plain` and `application/octet-stream`.
    package static func kind(of contentType: String) -> Kind? {
        // Nearly every response of an API.
        contentType == "application/json" ? .json : known(essence: essence(of: contentType))
    }

    /// - Parameter type: a type without parameters, in lower case.
    static func known(essence type: String) -> Kind? {
        if type.hasPrefix("multipart/") { return .multipart }
        if type == "application/x-www-form-urlencoded" { return .form }
        if type.hasSuffix("+xml") || type.hasSuffix("/xml") { return .xml }
        // Also `application/x-amz-json-1.1` and `application/x-ndjson`.
        if holdsJSON(type) { return .json }
        let isOther = ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) } || others.contains(type)
        return isOther ? .other : nil
    }

    /// By bytes: `contains` of the standard library takes 25,000 instructions for a short text.
    private static func holdsJSON(_ type: String) -> Bool {
        let bytes = Array(type.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: "json".utf8) }
    }

    private static let others: Set = [
        "application/gzip", "application/pdf", "application/yaml", "application/zip", "text/css", "text/csv",
        "text/html", "text/markdown",
    ]
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
