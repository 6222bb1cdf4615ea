import Synchronization

/// Standard output where nobody looks on: lines of the same moment are written together.
///
/// A system call for each of a thousand lines takes longer than to make them. What waits is written after 50 ms at the
/// latest, before anything goes to standard error, and before the process ends.
final class GatheredOutput: Sendable {
    private struct State {
        var waiting = ""
        var isFlushPlanned = false
    }

    private static let most = 1 << 14
    private static let longestWait = Duration.milliseconds(50)

    private let state = Mutex(State())
    private let destination: @Sendable (String) -> Void

    /// - Parameter destination: writes a text whole; called by one thread at a time.
    init(to destination: @escaping @Sendable (String) -> Void) {
        self.destination = destination
    }

    func write(_ text: String) {
        let mustPlan = state.withLock { state in
            state.waiting += text
            if state.waiting.utf8.count >= Self.most {
                flush(&state)
                return false
            }
            defer { state.isFlushPlanned = true }
            return !state.isFlushPlanned
        }
        if mustPlan { planFlush() }
    }

    /// Writes what waits, after what another thread may be writing.
    func flush() {
        state.withLock { flush(&$0) }
    }

    /// The same, unless another thread is writing: whoever reads the output may have stopped reading.
    func flushUnlessBusy() {
        _ = state.withLockIfAvailable { flush(&$0) }
    }

    private func flush(_ state: inout State) {
        guard !state.waiting.isEmpty else { return }
        destination(state.waiting)
        state.waiting.removeAll(keepingCapacity: true)
    }

    private func planFlush() {
        Task { [self] in
            try? await Task.sleep(for: Self.longestWait)
            state.withLock { state in
                state.isFlushPlanned = false
                flush(&state)
            }
        }
    }
}
