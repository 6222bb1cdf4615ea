import BatonText

extension Response {
    /// The body as text in the encoding of its byte order mark, its `Content-Type`, or its own declaration in HTML and
    /// XML, otherwise in UTF-8; U+FFFD stands for invalid bytes. JSON is always read as UTF-8 (RFC 8259, 8.1).
    package var bodyText: String { String(decoding: bodyInUTF8, as: UTF8.self) }

    /// The bytes of `bodyText`; of a body in UTF-8 those that came, valid or not.
    package var bodyInUTF8: [UInt8] {
        guard let type = headers.first("content-type"), let (charset, mark) = charset(for: type), charset != .utf8
        else { return body }
        return charset.repairedUTF8(of: body.dropFirst(mark)) ?? body
    }

    /// The encoding, and the length of the byte order mark; nil where nothing tells.
    private func charset(for type: String) -> (charset: Charset, mark: Int)? {
        let kind = MediaType.kind(of: type)
        if kind == .json || kind == .multipart { return nil }
        let told = MediaType.charset(of: type)
        let essence = MediaType.essence(of: type)
        guard told != nil || kind == .xml || essence.hasPrefix("text/") else { return nil }
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if body.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        if body.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        if let charset = told.flatMap(Charset.init(label:)) { return (charset, 0) }
        let isHTML = essence == "text/html"
        guard kind == .xml || isHTML else { return nil }
        let declared = Charset(label: Charset.declaredLabel(in: body, isHTML: isHTML))
        return declared.flatMap { $0.isUTF16 ? nil : ($0, 0) }
    }
}
