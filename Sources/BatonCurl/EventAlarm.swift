#if os(Linux)
    import CLibCurl
    import BatonSystem

    /// Wakes a loop from another thread, with an eventfd.
    final class EventAlarm: Sendable {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

        deinit {
            close(descriptor)
        }

        func ring() {
            var one: UInt64 = 1
            _ = write(descriptor, &one, 8)
        }

        func silence() {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
        }
    }
#endif
