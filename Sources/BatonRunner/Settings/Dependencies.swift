package import BatonRecords
import BatonValues

/// The clocks, random numbers and pauses of a run: the system's by default, replaced in tests.
package struct Dependencies: Sendable {
    /// Microseconds since 1970 in UTC.
    package var clock: @Sendable () -> Microseconds
    /// Microseconds of a monotonic clock, for durations.
    package var elapsed: @Sendable () -> Microseconds
    /// 64 unpredictable bits.
    package var random: @Sendable () -> UInt64
    /// Waits for this many microseconds; throws at once when the task is cancelled.
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

    /// Today in UTC: days since 1970-01-01.
    package var day: Int { Int(clock() / 86_400_000_000) }

    /// When something began, and how long ago that is.
    package struct Stopwatch: Sendable {
        /// The time of the start for readers: microseconds since 1970.
        package let started: Microseconds
        private let begin: Microseconds
        private let clock: @Sendable () -> Microseconds

        fileprivate init(_ dependencies: Dependencies) {
            started = dependencies.clock()
            clock = dependencies.elapsed
            begin = clock()
        }

        /// Microseconds since the start, by the clock that never goes back.
        package var elapsed: Microseconds { clock() - begin }
    }

    package func begin() -> Stopwatch { Stopwatch(self) }

    package func uuid4() -> String {
        var generator = Generator(bits: random)
        return Identifiers.uuid4(using: &generator)
    }

    /// A UUID that begins with the time of `clock`.
    package func uuid7() -> String {
        var generator = Generator(bits: random)
        return Identifiers.uuid7(wallMicroseconds: clock(), using: &generator)
    }

    private struct Generator: RandomNumberGenerator {
        let bits: @Sendable () -> UInt64

        mutating func next() -> UInt64 { bits() }
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
