package import BatonFiles

/// A body as a sequence of pieces whose lengths are known before the first byte is sent.
package struct BodyPlan: Sendable {
    package enum Piece: Sendable, Hashable {
        case bytes([UInt8])
        case file(OpenFile, offset: Int64, length: Int64)

        package var length: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, _, let length): length
            }
        }
    }

    package var pieces: [Piece]
    /// What the body is read from instead; the pieces are empty then.
    package var source: BodySource?
    /// Nil: the plan adds no Content-Type header.
    package var contentType: String?

    package init(_ pieces: [Piece], contentType: String?) {
        self.pieces = pieces
        self.contentType = contentType
    }

    /// Adds the boundary to a multipart Content-Type that the request sets without one.
    package static func completing(_ headers: Headers, boundary: String) -> Headers {
        guard let written = headers.first("content-type"), MediaType.kind(of: written) == .multipart,
            MediaType.parameter("boundary", of: written) == nil
        else { return headers }
        var completed = headers
        completed.set("Content-Type", "\(written); boundary=\(boundary)")
        return completed
    }

    /// The whole body in memory. Throws for a file that cannot be read, and for a body longer than the limit.
    package func bytes(limit: Int) throws(Failure) -> [UInt8] {
        guard source == nil, let length else { throw Failure(.badInput, "it is a stream, which is read once") }
        guard length <= limit else { throw Failure(.tooLarge, "it has more than \(limit) bytes") }
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .bytes(let own): bytes += own
            case .file(let file, let offset, let length):
                do {
                    bytes += try file.bytes(from: offset, length: length, limit: limit)
                } catch {
                    throw Failure(.badInput, error.message)
                }
            }
        }
        return bytes
    }

    /// Nil where it is not known before the end.
    package var length: Int64? {
        if let source { source.length } else { pieces.reduce(0) { $0 + $1.length } }
    }

    /// Plans a body; nil for a request without a body.
    ///
    /// - Parameter boundary: separates the parts of a multipart body; random, so that no part contains it.
    package init?(_ body: RequestBody, boundary: @autoclosure () -> String) throws(Failure) {
        switch body {
        case .none:
            return nil
        case .bytes(let bytes, let contentType):
            self.init([.bytes(bytes)], contentType: contentType)
        case .multipart(let parts):
            let boundary = boundary()
            let pieces = Multipart.pieces(parts, boundary: boundary)
            self.init(pieces, contentType: "multipart/form-data; boundary=\(boundary)")
        case .file(let file, let offset, let length, let contentType):
            let rest = file.size - offset
            guard rest >= 0, length ?? 0 <= rest else {
                throw Failure(.badInput, "\(file.path) has \(file.size) bytes: offset and length reach beyond its end")
            }
            self.init([.file(file, offset: offset, length: length ?? rest)], contentType: contentType)
        case .stream(let source, let contentType):
            self.init([], contentType: contentType)
            self.source = source
        }
    }
}

/// The body of a request as it is sent, read piece by piece: for a dispatcher that is an engine of its own.
public struct OutgoingBody: Sendable {
    /// The headers of the request, completed by the `Content-Type` of the body with the boundary of a multipart one.
    public let headers: Headers
    /// The number of bytes.
    public let length: Int64
    /// The path of the file that is exactly this body; nil for any other body. A file that is replaced or changed after the
    /// request was made is not noticed by who opens it again.
    public let filePath: String?
    private var pieces: ArraySlice<BodyPlan.Piece>
    private var offset: Int64 = 0

    /// Nil for a request without a body. Throws `request.bad_input` for a part of a file that ends before, and for a body
    /// that is made while it is sent.
    public init?(_ request: Request) throws(Failure) {
        let written = request.headers["content-type"].flatMap { MediaType.parameter("boundary", of: $0) }
        let boundary = written ?? Boundary.random()
        guard let plan = try BodyPlan(request.body, boundary: boundary) else { return nil }
        var headers = request.headers
        if case .multipart = request.body { headers = BodyPlan.completing(headers, boundary: boundary) }
        if let type = plan.contentType, !headers.contains("content-type") { headers.append("Content-Type", type) }
        self.headers = headers
        guard plan.source == nil, let length = plan.length else {
            throw Failure(.badInput, "this dispatcher cannot send a body that is a stream")
        }
        self.length = length
        pieces = plan.pieces[...]
        filePath =
            if plan.pieces.count == 1, case .file(let file, offset: 0, let length) = plan.pieces[0], length == file.size
            {
                file.path
            } else { nil }
    }

    /// The next bytes, at most that many; nil at the end.
    ///
    /// Throws `request.bad_input` for a file that cannot be read, or that has become shorter.
    public mutating func next(_ most: Int = 1 << 16) throws(Failure) -> [UInt8]? {
        while let piece = pieces.first {
            let rest = piece.length - offset
            guard rest > 0 else {
                pieces.removeFirst()
                offset = 0
                continue
            }
            let count = min(max(1, most), Int(clamping: rest))
            defer { offset += Int64(count) }
            return try Self.read(piece, from: offset, count)
        }
        return nil
    }

    /// The whole body; throws `request.bad_input` for one that has more bytes than the limit.
    public func bytes(limit: Int = TransferOptions.maxResponseInMemory) throws(Failure) -> [UInt8] {
        guard length <= limit else {
            throw Failure(.badInput, "the body has \(length) bytes, and \(limit) are the most")
        }
        var body = self
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(length))
        while let next = try body.next() { bytes += next }
        return bytes
    }

    private static func read(_ piece: BodyPlan.Piece, from offset: Int64, _ count: Int) throws(Failure) -> [UInt8] {
        switch piece {
        case .bytes(let bytes): return Array(bytes[Int(offset)..<Int(offset) + count])
        case .file(let file, let start, _):
            let first = Int(start + offset)
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try file.bytes(in: first..<first + count)
            } catch {
                throw Failure(.badInput, error.message)
            }
            guard bytes.count == count else {
                throw Failure(.badInput, "\(file.path) has become shorter while it was sent")
            }
            return bytes
        }
    }
}

/// Generates the boundary between the parts of a multipart body.
package enum Boundary {
    package static func random() -> String {
        let number = UInt128.random(in: .min ... .max)
        return "baton-\(String(number, radix: 36))"
    }
}

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
