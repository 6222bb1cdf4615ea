import BatonTime

/// What a run asks of the machine beside the network: clocks, chance and pauses; the system's, or what a test says.
package struct Dependencies: Sendable {
    /// Microseconds since 1970 in UTC.
    package var clock: @Sendable () -> Microseconds
    /// Microseconds that only ever grow, for spans.
    package var elapsed: @Sendable () -> Microseconds
    /// 64 unpredictable bits.
    package var random: @Sendable () -> UInt64
    /// Waits that many microseconds; throws at once when the task is cancelled.
    package var sleep: @Sendable (Microseconds) async throws -> Void

    package init(
        clock: @escaping @Sendable () -> Microseconds = { ClockReading.wallMicroseconds() },
        elapsed: @escaping @Sendable () -> Microseconds = {
            Int64(clamping: ClockReading.monotonicNanoseconds() / 1000)
        },
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        sleep: @escaping @Sendable (Microseconds) async throws -> Void = {
            try await Task.sleep(for: .microseconds($0))
        }
    ) {
        self.clock = clock
        self.elapsed = elapsed
        self.random = random
        self.sleep = sleep
    }

    /// Waits that many microseconds; false when the task was cancelled meanwhile.
    func pause(_ microseconds: Microseconds) async -> Bool {
        do {
            try await sleep(microseconds)
            return true
        } catch {
            return false
        }
    }
}
