package import BatonFiles
import BatonTime
import Synchronization

#if canImport(Glibc)
    package import Glibc
#else
    package import Darwin
#endif

/// Something that happens once and can be waited for by threads, for as long as they like.
///
/// It is the end of a pipe: whoever polls the reading side wakes when the writing side is closed.
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

    /// What to poll beside other descriptors: it can be read from as soon as the latch is open.
    package var number: Int32 { readEnd }

    package var isOpen: Bool { writeEnd.withLock { $0 == nil } }

    /// What polls as ended once the latch is open.
    package var entry: pollfd { pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0) }

    /// False when the deadline, on the monotonic clock, came first.
    package func wait(until deadline: Int64) -> Bool { Self.first(of: [self], until: deadline) != nil }

    /// The position of one that is open, the first of several; nil when the deadline came before any.
    static func first(of latches: [Latch], until deadline: Int64) -> Int? {
        while true {
            if let index = latches.firstIndex(where: \.isOpen) { return index }
            let rest = deadline - ClockReading.monotonicNanoseconds()
            if rest <= 0 { return nil }
            var entries = latches.map(\.entry)
            // Rounded up, so that the last wait does not spin.
            _ = poll(&entries, nfds_t(entries.count), Int32(min((rest + 999_999) / 1_000_000, 60_000)))
        }
    }
}

/// The two ends of a new pipe, which no child process inherits by itself. Whoever makes it closes them.
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
