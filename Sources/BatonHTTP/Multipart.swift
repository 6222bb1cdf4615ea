/// Writes `multipart/form-data` as browsers do (RFC 7578, WHATWG HTML section 4.10.21.8).
enum Multipart {
    static func pieces(_ parts: [MultipartPart], boundary: String) -> [BodyPlan.Piece] {
        var pieces: [BodyPlan.Piece] = []
        var text: [UInt8] = []
        for part in parts {
            text.append(contentsOf: "--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
            appendQuoted(part.name, to: &text)
            text.append(UInt8(ascii: "\""))
            if let filename = filename(of: part) {
                text.append(contentsOf: "; filename=\"".utf8)
                appendQuoted(filename, to: &text)
                text.append(UInt8(ascii: "\""))
            }
            text.append(contentsOf: "\r\n".utf8)
            if let type = part.sentContentType { text.append(contentsOf: "Content-Type: \(type)\r\n".utf8) }
            text.append(contentsOf: "\r\n".utf8)
            switch part.content {
            case .bytes(let bytes):
                text.append(contentsOf: bytes)
            case .file(let file):
                pieces.append(.bytes(text))
                text.removeAll()
                pieces.append(.file(file, offset: 0, length: file.size))
            }
            text.append(contentsOf: "\r\n".utf8)
        }
        text.append(contentsOf: "--\(boundary)--\r\n".utf8)
        pieces.append(.bytes(text))
        return pieces
    }

    static func filename(of part: MultipartPart) -> String? {
        if let filename = part.filename { return filename }
        guard case .file(let file) = part.content else { return nil }
        let name = file.path.utf8.split(separator: UInt8(ascii: "/")).last
        return name.map { String(Substring($0)) } ?? file.path
    }

    private static func appendQuoted(_ name: String, to text: inout [UInt8]) {
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\""), 0x0D, 0x0A: text.append(contentsOf: PercentEncoding.escape(byte))
            default: text.append(byte)
            }
        }
    }
}

extension MultipartPart {
    /// A part with a file name gets a Content-Type, guessed from the name if needed; a plain field gets none.
    package var sentContentType: String? { contentType ?? Multipart.filename(of: self).map(MediaType.guessed) }
}
