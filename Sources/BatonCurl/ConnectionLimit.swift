import BatonHTTP
import Synchronization

/// Bounds the connections to each origin: requests beyond them wait, in the order in which they came.
final class ConnectionLimit: Sendable {
    /// How the wait of a request ended.
    enum Ending {
        /// It may be sent, and `leave` is called after it.
        case entered
        case late
        case cancelled
    }

    private struct Waiter {
        let ticket: Int
        let continuation: CheckedContinuation<Ending, Never>
    }

    private struct Line {
        var inUse = 0
        var waiting: [Waiter] = []
    }

    private struct State {
        var lines: [Origin: Line] = [:]
        var tickets = 0
    }

    let most: Int
    private let state = Mutex(State())

    init(_ most: Int) {
        self.most = max(most, 1)
    }

    /// Waits until one of the connections to the origin is free.
    func enter(_ origin: Origin, within limit: Duration) async -> Ending {
        let ticket = state.withLock { state -> Int? in
            if state.lines[origin, default: Line()].inUse < most {
                state.lines[origin, default: Line()].inUse += 1
                return nil
            }
            state.tickets += 1
            return state.tickets
        }
        guard let ticket else { return .entered }
        let timer = Task {
            if (try? await Task.sleep(for: limit)) != nil { end(ticket, of: origin, .late) }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ending = state.withLock { state -> Ending? in
                    if Task.isCancelled { return .cancelled }
                    // One may have become free meanwhile.
                    if state.lines[origin, default: Line()].inUse < most {
                        state.lines[origin, default: Line()].inUse += 1
                        return .entered
                    }
                    let waiter = Waiter(ticket: ticket, continuation: continuation)
                    state.lines[origin, default: Line()].waiting.append(waiter)
                    return nil
                }
                if let ending { continuation.resume(returning: ending) }
            }
        } onCancel: {
            end(ticket, of: origin, .cancelled)
        }
    }

    /// Gives the connection to the request that has waited longest.
    func leave(_ origin: Origin) {
        state.withLock { state -> Waiter? in
            guard var line = state.lines.removeValue(forKey: origin) else { return nil }
            let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst()
            if next == nil { line.inUse -= 1 }
            if line.inUse > 0 { state.lines[origin] = line }
            return next
        }?.continuation.resume(returning: .entered)
    }

    /// How many requests wait for a connection to the origin.
    func waitingCount(at origin: Origin) -> Int { state.withLock { $0.lines[origin]?.waiting.count ?? 0 } }

    private func end(_ ticket: Int, of origin: Origin, _ ending: Ending) {
        state.withLock { state -> Waiter? in
            guard let index = state.lines[origin]?.waiting.firstIndex(where: { $0.ticket == ticket }) else {
                return nil
            }
            return state.lines[origin]?.waiting.remove(at: index)
        }?.continuation.resume(returning: ending)
    }
}
