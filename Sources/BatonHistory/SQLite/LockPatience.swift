import BatonSystem
import Synchronization

/// How long a command waits for locks of other processes on its history: one budget for all of its connections and
/// statements, so that many short waits take no longer than one long wait.
package final class LockPatience: Sendable {
    /// Remaining nanoseconds.
    private let left: Mutex<Int64>
    private static let longestPause: Int64 = 50_000_000

    /// - Parameter milliseconds: the budget for all waits together.
    package init(milliseconds: Int64 = 2000) {
        left = Mutex(milliseconds * 1_000_000)
    }

    /// Waits for a time that grows with the number of earlier waits; returns false where the budget is used up.
    func pause(after earlier: Int) -> Bool {
        let left = left.withLock { $0 }
        guard left > 0 else { return false }
        let begin = Self.now()
        usleep(UInt32(min(left, Self.longestPause, 1_000_000 << Int64(min(earlier, 6))) / 1000))
        let waited = Self.now() - begin
        self.left.withLock { $0 -= waited }
        return true
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
