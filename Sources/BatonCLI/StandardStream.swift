import BatonFiles
import BatonProcesses
import BatonSystem
import Synchronization

/// Standard output and standard error. Text is written completely; if the reader is gone it is dropped, without an
/// error. If it cannot be written for another reason, such as a full disk, `outputError` tells it.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty, let start = rest.baseAddress {
                let count = systemWrite(rawValue, start, rest.count)
                if count < 0, errno == EAGAIN {
                    // Another program that shares the terminal or pipe has made it non-blocking.
                    var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&entry, 1, -1)
                } else if count < 0, errno != EINTR {
                    if self == .output, errno != EPIPE { Self.writeError.store(errno, ordering: .relaxed) }
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
        }
    }

    private static let writeError = Atomic<Int32>(0)

    /// Why a part of the standard output is missing; nil where all was written, or the reader has left.
    static var outputError: String? {
        let code = writeError.load(ordering: .relaxed)
        return code == 0 ? nil : String(cString: strerror(code))
    }

    /// Exits at once: nothing is left to write, and transfer threads need not be joined.
    static func exit(_ code: Int32) -> Never {
        _exit(code)
    }

    /// Exits in so many microseconds, whatever is then under way.
    static func exit(_ code: Int32, after time: UInt32) {
        DetachedThread.start {
            usleep(time)
            exit(code)
        }
    }

    /// Blocks without changing the signal mask; ended by `exit`.
    static func waitForEnd() -> Never {
        while true { pause() }
    }
}
