import BatonSystem

/// Readings of the system's clocks; passed on as values, so that tests can use others.
package enum ClockReading {
    /// Microseconds since 1970-01-01T00:00:00Z. May jump.
    package static func wallMicroseconds() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Nanoseconds of the monotonic clock, whose zero is not defined: only differences have a meaning. Never goes back.
    package static func monotonicNanoseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = clock_gettime(clock, &time)
        return time
    }
}
