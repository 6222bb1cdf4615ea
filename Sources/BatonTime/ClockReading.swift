#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the system's clocks say; passed on as values, so that tests can say something else.
package enum ClockReading {
    /// Microseconds since 1970-01-01T00:00:00Z. May jump.
    package static func wallMicroseconds() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Nanoseconds since some moment. Never goes back: for spans only.
    package static func monotonicNanoseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// When something began: by the wall's clock to be shown, by the other one to be measured from.
    package struct Start: Sendable {
        /// Microseconds since 1970.
        package let wall = wallMicroseconds()
        private let steady = monotonicNanoseconds()

        package init() {}

        /// Microseconds since then.
        package var elapsed: Int64 { Int64(clamping: (monotonicNanoseconds() &- steady) / 1000) }
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = clock_gettime(clock, &time)
        return time
    }
}
