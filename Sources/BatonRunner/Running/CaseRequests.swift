import Synchronization

/// The cases that were asked for, in a run whose cases wait for that: those of tests, each of which runs one case.
package final class CaseRequests: Sendable {
    private struct State {
        /// The cases that were asked for and have not ended.
        var wanted: Set<Int> = []
        /// The cases that are running.
        var tasks: [Int: Task<Void, Never>] = [:]
        var cancelled: Set<Int> = []
        /// The cases that were not requested before the run was closed.
        var unwanted: Set<Int> = []
    }

    private let state = Mutex(State())
    private let onHold: @Sendable (Int) -> Void

    /// - Parameter onHold: called with the index of a case whose steps have passed, and whose teardown waits for cases that
    ///   need it, which may not have been asked for yet.
    package init(onHold: @escaping @Sendable (Int) -> Void) {
        self.onHold = onHold
    }

    func hold(_ index: Int) { onHold(index) }

    func isUnwanted(_ index: Int) -> Bool { state.withLock { $0.unwanted.contains(index) } }

    func want(_ index: Int) { _ = state.withLock { $0.wanted.insert(index) } }

    func end(_ index: Int) { _ = state.withLock { $0.wanted.remove(index) } }

    /// These cases had not started when they were cancelled, and may be asked for again.
    func forget(_ indices: [Int]) { state.withLock { $0.cancelled.subtract(indices) } }

    func leaveOut(_ indices: [Int]) { state.withLock { $0.unwanted.formUnion(indices) } }

    /// Runs a case in a task of its own, which can be cancelled alone.
    func perform(
        _ index: Int, _ executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Void
    ) async {
        let task = Task(executorPreference: executor) { await body() }
        let isCancelled = state.withLock { state in
            state.tasks[index] = task
            return state.cancelled.contains(index)
        }
        if isCancelled { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.tasks[index] = nil }
    }

    /// A case is no longer asked for.
    ///
    /// - Parameter needs: the cases that a case needs.
    /// - Returns: the case and those that it needs, without the ones that another case needs which is asked for; their
    ///   tasks are cancelled.
    func drop(_ index: Int, needs: (Int) -> [Int]) -> [Int] {
        let (dropped, tasks) = state.withLock { state in
            state.wanted.remove(index)
            let kept = Self.closure(of: Array(state.wanted), needs)
            let dropped = Self.closure(of: [index], needs).subtracting(kept).sorted()
            state.cancelled.formUnion(dropped)
            return (dropped, dropped.compactMap { state.tasks[$0] })
        }
        for task in tasks { task.cancel() }
        return dropped
    }

    /// The cases, and all that they need, directly or not.
    private static func closure(of cases: [Int], _ needs: (Int) -> [Int]) -> Set<Int> {
        var found: Set<Int> = []
        var open = cases
        while let index = open.popLast() {
            if found.insert(index).inserted { open += needs(index) }
        }
        return found
    }
}

extension Runner {
    /// Asks for a case, in a run whose cases wait for that; the cases that it needs run before it.
    ///
    /// May be called before `run()`. The record of the case comes as an event.
    package func request(_ index: Int) {
        requests?.want(index)
        progress.board.change { $0.request(index) }
    }

    /// A case is no longer asked for: it ends as cancelled, with what only it needs. One that has not started may be asked
    /// for again.
    ///
    /// - Returns: whether the case was cancelled while it was running, so that its record comes soon. It does not where the
    ///   case never started, has ended, or goes on because others need it.
    package func cancel(_ index: Int) -> Bool {
        guard let requests else { return false }
        let dropped = requests.drop(index) { node in
            // `before` and `after` belong to the run.
            plan.cases[node].phase == .main ? plan.cases[node].needs.map(\.index) : []
        }
        let unstarted = dropped.filter { node in progress.board.change { $0.withdraw(node) } }
        requests.forget(unstarted)
        return dropped.contains(index) && !unstarted.contains(index)
    }

    /// From now on no case is asked for: the run ends when those that were have ended.
    package func closeRequests() {
        guard let requests else { return }
        _ = progress.leaveOut { board in
            let cases = board.change { $0.closeRequests() }
            requests.leaveOut(cases)
            return cases
        }
    }
}
