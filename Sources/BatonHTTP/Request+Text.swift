import BatonValues

extension Request {
    /// The label of the encoding that a text body is sent in: the `charset` of its Content-Type, else what its XML
    /// declaration says; nil for UTF-8.
    package static func charsetLabel(of bytes: [UInt8], type: String) -> String? {
        var label = MediaType.parameter("charset", of: type) ?? ""
        if label.isEmpty, MediaType.kind(of: type) == .xml { label = Charset.declaredLabel(in: bytes, isHTML: false) }
        return label.isEmpty || label.lowercased() == "utf-8" ? nil : label
    }

    /// The request with its text body in UTF-8, as people and checks read it.
    package var inUTF8: Request {
        guard case .bytes(let bytes, let own) = body else { return self }
        let type = headers["content-type"] ?? own ?? ""
        var charset = Self.charsetLabel(of: bytes, type: type).flatMap(Charset.init(label:))
        var text = bytes[...]
        if bytes.starts(with: [0xFF, 0xFE]) {
            charset = .utf16LE
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            charset = .utf16BE
        }
        guard let charset, charset != .utf8 else { return self }
        if charset.isUTF16, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            text = text.dropFirst(2)
        }
        guard let decoded = charset.utf8(of: text) else { return self }
        var request = self
        request.body = .bytes(decoded, contentType: own)
        return request
    }
}
