import BatonProcesses
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ends connections on which bytes come without end that libcurl keeps to itself, such as frames of HTTP/2 that belong to
/// no answer: as long as they come, it reads on and gives the loop's thread nothing back, no timer and no cancellation.
///
/// One thread looks at the calls of all loops while there are any.
final class FloodWatch: Sendable {
    static let shared = FloodWatch()

    /// A call of libcurl is under way for too long when it is seen at so many looks, and reads on between all of them.
    private static let looks = 4
    private static let microsecondsBetweenLooks: UInt32 = 250_000

    private struct Seen {
        var call: UInt64 = 0
        var looks = 0
        /// What libcurl had read of each socket when it was last looked at.
        var read: [Int32: UInt64] = [:]
        /// What libcurl had handed on then.
        var delivered: UInt64 = 0
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
        if mustStart, !DetachedThread.start({ FloodWatch.shared.run() }) { state.withLock { $0.isRunning = false } }
    }

    func remove(_ calls: LoopCalls) {
        state.withLock { _ = $0.loops.removeValue(forKey: ObjectIdentifier(calls)) }
    }

    private func run() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
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
        if call != seen.call { seen = Seen(call: call) }
        let read = calls.bytesRead()
        let delivered = calls.deliveredBytes
        // Heads and bodies that take long are no flood: nearly all of them is handed on.
        let growing = read.filter { socket, count in
            guard seen.looks > 0 else { return true }
            guard let before = seen.read[socket], count > before else { return false }
            return (count - before) / 2 > delivered &- seen.delivered
        }
        seen.read = growing.isEmpty ? read : growing
        seen.delivered = delivered
        if growing.isEmpty { seen.looks = 0 }
        seen.looks += 1
        if seen.looks > looks { calls.end(growing.keys) }
    }
}

/// The calls of libcurl that one loop makes, and the sockets that are open for them.
final class LoopCalls: Sendable {
    /// Odd while a call is under way.
    private let count = Atomic<UInt64>(0)
    private let sockets = Mutex<Set<Int32>>([])
    private let ended = Mutex<Set<Int32>>([])
    private let hasEnded = Atomic(false)
    private let delivered = Atomic<UInt64>(0)

    /// libcurl hands on a piece of a head or a body; called by the loop's thread alone.
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

    /// True for the first one.
    func open(_ socket: Int32) -> Bool {
        sockets.withLock { sockets in
            defer { sockets.insert(socket) }
            return sockets.isEmpty
        }
    }

    /// To be called before the socket is closed; true for the last one.
    func close(_ socket: Int32) -> Bool {
        sockets.withLock { sockets in
            sockets.remove(socket)
            return sockets.isEmpty
        }
    }

    /// The sockets that were ended since this was last asked.
    func takeEnded() -> Set<Int32> {
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
                ended.withLock { _ = $0.insert(socket) }
                hasEnded.store(true, ordering: .releasing)
                shutdown(socket, Int32(SHUT_RDWR))
            }
        }
    }

    /// How many bytes libcurl has read of each socket.
    fileprivate func bytesRead() -> [Int32: UInt64] {
        sockets.withLock { sockets in
            var read: [Int32: UInt64] = [:]
            for socket in sockets { read[socket] = Self.bytesRead(of: socket) }
            return read
        }
    }

    /// Nil where the system does not tell.
    private static func bytesRead(of socket: Int32) -> UInt64? {
        #if canImport(Glibc)
            var waiting: Int32 = 0
            guard ioctl(socket, UInt(FIONREAD), &waiting) == 0 else { return nil }
            // `tcpi_bytes_received` of `tcp_info`, which glibc's headers cut off before it.
            let offset = 128
            return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { info in
                var length = socklen_t(info.count)
                guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
                    Int(length) >= offset + MemoryLayout<UInt64>.size
                else { return nil }
                return info.load(fromByteOffset: offset, as: UInt64.self) &- UInt64(max(waiting, 0))
            }
        #else
            return nil
        #endif
    }
}
