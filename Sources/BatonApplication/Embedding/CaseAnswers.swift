package import BatonRecords
import Synchronization

/// How a case that was asked for ended.
package enum CaseAnswer: Sendable {
    case ended(CaseRecord)
    /// Its steps have passed; its teardown waits for cases that need it and may not have been asked for yet.
    case passedSoFar(CaseIdentity)
    /// The caller was cancelled before the case began, or while it goes on for other callers.
    case cancelled
    /// The run has no such case: its file changed after the cases were listed.
    case missing
}

/// Gives the record of each case to the caller that requested it. Keeps failures of other cases until they are reported.
final class CaseAnswers: EventConsumer {
    private typealias Waiter = (ticket: Int, continuation: CheckedContinuation<CaseAnswer, Never>)

    private struct State {
        var records: [Int: CaseRecord] = [:]
        var held: [Int: CaseIdentity] = [:]
        /// The cases whose callers went on before their end.
        var left: Set<Int> = []
        var waiters: [Int: [Waiter]] = [:]
        /// The calls that were cancelled before they waited.
        var cancelled: Set<Int> = []
        var unclaimed: [CaseRecord] = []
        var tickets = 0
    }

    private let state = Mutex(State())
    let followsSteps = false

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event else { return }
        let index = record.identity.index
        let waiters = state.withLock { state in
            state.held[index] = nil
            if record.identity.role == .selected, !state.left.contains(index) {
                state.records[index] = record
            } else if record.isBad, !record.isCancelled, !record.isBlocked {
                state.unclaimed.append(record)
            }
            return state.waiters.removeValue(forKey: index) ?? []
        }
        for waiter in waiters { waiter.continuation.resume(returning: .ended(record)) }
    }

    /// The steps of a case have passed, and its teardown waits.
    func hold(_ identity: CaseIdentity) {
        let waiters = state.withLock { state in
            state.held[identity.index] = identity
            let waiters = state.waiters.removeValue(forKey: identity.index) ?? []
            if !waiters.isEmpty { state.left.insert(identity.index) }
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: .passedSoFar(identity)) }
    }

    /// The bad records that belong to no caller: needed workflows, `before`, `after`, and late teardowns. Each is handed out
    /// once; a blocked one never, because the reason is another record.
    func takeUnclaimed() -> [CaseRecord] {
        state.withLock { state in
            defer { state.unclaimed = [] }
            return state.unclaimed
        }
    }

    /// Waits for the end of a case.
    ///
    /// - Parameter cancel: called when the caller is cancelled; returns whether the record comes soon.
    func answer(_ index: Int, cancel: @escaping @Sendable () -> Bool) async -> CaseAnswer {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let answer = state.withLock({ Self.answer(index, (ticket, continuation), &$0) }) {
                    continuation.resume(returning: answer)
                }
            }
        } onCancel: {
            if cancel() { return }
            let waiter = state.withLock { state -> Waiter? in
                guard let place = state.waiters[index]?.firstIndex(where: { $0.ticket == ticket }) else {
                    state.cancelled.insert(ticket)
                    return nil
                }
                state.left.insert(index)
                return state.waiters[index]?.remove(at: place)
            }
            waiter?.continuation.resume(returning: .cancelled)
        }
    }

    /// Nil where the caller has to wait.
    private static func answer(_ index: Int, _ waiter: Waiter, _ state: inout State) -> CaseAnswer? {
        if let record = state.records[index] { return .ended(record) }
        if let identity = state.held[index] {
            state.left.insert(index)
            return .passedSoFar(identity)
        }
        if state.cancelled.remove(waiter.ticket) != nil {
            state.left.insert(index)
            return .cancelled
        }
        state.waiters[index, default: []].append(waiter)
        return nil
    }
}
