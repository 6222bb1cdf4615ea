#if canImport(Glibc)
    import CLibCurl
    import Glibc

    /// Wakes a loop from another thread: an eventfd.
    final class Alarm: Sendable {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

        deinit {
            close(descriptor)
        }

        func ring() {
            var one: UInt64 = 1
            _ = SystemCall.write(descriptor, &one, 8)
        }

        func silence() {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
        }
    }
#endif
