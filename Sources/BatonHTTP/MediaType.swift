/// What a file holds, by the ending of its name.
package enum MediaType {
    package static func guessed(fromName name: String) -> String {
        let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...].lowercased() }
        return ending.flatMap { byEnding[$0] } ?? "application/octet-stream"
    }

    /// The `charset` of a Content-Type (RFC 9110, 8.3.2), quotes off; nil where none is told.
    package static func charset(of contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
            let name = parts[1].filter { $0 != "\"" && $0 != "'" }
            return name.isEmpty ? nil : name
        }
        return nil
    }

    private static let byEnding = [
        "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "htm": "text/html", "html": "text/html",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "md": "text/markdown",
        "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain",
        "webp": "image/webp", "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip",
    ]
}
