import BatonValues

/// Parsing of media types, and the media type for a file name.
package enum MediaType {
    package static func guessed(fromName name: String) -> String {
        let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...].lowercased() }
        return ending.flatMap { byEnding[$0] } ?? "application/octet-stream"
    }

    /// The `charset` of a Content-Type (RFC 9110, 8.3.2) without quotes; nil if there is none.
    ///
    /// The value is whatever the server wrote, and may not be the name of an encoding.
    package static func charset(of contentType: String) -> String? {
        parameter("charset", of: contentType).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of the first parameter of that name, in any case of letters, without quotes; nil if there is none.
    package static func parameter(_ name: String, of contentType: String) -> String? {
        parameters(of: contentType).first { $0.name == name }?.value
    }

    /// All parameters in their order, with names in lower case and values without quotes.
    package static func parameters(of contentType: String) -> [(name: String, value: String)] {
        parameters(contentType).compactMap { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                \.trimmingBlanks)
            return parts.count == 2 ? (parts[0].lowercased(), unquoted(parts[1])) : nil
        }
    }

    /// The media type without its parameters of that name.
    package static func text(_ contentType: String, without name: String) -> String {
        let kept = parameters(contentType).filter { parameter in
            parameter.split(separator: "=", maxSplits: 1).first?.trimmingBlanks.lowercased() != name
        }
        return ([bare(contentType)] + kept).joined(separator: ";")
    }

    /// The type without parameters, in lower case: `text/html` for `Text/HTML; charset=utf-8`.
    package static func essence(of contentType: String) -> String {
        bare(contentType).trimmingBlanks.lowercased()
    }

    /// The text before the first `;`, by bytes: character by character takes 20 times as long.
    private static func bare(_ contentType: String) -> Substring {
        contentType[..<(contentType.utf8.firstIndex(of: UInt8(ascii: ";")) ?? contentType.endIndex)]
    }

    /// The text behind each `;` outside of quoted strings (RFC 9110, 5.6.6).
    private static func parameters(_ contentType: String) -> [Substring] {
        let bytes = contentType.utf8
        guard bytes.contains(UInt8(ascii: ";")) else { return [] }
        var starts: [String.Index] = []
        var ends: [String.Index] = []
        var isQuoted = false
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: ";") {
                ends.append(index)
                starts.append(bytes.index(after: index))
            }
        }
        return zip(starts, ends.dropFirst() + [contentType.endIndex]).map { contentType[$0..<$1] }
    }

    /// The content of a quoted string (RFC 9110, 5.6.4); other text is returned unchanged.
    private static func unquoted(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        var content: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8.dropFirst() {
            if !isEscaped, byte == UInt8(ascii: "\"") { break }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { content.append(byte) }
        }
        return String(decoding: content, as: UTF8.self)
    }

    private static let byEnding = [
        "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "htm": "text/html", "html": "text/html",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "md": "text/markdown",
        "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain",
        "webp": "image/webp", "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip",
    ]
}

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
