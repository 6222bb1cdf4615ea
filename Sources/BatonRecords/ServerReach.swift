import BatonHTTP

/// When the system under test last answered, and what could not reach it.
package struct ServerReach: Sendable {
    private var answered: Microseconds?
    private var lost: [Loss] = []

    private struct Loss {
        let started: Microseconds
        /// Whether a connection was made, and broken off before the response.
        let isReset: Bool
    }

    private static let refused: Set<String> = ["network.dns", "network.connect"]
    private static let broken: Set<String> = refused.union(["network.reset"])

    private static let following = Failure.Kind.blocked.rawValue

    package init() {}

    package mutating func add(_ record: CaseRecord) {
        if let step = record.steps.last(where: { $0.exchanges.last?.status != nil }) {
            answered = max(answered ?? .min, step.started)
        }
        guard record.isBad else { return }
        // What follows from another failure is no evidence of its own.
        let failures = (record.steps.flatMap(\.failures) + record.failures).filter { $0.kind != Self.following }
        guard !failures.isEmpty, failures.allSatisfy({ Self.broken.contains($0.kind) }) else { return }
        let step = record.steps.first { $0.failures.contains { $0.kind != Self.following } }
        lost.append(
            Loss(
                started: step?.started ?? record.started,
                isReset: failures.contains { !Self.refused.contains($0.kind) }))
    }

    /// The number of cases that went wrong only because the system under test could not be reached: no connection was
    /// made, or connections were broken off while nothing was answered any more. One alone that was broken off may be the
    /// fault of its request.
    var unreachableCount: Int {
        let last = answered ?? .min
        let isGone = answered == nil || lost.count { $0.started > last } > 1
        return lost.count { !$0.isReset || isGone && $0.started > last }
    }

    /// When the system under test last answered; nil where it never did, or did again after it could not be reached.
    var answeredUntil: Microseconds? {
        guard let answered, !lost.isEmpty, lost.allSatisfy({ $0.started > answered }) else { return nil }
        return answered
    }
}
