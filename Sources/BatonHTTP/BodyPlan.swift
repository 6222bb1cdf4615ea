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
