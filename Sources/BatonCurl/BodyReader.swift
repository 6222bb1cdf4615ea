import BatonHTTP

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Hands a planned body to libcurl piece by piece; files are opened when their turn comes.
struct BodyReader {
    private let plan: BodyPlan
    private var index = 0
    /// In the current piece.
    private var offset: Int64 = 0
    private var descriptor: Int32 = -1
    private(set) var failure: Failure?

    init(_ plan: BodyPlan) {
        self.plan = plan
    }

    /// Copies the next bytes; 0 at the end, nil when a file cannot be read as planned.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while index < plan.pieces.count {
            let piece = plan.pieces[index]
            guard offset < piece.length else {
                next()
                continue
            }
            let wanted = Int(min(Int64(buffer.count), piece.length - offset))
            switch piece {
            case .bytes(let bytes):
                bytes.withUnsafeBytes { source in
                    buffer.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: source[Int(offset)..<Int(offset) + wanted]))
                }
                offset += Int64(wanted)
                return wanted
            case .file(let path, let start, _):
                return read(path, at: start, into: buffer, count: wanted)
            }
        }
        return 0
    }

    private mutating func read(
        _ path: String, at start: Int64, into buffer: UnsafeMutableRawBufferPointer, count: Int
    ) -> Int? {
        if descriptor < 0 {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                failure = Failure(.badInput, "cannot read \(path): \(SystemCall.message(errno))")
                return nil
            }
        }
        while true {
            let read = pread(descriptor, buffer.baseAddress, count, off_t(start + offset))
            if read > 0 {
                offset += Int64(read)
                return read
            }
            if read < 0, errno == EINTR { continue }
            let reason = read < 0 ? SystemCall.message(errno) : "it became shorter while it was sent"
            failure = Failure(.badInput, "cannot read \(path): \(reason)")
            return nil
        }
    }

    private mutating func next() {
        closeFile()
        index += 1
        offset = 0
    }

    /// Goes to a byte of the whole body, for a request that is sent again.
    mutating func seek(to position: Int64) -> Bool {
        guard position >= 0, position <= plan.length else { return false }
        closeFile()
        index = 0
        offset = position
        while index < plan.pieces.count, offset > plan.pieces[index].length {
            offset -= plan.pieces[index].length
            index += 1
        }
        return true
    }

    mutating func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// The size of a regular file that can be read.
    static func size(ofFile path: String) throws(Failure) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure(.badInput, "cannot read \(path): \(SystemCall.message(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.badInput, "cannot send \(path): it is no regular file")
        }
        guard access(path, R_OK) == 0 else {
            throw Failure(.badInput, "cannot read \(path): \(SystemCall.message(errno))")
        }
        return Int64(status.st_size)
    }
}
