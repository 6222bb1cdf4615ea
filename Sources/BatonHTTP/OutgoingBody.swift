import BatonFiles

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
