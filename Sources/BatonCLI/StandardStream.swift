import BatonFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard output and standard error, written whole; what nobody reads is dropped, it ends no run.
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
                    // Another program with the same terminal or pipe has made it non-blocking, for all.
                    var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&entry, 1, -1)
                } else if count < 0, errno != EINTR {
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
        }
    }

    /// Ends the process at once: nothing is left to write, and threads that wait for transfers need not be waited for.
    static func exit(_ code: Int32) -> Never {
        _exit(code)
    }

    /// Waits without touching the mask of signals; `exit` ends it.
    static func waitForEnd() -> Never {
        while true { pause() }
    }
}
