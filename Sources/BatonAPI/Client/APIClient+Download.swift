import BatonValues
import BatonFiles
public import BatonHTTP

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
    /// it, and `network.protocol` for a part that is not the one that was asked for.
    ///
    /// - Parameter endpoint: its output is not used. Without a `timeout` it may take as long as something comes: `idleTimeout`
    ///   is 60 seconds unless set.
    /// - Returns: the head of the last response, of status 200, or 206 for one that went on; 416 where nothing was missing.
    @discardableResult public func download(
        _ endpoint: some Endpoint, to path: String
    ) async throws(Failure) -> Response {
        let download = try Download(to: path)
        var attempts = try streamAttempts(at: endpoint)
        while true {
            do throws(Failure) {
                return try await download.go(on: attempts.request) { request throws(Failure) in
                    try await self.sendStream(request, of: endpoint)
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
        var (asked, offset) = (request, Int64(0))
        // What was compressed on its way has no places that a range could name.
        if !asked.headers.contains("accept-encoding") { asked.headers.append("Accept-Encoding", "identity") }
        if let validator = validator(for: request) {
            offset = file.size
            asked.headers.set("Range", "bytes=\(offset)-")
            asked.headers.set("If-Range", validator)
        }
        let sent = asked
        var body = ByteSequence(request: { sent }, send: send).makeAsyncIterator()
        var head: Response?
        do throws(Failure) {
            while let piece = try await body.next() {
                if head == nil, let begun = body.head ?? body.response {
                    head = begun
                    try begin(begun, of: request, at: offset)
                }
                try save(piece)
            }
        } catch {
            if let response = error.response, isWhole(response, at: offset) { return try finish(response) }
            guard error.response?.status == 416, offset > 0 else { throw error }
            // The part is longer than what the server has.
            try Self.writing { () throws(FileError) in try file.restart(as: nil) }
            return try await go(on: request, send)
        }
        guard let response = body.response else { throw Failure(.cancelled, "the task was cancelled") }
        if head == nil { try begin(response, of: request, at: offset) }
        return try finish(response)
    }

    private func begin(_ head: Response, of request: Request, at offset: Int64) throws(Failure) {
        guard head.status == 206 else {
            return try Self.writing { () throws(FileError) in try file.restart(as: note(request, head)) }
        }
        let validator = validator(for: request)
        let isSame = validator?.hasPrefix("\"") != true || head.headers["etag"].map { $0 == validator } ?? true
        let range = ContentRange(head.headers["content-range"])
        if isSame, offset > 0, range?.start == offset { return }
        // The next attempt begins from the start.
        try Self.writing { () throws(FileError) in try file.restart(as: nil) }
        throw Failure(
            .protocol,
            "\(request.url.hostAndPort) sent another part than the one from byte \(offset) that was asked for")
    }

    private func save(_ piece: [UInt8]) throws(Failure) {
        try Self.writing { () throws(FileError) in try file.append(piece) }
    }

    private func finish(_ response: Response) throws(Failure) -> Response {
        if response.status == 206, let total = ContentRange(response.headers["content-range"])?.total,
            total != file.size
        {
            throw Failure(
                .protocol, "the file has \(file.size) bytes of \(total) that \(response.url.hostAndPort) announced")
        }
        try Self.writing { () throws(FileError) in try file.commit() }
        var response = response
        response.body = []
        return response
    }

    /// Whether the server says that nothing is missing: the range behind the last byte is none (RFC 9110 section 15.5.17).
    private func isWhole(_ response: Response, at offset: Int64) -> Bool {
        response.status == 416 && offset > 0 && ContentRange(response.headers["content-range"])?.total == offset
    }

    // MARK: - The note

    /// What the part is a part of; nil where it could not be gone on with.
    private func note(_ request: Request, _ head: Response) -> String? {
        Self.strongValidator(of: head).map { "\(Self.digest(request)) \($0)" }
    }

    /// The validator of the part that there is; nil where it is none of this request's.
    private func validator(for request: Request) -> String? {
        guard file.size > 0, let note = file.note, let gap = note.firstIndex(of: " "),
            note[..<gap] == Self.digest(request)
        else { return nil }
        return String(note[note.index(after: gap)...])
    }

    /// The URL itself may hold a secret.
    private static func digest(_ request: Request) -> String {
        SHA256.hex(of: Array("\(request.method.rawValue) \(request.url.text)".utf8))
    }

    /// A strong ETag; else a date that is at least a second older than the response (RFC 9110 section 8.8.2.2).
    private static func strongValidator(of head: Response) -> String? {
        if let tag = head.headers["etag"] { return tag.hasPrefix("\"") ? tag : nil }
        guard let date = head.headers["last-modified"], let modified = CookieDate.parse(date),
            let now = head.headers["date"].flatMap({ CookieDate.parse($0) }), modified < now
        else { return nil }
        return date
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

/// A Content-Range in bytes (RFC 9110 section 14.4).
private struct ContentRange {
    /// Nil for a range that cannot be had.
    var start: Int64?
    /// Nil where it is not known.
    var total: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        start = parts[0].split(separator: "-").first.flatMap { Int64($0) }
        total = Int64(parts[1])
    }
}
