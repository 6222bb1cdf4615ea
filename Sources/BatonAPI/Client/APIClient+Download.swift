import BatonFiles
public import BatonHTTP
import BatonValues

extension APIClient {
    /// Saves the body of a response to a file, and goes on where an earlier download broke off.
    ///
    /// The file appears when all of it has arrived. Until then its bytes stand in `PATH.part`, and `PATH.part.note` says of
    /// which version of which URL they are: a later call for the same URL asks for the rest (`Range` and `If-Range`, RFC 9110
    /// sections 13 and 14). So does each attempt of the client's `retry`. A server that has another version by then, or no
    /// ranges, sends the whole body, which replaces the part. Without a strong `ETag`, nor a `Last-Modified` that is strong,
    /// nothing is gone on with.
    ///
    /// Throws what `send` throws, `request.bad_input` for a file that cannot be written, and where another download writes
    /// it, and `network.protocol` for a part that is not the one that was asked for, of the version that it was asked of.
    ///
    /// - Parameters:
    ///   - endpoint: its output is not used. Without a `timeout` it may take as long as something comes: `idleTimeout` is 60
    ///     seconds unless set.
    ///   - path: the file, which is replaced if it is there.
    /// - Returns: the head of the last response, of status 200, or 206 for one that went on; 416 where nothing was missing.
    @discardableResult public func download(
        _ endpoint: some Endpoint, to path: String
    ) async throws(Failure) -> Response {
        let download = try Download(to: path)
        var attempts = try attempts(at: endpoint, isStream: true)
        while true {
            do throws(Failure) {
                return try await download.go(on: attempts.request) { request throws(Failure) in
                    try await self.exchange(request, of: endpoint)
                }
            } catch {
                guard try await attempts.goOn(after: error) else { throw attempts.told(error) }
            }
        }
    }
}

/// A file on its way from a server.
private struct Download {
    private let file: PartialFile

    init(to path: String) throws(Failure) {
        file = try Self.writing { () throws(FileError) in try PartialFile(path) }
    }

    /// Sends the request for what is missing, and saves that.
    func go(
        on request: Request, _ send: @escaping @Sendable (Request) async throws(Failure) -> Response
    ) async throws(Failure) -> Response {
        var asked = request
        // What was compressed on its way has no places that a range could name.
        if !asked.headers.contains("accept-encoding") { asked.headers.append("Accept-Encoding", "identity") }
        let part = Part(file, of: request)
        if let part {
            asked.headers.set("Range", "bytes=\(part.size)-")
            asked.headers.set("If-Range", part.version.validator)
        }
        let sent = asked
        var body = ByteSequence(request: { sent }, send: send).makeAsyncIterator()
        var end: Int64?
        do throws(Failure) {
            while let piece = try await body.next() {
                if end == nil, let head = body.head ?? body.response { end = try begin(head, of: request, part) }
                if let end, file.size + Int64(piece.count) > end {
                    throw try refused("more bytes than it announced", request)
                }
                try Self.writing { () throws(FileError) in try file.append(piece) }
            }
        } catch {
            // What cannot be decoded came compressed all the same, and so did what there is of it.
            if error.kind == .encoding { try Self.writing { () throws(FileError) in try file.restart(as: nil) } }
            guard let response = error.response, response.status == 416, let part else { throw error }
            if part.isWhole(response) { return try finish(response) }
            // The part is none of what the server has now.
            try Self.writing { () throws(FileError) in try file.restart(as: nil) }
            return try await go(on: request, send)
        }
        guard let response = body.response else { throw Failure(.cancelled, "the task was cancelled") }
        if end == nil { end = try begin(response, of: request, part) }
        if let total = Part(file, of: request)?.version.total, file.size < total {
            throw Failure(
                .protocol, "\(request.url.hostAndPort) sent a part that ends after \(file.size) bytes of \(total)")
        }
        return try finish(response)
    }

    /// Looks at the head of a response before its body is saved.
    ///
    /// - Returns: the size that the file may have at most.
    private func begin(_ head: Response, of request: Request, _ part: Part?) throws(Failure) -> Int64 {
        if head.status != 206 {
            let version = Version(head)
            let note = version.map { "\(Part.digest(of: request)) \($0.text)" }
            try Self.writing { () throws(FileError) in try file.restart(as: note) }
            return version?.total ?? .max
        }
        let range = ContentRange(head.headers["content-range"])
        guard let part, let range, range.start == part.size, let last = range.last, last >= part.size,
            part.version.fits(head, total: range.total)
        else {
            throw try refused("another part than the one from byte \(part?.size ?? 0) that was asked for", request)
        }
        return last + 1
    }

    /// A server that does not send what it was asked for: the next attempt begins from the start.
    private func refused(_ what: String, _ request: Request) throws(Failure) -> Failure {
        try Self.writing { () throws(FileError) in try file.restart(as: nil) }
        return Failure(.protocol, "\(request.url.hostAndPort) sent \(what)")
    }

    private func finish(_ response: Response) throws(Failure) -> Response {
        try Self.writing { () throws(FileError) in try file.commit() }
        var response = response
        response.body = []
        return response
    }

    private static func writing<Value: ~Copyable>(
        _ operation: () throws(FileError) -> Value
    ) throws(Failure) -> Value {
        do throws(FileError) {
            return try operation()
        } catch {
            throw Failure(.badInput, error.message)
        }
    }
}

/// What there is of a file, and of which version of it.
private struct Part {
    let size: Int64
    let version: Version

    /// Nil where nothing is there, or what is there belongs to another request.
    init?(_ file: PartialFile, of request: Request) {
        size = file.size
        guard size > 0, let note = file.note, let gap = note.firstIndex(of: " "),
            note[..<gap] == Self.digest(of: request), let version = Version(text: note[note.index(after: gap)...])
        else { return nil }
        self.version = version
    }

    /// The URL itself may hold a secret.
    static func digest(of request: Request) -> String {
        SHA256.hex(of: Array("\(request.method.rawValue) \(request.url.text)".utf8))
    }

    /// Whether the server says that nothing is missing: the range behind the last byte is none (RFC 9110 section 15.5.17).
    func isWhole(_ response: Response) -> Bool {
        size == version.total && ContentRange(response.headers["content-range"])?.total == size
            && version.fits(response, total: size)
    }
}

/// What says that two responses have parts of the same bytes.
private struct Version {
    /// A strong ETag, else a date.
    let validator: String
    /// The SHA-256 of the URL that the response came from, behind all redirects.
    let place: String
    /// Nil where it is not known.
    let total: Int64?

    /// Nil for a response that has no strong ETag, nor a date that is at least a second older than it (RFC 9110 section
    /// 8.8.2.2), and for a body that was compressed on its way.
    init?(_ head: Response) {
        guard head.headers["content-encoding"].map({ $0.lowercased() == "identity" }) ?? true else { return nil }
        if let tag = head.headers["etag"] {
            guard tag.hasPrefix("\"") else { return nil }
            validator = tag
        } else {
            guard let date = head.headers["last-modified"], let modified = CookieDate.parse(date),
                let now = head.headers["date"].flatMap({ CookieDate.parse($0) }), modified < now
            else { return nil }
            validator = date
        }
        place = SHA256.hex(of: Array(head.url.text.utf8))
        total = head.headers["content-length"].flatMap { Int64($0) }
    }

    init?(text: Substring) {
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count == 3 else { return nil }
        (place, total, validator) = (String(parts[0]), Int64(parts[1]), String(parts[2]))
    }

    var text: String { "\(place) \(total.map(String.init) ?? "-") \(validator)" }

    /// Whether a later response is of the same version. Where the validator is an ETag, a part has it, too (RFC 9110
    /// section 15.3.7).
    func fits(_ head: Response, total: Int64?) -> Bool {
        if let total, let known = self.total, total != known { return false }
        guard SHA256.hex(of: Array(head.url.text.utf8)) == place,
            head.headers["content-encoding"].map({ $0.lowercased() == "identity" }) ?? true
        else { return false }
        if validator.hasPrefix("\"") { return head.headers["etag"].map { $0 == validator } ?? (head.status == 416) }
        return head.headers["last-modified"].map { $0 == validator } ?? true
    }
}

/// A Content-Range in bytes (RFC 9110 section 14.4).
private struct ContentRange {
    /// Nil for a range that cannot be had.
    var start: Int64?
    var last: Int64?
    /// Nil where it is not known.
    var total: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-").map { Int64($0) }
        if ends.count == 2 { (start, last) = (ends[0], ends[1]) }
        total = Int64(parts[1])
    }
}
