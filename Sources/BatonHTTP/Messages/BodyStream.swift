import Synchronization

/// The body of one response on its way from the transfer that receives it to the one task that reads it.
///
/// The transfer pauses while the reader is behind: `capacity` bytes and one piece wait here.
package final class BodyStream: Sendable {
    /// Bytes that arrived together.
    package struct Piece: Sendable {
        package var bytes: [UInt8]
        /// The time from the request to their arrival.
        package var elapsed: Duration

        package init(_ bytes: [UInt8], at elapsed: Duration) {
            self.bytes = bytes
            self.elapsed = elapsed
        }
    }

    /// What the reader can ask of the transfer, from any thread.
    package struct Control: Sendable {
        /// Goes on after a pause.
        package var resume: @Sendable () -> Void
        /// Ends the transfer: its response is complete with what has arrived.
        package var stop: @Sendable () -> Void

        package init(resume: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> Void) {
            self.resume = resume
            self.stop = stop
        }
    }

    private struct State {
        var pieces: [Piece] = []
        var size = 0
        var head: Response?
        var hasEnded = false
        var isPaused = false
        var isStopped = false
        var control: Control?
        var reader: CheckedContinuation<Void, Never>?
        var opened: (@Sendable () -> Void)?
    }

    /// The number of waiting bytes from which the transfer pauses.
    package static let capacity = 256 << 10
    /// The most bytes that may wait, which only a piece that grows when it is decoded can exceed.
    package static let mostWaiting = 64_000_000

    private let state: Mutex<State>

    /// - Parameter opened: called once the head has come.
    package init(opened: (@Sendable () -> Void)? = nil) {
        state = Mutex(State(opened: opened))
    }
}

/// The side of the transfer.
extension BodyStream {
    /// Begins the body of a response, whose head is complete.
    package func begin(_ head: Response, _ control: Control) {
        let isStopped = state.withLock { state in
            state.head = head
            state.control = control
            return state.isStopped
        }
        if isStopped { control.stop() }
    }

    /// Whether no further piece may come now; then the reader resumes the transfer.
    package func pausesTransfer() -> Bool {
        state.withLock { state in
            guard state.size >= Self.capacity else { return false }
            state.isPaused = true
            return true
        }
    }

    /// Whether so much waits that the transfer pauses, or would at its next piece.
    package var isFull: Bool { state.withLock { $0.size >= Self.capacity } }

    /// Adds a piece; false where more bytes wait than any reader may be made to hold, as when a small compressed piece
    /// becomes a huge one.
    package func append(_ piece: Piece) -> Bool {
        state.withLock { state in
            state.size += piece.bytes.count
            state.pieces.append(piece)
            return state.size <= Self.mostWaiting
        }
    }

    /// Tells that the head has arrived, and the reader what else has. Not to be called where a task must not be resumed.
    package func wakeReader() {
        let (opened, reader) = state.withLock { state in
            (state.head == nil ? nil : state.opened.take(), state.pieces.isEmpty ? nil : state.reader.take())
        }
        opened?()
        reader?.resume()
    }

    /// Nothing more comes; to be called once, after the transfer.
    package func end() {
        state.withLock { state in
            state.hasEnded = true
            state.control = nil
            return state.reader.take()
        }?.resume()
    }
}

/// The side of the reader.
extension BodyStream {
    /// The head of the response, once it has arrived; its body is empty.
    package var head: Response? { state.withLock(\.head) }

    /// The pieces that have arrived since the last call, after a wait for the first of them; nil at the end.
    ///
    /// A cancelled task does not return earlier: the transfer has to be cancelled, which ends the stream.
    package nonisolated(nonsending) func next() async -> [Piece]? {
        while true {
            let (pieces, resume, hasEnded) = state.withLock { state in
                let pieces = state.pieces
                state.pieces = []
                state.size = 0
                let resume = state.isPaused && !pieces.isEmpty ? state.control?.resume : nil
                if resume != nil { state.isPaused = false }
                return (pieces, resume, state.hasEnded)
            }
            resume?()
            if !pieces.isEmpty { return pieces }
            if hasEnded { return nil }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.pieces.isEmpty || state.hasEnded { return true }
                    state.reader = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Ends the transfer early; the pieces that wait are dropped.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            state.pieces = []
            state.size = 0
            return state.control
        }?.stop()
    }
}
