// `RetryPolicy` is what a user writes, and decides after each attempt as a function of what has happened; `Attempts`
// keeps count for one request and waits.

import BatonHTTP

/// The attempts at one request of a client, and the pauses between them.
struct Attempts {
    /// The request of the next attempt.
    private(set) var request: Request
    private let policy: RetryPolicy?
    /// Whether the policy is written at the request itself, and not for all requests of an API.
    private let isOwnPolicy: Bool
    private let clock: WallClock
    private let random: @Sendable () -> UInt64
    private let began: Int64
    private var count = 1

    init(
        _ request: Request, _ policy: RetryPolicy?, isOwnPolicy: Bool, clock: WallClock = .system,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.request = request
        self.policy = policy
        self.isOwnPolicy = isOwnPolicy
        self.clock = clock
        self.random = random
        began = policy == nil ? 0 : clock.now()
    }

    /// Whether another attempt follows the failed one; returns after the pause before it.
    ///
    /// Throws `workflow.cancelled` when the task is cancelled during the pause.
    mutating func goOn(after failure: Failure) async throws(Failure) -> Bool {
        guard policy != nil, failure.kind != .cancelled, failure.kind.family != "request" else { return false }
        return try await goOn(kinds: [failure.kind.rawValue], failure.response)
    }

    /// Whether another attempt follows a response that is returned whatever its status.
    mutating func goOn(after response: Response) async throws(Failure) -> Bool {
        policy == nil ? false : try await goOn(kinds: [], response)
    }

    private mutating func goOn(kinds: [String], _ response: Response?) async throws(Failure) -> Bool {
        guard let policy, maySendAgain else { return false }
        let now = clock.now()
        let decision = policy.decide(
            after: count, isRetried: policy.isReason(kinds: kinds, status: response?.status),
            retryAfter: response.flatMap { RetryAfter.seconds($0.headers, now: now / 1_000_000) }
                .map { .seconds(min($0, 1 << 40)) },
            elapsed: .microseconds(max(0, now - began)), random: random())
        guard case .pause(let pause) = decision else { return false }
        do {
            try await clock.sleep(pause)
        } catch {
            throw Failure(.cancelled, "the task was cancelled between two attempts")
        }
        count += 1
        request.cache = request.cache?.forLaterAttempt
        request.onStored = nil
        return true
    }

    private var maySendAgain: Bool {
        !request.body.isReadOnce && (policy?.methods == .all || request.method.isIdempotent)
    }

    /// The failure of the last attempt, which says how many there were, or why there was only one.
    func told(_ failure: Failure) -> Failure {
        var failure = failure
        if count > 1 {
            failure.message += " (attempt \(count))"
        } else if isOwnPolicy, let policy, policy.attempts != 0, !maySendAgain,
            policy.isReason(kinds: [failure.kind.rawValue], status: failure.response?.status)
        {
            failure.message +=
                request.body.isReadOnce
                ? " (a body that is a stream is not sent again)"
                : " (its `retry` sends a \(request.method.rawValue) again only with `methods: .all`)"
        }
        return failure
    }
}
