import BatonSystem
import Synchronization

/// Ends connections with an endless stream of bytes that libcurl does not hand on, such as HTTP/2 frames that belong to
/// no response: as long as they come, libcurl reads on and does not return to the loop, so no timer fires and no
/// cancellation works.
///
/// One thread watches the calls of all loops, as long as any loop has open sockets.
final class FloodWatch: Sendable {
    static let shared = FloodWatch()

    /// A call of libcurl is stuck when it swallows bytes at this many looks.
    private static let looks = 3
    private static let microsecondsBetweenLooks: UInt32 = 250_000
    /// How often one look counts the unread bytes of the sockets.
    private static let samples = 20
    private static let microsecondsBetweenSamples: UInt32 = 1000

    private struct Seen {
        var call: UInt64 = 0
        var looks = 0
        /// The sockets from which the call swallowed bytes at all of these looks.
        var sockets: Set<Int32> = []
    }

    private struct State {
        var loops: [ObjectIdentifier: LoopCalls] = [:]
        var isRunning = false
    }

    private let state = Mutex(State())

    func add(_ calls: LoopCalls) {
        let mustStart = state.withLock { state in
            state.loops[ObjectIdentifier(calls)] = calls
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard mustStart else { return }
        if let thread = SystemThread.start({ FloodWatch.shared.run() }) {
            pthread_detach(thread)
        } else {
            state.withLock { $0.isRunning = false }
        }
    }

    func remove(_ calls: LoopCalls) {
        state.withLock { _ = $0.loops.removeValue(forKey: ObjectIdentifier(calls)) }
    }

    private func run() {
        var seen: [ObjectIdentifier: Seen] = [:]
        while true {
            usleep(Self.microsecondsBetweenLooks)
            let loops = state.withLock { state in
                if state.loops.isEmpty { state.isRunning = false }
                return state.loops
            }
            if loops.isEmpty { return }
            seen = seen.filter { loops[$0.key] != nil }
            for (id, calls) in loops { Self.look(at: calls, &seen[id, default: Seen()]) }
        }
    }

    private static func look(at calls: LoopCalls, _ seen: inout Seen) {
        guard let call = calls.current else {
            seen = Seen()
            return
        }
        // Nearly all calls have returned by the next look.
        if call != seen.call {
            seen = Seen(call: call)
            return
        }
        // If no read was seen, libcurl may still have read: the count of looks is kept.
        let swallowed = swallowed(by: call, calls)
        if swallowed.isEmpty { return }
        let again = seen.sockets.intersection(swallowed)
        seen.sockets = again.isEmpty ? swallowed : again
        seen.looks = again.isEmpty ? 1 : seen.looks + 1
        if seen.looks >= looks { calls.end(seen.sockets) }
    }

    /// The sockets from which libcurl reads without handing on half of the bytes. Long heads and bodies do not count,
    /// because nearly all of their bytes are handed on.
    ///
    /// When the number of unread bytes has dropped, libcurl has read at least the difference: more, if bytes arrived
    /// meanwhile.
    private static func swallowed(by call: UInt64, _ calls: LoopCalls) -> Set<Int32> {
        let delivered = calls.deliveredBytes
        var waiting = calls.waitingBytes()
        var read: [Int32: Int] = [:]
        for _ in 0..<samples {
            usleep(microsecondsBetweenSamples)
            guard calls.current == call else { return [] }
            let now = calls.waitingBytes()
            for (socket, count) in now { read[socket, default: 0] += max(0, (waiting[socket] ?? 0) - count) }
            waiting = now
        }
        let handedOn = calls.deliveredBytes &- delivered
        return Set(read.filter { UInt64($0.value / 2) > handedOn }.keys)
    }
}

/// The calls of libcurl that one loop makes, and the loop's open sockets.
final class LoopCalls: Sendable {
    /// Odd while a call is in progress.
    private let count = Atomic<UInt64>(0)
    private let sockets = Mutex<[Int32]>([])
    private let ended = Mutex<[Int32]>([])
    private let hasEnded = Atomic(false)
    private let delivered = Atomic<UInt64>(0)

    /// Counts bytes of a head or a body that libcurl hands on; called on the loop's thread only.
    @inline(__always)
    func deliver(_ count: Int) {
        delivered.store(delivered.load(ordering: .relaxed) &+ UInt64(count), ordering: .relaxed)
    }

    fileprivate var deliveredBytes: UInt64 { delivered.load(ordering: .relaxed) }

    @inline(__always)
    func call(_ body: () -> Void) {
        count.add(1, ordering: .relaxed)
        body()
        count.add(1, ordering: .relaxed)
    }

    fileprivate var current: UInt64? {
        let count = count.load(ordering: .relaxed)
        return count & 1 == 1 ? count : nil
    }

    /// Adds a socket; true for the first one.
    func open(_ socket: Int32) -> Bool {
        sockets.withLock { sockets in
            defer { if !sockets.contains(socket) { sockets.append(socket) } }
            return sockets.isEmpty
        }
    }

    /// Removes a socket, before it is closed; true for the last one.
    func close(_ socket: Int32) -> Bool {
        sockets.withLock { sockets in
            sockets.removeAll { $0 == socket }
            return sockets.isEmpty
        }
    }

    /// The sockets that were ended since the last call of this function.
    func takeEnded() -> [Int32] {
        guard hasEnded.load(ordering: .acquiring) else { return [] }
        hasEnded.store(false, ordering: .relaxed)
        return ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
    }

    fileprivate func end(_ flooded: some Sequence<Int32>) {
        sockets.withLock { sockets in
            for socket in flooded where sockets.contains(socket) {
                ended.withLock { $0.append(socket) }
                hasEnded.store(true, ordering: .releasing)
                SystemCall.spoil(socket)
            }
        }
    }

    /// The number of bytes that have arrived on each socket and that libcurl has not read.
    fileprivate func waitingBytes() -> [Int32: Int] {
        #if canImport(Glibc)
            let request = UInt(FIONREAD)
        #else
            // `FIONREAD`, which Swift does not import on this system.
            let request: UInt = 0x4004_667F
        #endif
        return sockets.withLock { sockets in
            var waiting: [Int32: Int] = [:]
            for socket in sockets {
                var count: Int32 = 0
                if ioctl(socket, request, &count) == 0 { waiting[socket] = Int(count) }
            }
            return waiting
        }
    }
}
