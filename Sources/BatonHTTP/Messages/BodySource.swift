import Synchronization

/// The body of a request that is made while it is sent: an export that is written row by row, a recording, the body of
/// another response.
///
/// ```swift
/// let request = APIRequest(.post, "/import", content: .stream(BodySource(rows), type: "text/csv"))
/// ```
/// The sequence is read as fast as the server takes it: at most some 256 kB wait in memory. It is read once, so that a
/// request with such a body is sent once: no retry, no second attempt with a renewed token, no redirect that repeats the
/// body. Without a length, the body is sent in chunks, which HTTP/1.0 does not know.
public final class BodySource: Sendable, Hashable {
    /// The number of bytes; nil where it is not known before the end.
    public let length: Int64?
    private let state = Mutex(State())
    private let makeProducer: @Sendable (BodySource) -> Task<Void, Never>

    private struct State {
        var pieces: ArraySlice<[UInt8]> = []
        /// How much of the first piece has been read.
        var offset = 0
        /// The bytes that wait.
        var size = 0
        /// What the pieces that wait cost, for very small ones too.
        var cost: Int { size + 64 * pieces.count }
        /// The number of bytes that the sequence has given.
        var made: Int64 = 0
        var hasEnded = false
        var failure: Failure?
        var producer: Task<Void, Never>?
        var isStopped = false
        /// Tells the transfer that there is something to read; set while it waits.
        var wake: (@Sendable () -> Void)?
        /// Resumes the producer, which waits because enough is waiting.
        var room: CheckedContinuation<Void, Never>?

        /// Copies that many of the bytes that wait.
        mutating func take(_ count: Int, into buffer: UnsafeMutableRawBufferPointer) {
            var taken = 0
            while taken < count, let first = pieces.first {
                let next = min(first.count - offset, count - taken)
                first.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[taken...]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + next]))
                }
                taken += next
                offset += next
                if offset == first.count {
                    pieces.removeFirst()
                    offset = 0
                }
            }
            size -= taken
        }
    }

    /// The number of waiting bytes from which the sequence is not read any further.
    static let capacity = 256 << 10

    /// A body of the bytes of a sequence.
    ///
    /// An error that the sequence throws ends the request with `request.bad_input`; it is the failure's `underlying`.
    ///
    /// - Parameter length: the number of bytes, where it is known: many servers want it. More or fewer bytes are a failure: the
    ///   last one is sent when the sequence has ended.
    public init<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, length: Int64? = nil)
    where Bytes.Element: Collection, Bytes.Element.Element == UInt8 {
        self.length = length
        makeProducer = { source in
            Task {
                do {
                    var iterator = bytes.makeAsyncIterator()
                    while let piece = try await iterator.next() {
                        if await source.add(Array(piece)) { continue }
                        // A sequence hears that no more is wanted only where it is asked while its task is cancelled.
                        _ = try? await iterator.next()
                        return
                    }
                    source.end(nil)
                } catch {
                    source.end(error)
                }
            }
        }
    }

    /// Whether both are the same source.
    public static func == (left: BodySource, right: BodySource) -> Bool { left === right }

    /// Adds the identity of the source.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The side of the sequence.
extension BodySource {
    /// Returns when there is room for more; false where no more is wanted.
    private func add(_ piece: [UInt8]) async -> Bool {
        let (wake, isWanted) = state.withLock { state in
            if state.isStopped || state.failure != nil { return (nil as (@Sendable () -> Void)?, false) }
            state.made += Int64(piece.count)
            if let length, state.made > length {
                state.failure = Failure(.badInput, "the body has more than its length of \(length) bytes")
                return (state.wake.take(), false)
            }
            if piece.isEmpty { return (nil, true) }
            state.pieces.append(piece)
            state.size += piece.count
            return (state.wake.take(), true)
        }
        wake?()
        guard isWanted else { return false }
        await withCheckedContinuation { continuation in
            let isFull = state.withLock { state in
                if state.isStopped || state.cost < Self.capacity { return false }
                state.room = continuation
                return true
            }
            if !isFull { continuation.resume() }
        }
        return state.withLock { !$0.isStopped }
    }

    private func end(_ error: (any Error)?) {
        state.withLock { state in
            if let error {
                state.failure = Failure(.badInput, "the body cannot be made: \(error)")
                state.failure?.underlying = error
            } else if let length, state.made < length {
                state.failure = Failure(
                    .badInput, "the body ended after \(state.made) bytes, and its length is \(length)")
            }
            state.hasEnded = true
            return state.wake.take()
        }?()
    }
}

/// The side of the transfer.
extension BodySource {
    /// What a transfer gets when it asks for bytes.
    package enum Reading: Sendable, Equatable {
        case bytes(Int)
        case end
        /// Nothing yet: `wake` is called when there is something.
        case later
        case failed
    }

    package var failure: Failure? { state.withLock(\.failure) }

    /// Begins to read the sequence. Throws `request.bad_input` at the second call.
    package func begin() throws(Failure) {
        let isFirst = state.withLock { state in
            guard state.producer == nil else { return false }
            state.producer = makeProducer(self)
            return true
        }
        if !isFirst {
            throw Failure(.badInput, "the body is a stream, which is read once, and the request was to be sent again")
        }
    }

    /// Copies the next bytes.
    ///
    /// - Parameter wake: called once, on another thread, where there is nothing to read yet.
    package func read(into buffer: UnsafeMutableRawBufferPointer, wake: @escaping @Sendable () -> Void) -> Reading {
        let (reading, room) = state.withLock { state -> (Reading, CheckedContinuation<Void, Never>?) in
            if state.failure != nil || state.isStopped { return (.failed, nil) }
            // The last byte waits for the end of the sequence: until then it may have more than its length, or fail.
            let held = length != nil && !state.hasEnded && state.made == length ? 1 : 0
            let count = min(buffer.count, state.size - held)
            guard count > 0 else {
                if state.hasEnded { return (.end, nil) }
                state.wake = wake
                return (.later, nil)
            }
            state.take(count, into: buffer)
            return (.bytes(count), state.cost < Self.capacity ? state.room.take() : nil)
        }
        room?.resume()
        return reading
    }

    /// The number of bytes that were made and not read yet.
    package var waiting: Int { state.withLock(\.size) }

    /// Whether nothing was read yet.
    package var isUnread: Bool { state.withLock { $0.made == Int64($0.size) } }

    /// Reads no further. The sequence's task is cancelled.
    package func stop() {
        let (producer, room) = state.withLock { state in
            state.isStopped = true
            state.pieces = []
            state.wake = nil
            return (state.producer, state.room.take())
        }
        producer?.cancel()
        room?.resume()
    }
}
