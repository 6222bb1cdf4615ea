import BatonFiles
import BatonHTTP
import BatonValues
import Synchronization

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

/// Bytes at an address that stays valid while libcurl reads them; the memory is reused for the next request.
struct ByteBuffer {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 512) {
        self.capacity = capacity
        start = .allocate(byteCount: capacity, alignment: 1)
    }

    func deallocate() {
        start.deallocate()
    }

    mutating func removeAll() {
        count = 0
    }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(count + bytes.count)
        (start + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func append(_ byte: UInt8) {
        reserve(count + 1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    private mutating func reserve(_ wanted: Int) {
        guard wanted > capacity else { return }
        capacity = max(wanted, capacity * 2)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        moved.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = moved
    }
}

/// Saves a body to a file, which appears under its name when the whole body has arrived.
///
/// Used by one transfer at a time, and by the dispatcher afterwards.
final class FileSink: Sendable {
    private let file: NewFile
    /// Nil when the digest is not wanted.
    private let hash: Mutex<StreamedSHA256?>

    /// Throws `request.bad_input` when the file cannot be made.
    init(_ place: FilePlace, hashes: Bool = false) throws(Failure) {
        do {
            file = try NewFile(at: place)
        } catch {
            throw Failure(.badInput, error.message)
        }
        hash = Mutex(hashes ? StreamedSHA256() : nil)
    }

    /// Writes bytes; returns the failure, or nil.
    func write(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        hash.withLock { $0?.update(bytes) }
        do {
            try file.write(bytes)
            return nil
        } catch {
            return Failure(.badInput, error.message)
        }
    }

    /// The SHA-256 of the bytes written, in hexadecimal digits.
    var digest: String? { hash.withLock { $0?.hex } }

    /// Gives the file its name. Throws `request.bad_input` when that fails; then there is no file.
    func commit() throws(Failure) {
        do {
            try file.commit()
        } catch {
            throw Failure(.badInput, error.message)
        }
    }

    /// Removes the file; does nothing after `commit`.
    func discard() {
        file.discard()
    }
}
