import Synchronization

/// Gives the jobs of a schedule to the workers of a run; a worker sleeps while there is no job.
final class JobBoard: Sendable {
    private struct State {
        var schedule: Schedule
        /// The waiting workers.
        var idle: [CheckedContinuation<Schedule.Job?, Never>] = []
    }

    private let state: Mutex<State>

    init(_ schedule: Schedule) {
        state = Mutex(State(schedule: schedule))
    }

    /// The next job; nil when no job is left to start.
    func next() async -> Schedule.Job? {
        let (action, others) = state.withLock { state in
            let action = state.schedule.next()
            return (action, Self.distribute(&state))
        }
        others.wake()
        switch action {
        case .start(let job): return job
        case .stop: return nil
        case .wait: break
        }
        return await withCheckedContinuation { continuation in
            // A case may have ended before this worker was registered as waiting.
            let woken = state.withLock { state in
                state.idle.append(continuation)
                return Self.distribute(&state)
            }
            woken.wake()
        }
    }

    /// Reports an event to the schedule, which may wake waiting workers; the caller asks for its own next job
    /// afterwards.
    func tell<Reply>(_ event: (inout Schedule) -> Reply) -> Reply {
        state.withLock { event(&$0.schedule) }
    }

    /// See `Schedule.cancel`.
    func cancel() -> [Int] { change { $0.cancel() } }

    /// Changes the schedule from outside of the workers, and wakes those that get a job because of it.
    func change<Reply>(_ body: (inout Schedule) -> Reply) -> Reply {
        let (reply, woken) = state.withLock { state in
            let reply = body(&state.schedule)
            return (reply, Self.distribute(&state))
        }
        woken.wake()
        return reply
    }

    /// The cases that never started and were not reported.
    var unstarted: [Int] { state.withLock { $0.schedule.unstarted } }

    private struct Woken {
        var workers: [(CheckedContinuation<Schedule.Job?, Never>, Schedule.Job?)] = []

        func wake() { for (worker, job) in workers { worker.resume(returning: job) } }
    }

    private static func distribute(_ state: inout State) -> Woken {
        var woken = Woken()
        while !state.idle.isEmpty {
            switch state.schedule.next() {
            case .start(let job): woken.workers.append((state.idle.removeLast(), job))
            case .stop:
                woken.workers += state.idle.map { ($0, nil) }
                state.idle = []
            case .wait: return woken
            }
        }
        return woken
    }
}
