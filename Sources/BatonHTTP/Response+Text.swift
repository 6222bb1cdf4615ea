import BatonValues

extension Response {
    /// The body as text in the encoding of its byte order mark, its `Content-Type`, or its own declaration in HTML and
    /// XML, otherwise in UTF-8; U+FFFD stands for invalid bytes. JSON is always read as UTF-8 (RFC 8259, 8.1).
    package var bodyText: String { String(decoding: bodyInUTF8, as: UTF8.self) }

    /// The bytes of `bodyText`; of a body in UTF-8 those that came behind the byte order mark, valid or not.
    package var bodyInUTF8: [UInt8] {
        guard let (charset, mark) = charset else { return body }
        if charset == .utf8 { return mark == 0 ? body : Array(body.dropFirst(mark)) }
        return charset.repairedUTF8(of: body.dropFirst(mark)) ?? body
    }

    /// Whether the body is decoded from another encoding than UTF-8.
    package var isInOtherCharset: Bool { charset.map { $0.charset != .utf8 } ?? false }

    /// The encoding, and the length of the byte order mark; nil where nothing tells.
    private var charset: (charset: Charset, mark: Int)? {
        if ignoresCharset { return nil }
        let type = headers.first("content-type")
        // Nearly every response of an API.
        if type == "application/json" { return nil }
        let essence = type.map(MediaType.essence) ?? ""
        let kind = MediaType.known(essence: essence)
        if kind == .json || kind == .multipart { return nil }
        let told = type.flatMap(MediaType.charset)
        let isText = essence.isEmpty || essence.hasPrefix("text/")
        guard told != nil || kind == .xml || isText else { return nil }
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if body.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
        if body.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
        if let charset = told.flatMap(Charset.init(label:)) { return (charset, 0) }
        let declared = Charset(label: Charset.declaredLabel(in: body, isHTML: essence == "text/html"))
        return declared.flatMap { $0.isUTF16 ? nil : ($0, 0) }
    }
}
