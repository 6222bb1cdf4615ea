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

    /// Copies the next bytes; 0 at the end, nil when a file cannot be read as planned.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
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
                    return nil
                }
                if count == 0 {
                    failure = Failure(.badInput, "cannot read \(file.path): it became shorter while it was sent")
                    return nil
                }
            }
            offset += Int64(count)
            return count
        }
        return 0
    }

    /// Moves to a byte offset of the whole body, for a request that is sent again.
    mutating func seek(to position: Int64) -> Bool {
        guard position >= 0, position <= plan.length else { return false }
        index = 0
        offset = position
        while index < plan.pieces.count, offset > plan.pieces[index].length {
            offset -= plan.pieces[index].length
            index += 1
        }
        return true
    }
}
