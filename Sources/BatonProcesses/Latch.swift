package import BatonFiles
package import BatonSystem
import BatonValues
import Synchronization

/// An event that occurs once, and that threads can wait for without a time limit.
///
/// It is built on a pipe: a thread that polls the reading end wakes when the writing end is closed.
package final class Latch: Sendable {
    private let readEnd: Int32
    private let writeEnd: Mutex<Int32?>

    /// Throws when the process has too many open files.
    package init() throws(FileError) {
        let pipe = try Pipe()
        readEnd = pipe.readEnd
        writeEnd = Mutex(pipe.writeEnd)
    }

    deinit {
        open()
        _ = close(readEnd)
    }

    package func open() {
        writeEnd.withLock {
            if let number = $0 { _ = close(number) }
            $0 = nil
        }
    }

    /// The descriptor to poll with others: it becomes readable when the latch opens.
    package var number: Int32 { readEnd }

    package var isOpen: Bool { writeEnd.withLock { $0 == nil } }

    /// The poll entry, which reports the end of the pipe when the latch is open.
    package var entry: pollfd { pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0) }

    /// Waits for the latch; false when the deadline, on the monotonic clock, came first.
    package func wait(until deadline: Int64) -> Bool { Self.first(of: [self], until: deadline) != nil }

    /// The index of the first open latch; nil when the deadline came first.
    static func first(of latches: [Latch], until deadline: Int64) -> Int? {
        while true {
            if let index = latches.firstIndex(where: \.isOpen) { return index }
            let rest = deadline - ClockReading.monotonicNanoseconds()
            if rest <= 0 { return nil }
            var entries = latches.map(\.entry)
            // Rounded up, so that the last wait does not become a busy loop.
            _ = poll(&entries, nfds_t(entries.count), Int32(min((rest + 999_999) / 1_000_000, 60_000)))
        }
    }
}

/// The two ends of a new pipe, which child processes do not inherit. The code that makes it must close them.
struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    package init() throws(FileError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw FileError(errno: errno, path: "a pipe", doing: "create") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }
}

/// A thread for a blocking call: waiting for signals, for a process to end, or for its output.
package enum DetachedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread; false when the system has no thread left.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let result = pthread_create(
            &thread, nil,
            { raw in
                let pointer: UnsafeMutableRawPointer? = raw
                if let raw = pointer { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            return false
        }
        #if canImport(Glibc)
            pthread_detach(thread)
        #else
            if let thread { pthread_detach(thread) }
        #endif
        return true
    }
}
