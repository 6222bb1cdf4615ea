import BatonDiagnostics
import BatonHTTP
import BatonWorkflow
import Synchronization

/// How long a part of a workflow may take, with all that happens in it.
final class TimeLimit: Sendable {
    private let cut: CutShort
    private let isOver = Atomic(false)

    /// - Parameters:
    ///   - owner: what may take so long, for a reader: "the workflow".
    ///   - limit: in microseconds.
    init(_ owner: String, _ limit: Microseconds) {
        cut = CutShort(
            kind: .workflowTimeout, message: "\(owner) took longer than its `timeout` of \(Shown.duration(limit))")
    }

    func expire() { isOver.store(true, ordering: .releasing) }

    /// Nil while there is time.
    var reason: CutShort? { isOver.load(ordering: .acquiring) ? cut : nil }
}

extension CaseRun {
    /// Does something for at most so long; what is still under way then is cancelled, and fails with `workflow.timeout`.
    ///
    /// - Parameter owner: what may take so long, for a reader: "the workflow".
    func limited<Value: Sendable>(
        _ owner: String, to limit: Microseconds, _ body: @escaping () async -> Value
    ) async -> Value {
        let time = TimeLimit(owner, limit)
        limits.append(time)
        defer { limits.removeLast() }
        let sleep = settings.world.sleep
        // The one task that has the case until this one goes on.
        nonisolated(unsafe) let body = body
        return await withTaskGroup(of: Value?.self, returning: Value.self) { group in
            group.addTask { await body() }
            group.addTask {
                guard (try? await sleep(limit)) != nil else { return nil }
                time.expire()
                return nil
            }
            while true {
                let ended = await group.next()
                group.cancelAll()
                if case .some(.some(let value)) = ended { return value }
            }
        }
    }

    /// Why what is under way is cancelled.
    var cut: CutShort { ownCut ?? settings.ending.cut }

    /// The same where it is no interrupt: nil for one.
    var ownCut: CutShort? {
        if let reason = limits.lazy.compactMap(\.reason).first { return reason }
        return settings.ending.reason.map { $0 == .interrupted ? nil : settings.ending.cut } ?? nil
    }
}
