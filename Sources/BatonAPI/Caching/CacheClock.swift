import BatonValues

/// The cache's wall clock and timer; tests replace both.
package struct CacheClock: Sendable {
    /// Microseconds since 1970.
    package var now: @Sendable () -> Int64
    /// Returns after that duration; throws when its task is cancelled before.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    package static let system = CacheClock(
        now: { ClockReading.wallMicroseconds() }, sleep: { try await Task.sleep(for: $0) })
}
