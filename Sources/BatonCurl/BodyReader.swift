import BatonHTTP

/// Hands a planned body to libcurl piece by piece.
struct BodyReader {
    private let plan: BodyPlan
    private var index = 0
    /// The offset in the current piece.
    private var offset: Int64 = 0
    private(set) var failure: Failure?

    init(_ plan: BodyPlan) {
        self.plan = plan
    }

    /// Copies the next bytes. It fails when a file cannot be read as planned, and when a stream fails.
    ///
    /// - Parameter transfer: woken when a stream goes on that has nothing yet.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer, for transfer: Transfer?) -> BodySource.Reading {
        if let source = plan.source { return read(source, into: buffer, for: transfer) }
        while index < plan.pieces.count {
            let piece = plan.pieces[index]
            guard offset < piece.length else {
                index += 1
                offset = 0
                continue
            }
            let wanted = Int(min(Int64(buffer.count), piece.length - offset))
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
            let count: Int
            switch piece {
            case .bytes(let bytes):
                bytes.withUnsafeBytes { source in
                    target.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: source[Int(offset)..<Int(offset) + wanted]))
                }
                count = wanted
            case .file(let file, let start, _):
                do {
                    count = try file.read(into: target, at: start + offset)
                } catch {
                    failure = Failure(.badInput, error.message)
                    return .failed
                }
                if count == 0 {
                    failure = Failure(.badInput, "cannot read \(file.path): it became shorter while it was sent")
                    return .failed
                }
            }
            offset += Int64(count)
            return .bytes(count)
        }
        return .end
    }

    private mutating func read(
        _ source: BodySource, into buffer: UnsafeMutableRawBufferPointer, for transfer: Transfer?
    ) -> BodySource.Reading {
        guard let transfer, let loop = transfer.handle?.pool.loop else { return .failed }
        let reading = source.read(into: buffer) { loop.signal(transfer) }
        switch reading {
        case .later: transfer.isPaused = true
        case .failed: failure = source.failure
        case .bytes, .end: break
        }
        return reading
    }

    /// Moves to a byte offset of the whole body, for a request that is sent again.
    mutating func seek(to position: Int64) -> Bool {
        if let source = plan.source {
            if position == 0, source.isUnread { return true }
            failure = Failure(.badInput, "the body is a stream, which is read once, and it had to be sent again")
            return false
        }
        guard position >= 0, let length = plan.length, position <= length else { return false }
        index = 0
        offset = position
        while index < plan.pieces.count, offset > plan.pieces[index].length {
            offset -= plan.pieces[index].length
            index += 1
        }
        return true
    }
}
