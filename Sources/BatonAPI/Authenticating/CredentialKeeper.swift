import BatonHTTP
import BatonSecrets
import BatonValues
import Synchronization

/// The credential of one authenticator: got once for all requests that want it at the same time, and replaced once when
/// it expires or is refused.
///
/// A request waits at most for its own timeout: where the one that asks runs out of time, another one asks. A refusal is
/// kept, so that a wrong password in a thousand requests does not lock an account.
final class CredentialKeeper<Scheme: Authenticator>: Sendable {
    /// A credential with a number that tells it from those before and after it, even where they are equal.
    struct Kept: Sendable {
        let number: Int
        let value: Scheme.Credential
    }

    private typealias Wait = PendingResult<Kept>

    /// A request that waits for the credential.
    private struct Waiter {
        let wait = Wait()
        let asker: Request
        let next: any Dispatcher
        /// Microseconds since 1970.
        let deadline: Int64

        var key: ObjectIdentifier { ObjectIdentifier(wait) }
    }

    private struct Flight {
        let number: Int
        /// The request on whose behalf the credential is got.
        let leader: ObjectIdentifier
        let isRenewal: Bool
        var task: Task<Void, Never>?
        var waiters: [ObjectIdentifier: Waiter]
        /// False once another credential was set from outside.
        var isKept = true
    }

    /// How a request comes to a credential.
    private enum Decision {
        case use(Kept?)
        case wait(isLeader: Bool)
        case refuse(Failure)
    }

    private struct State {
        var kept: Kept?
        /// Whether the credential replaced a refused one, and no server has accepted it yet.
        var isDoubtful = false
        var refusal: Failure?
        var flight: Flight?
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    let authenticator: Scheme
    /// How the messages of failures begin.
    let messageStart: String
    /// Whether getting a credential ends by itself within the timeout of its request.
    private let limitsItself: Bool
    private let clock: WallClock
    private let state = Mutex(State())

    init(_ authenticator: Scheme, messageStart: String, limitsItself: Bool, clock: WallClock) {
        self.authenticator = authenticator
        self.messageStart = messageStart
        self.limitsItself = limitsItself
        self.clock = clock
    }

    /// The current credential; nil before there is one.
    var value: Scheme.Credential? { state.withLock { $0.kept?.value } }

    /// Replaces the credential from outside; nil takes it away, so that the next request gets a new one.
    func set(_ credential: Scheme.Credential?) {
        let (waits, task, kept) = state.withLock { state -> ([Wait], Task<Void, Never>?, Kept?) in
            state.kept = credential.map { Kept(number: state.nextNumber(), value: $0) }
            state.isDoubtful = false
            state.refusal = nil
            state.flight?.isKept = false
            guard let kept = state.kept, let flight = state.flight else { return ([], nil, nil) }
            state.flight = nil
            return (flight.waiters.values.map(\.wait), flight.task, kept)
        }
        task?.cancel()
        if let kept { for wait in waits { wait.end(.success(kept)) } }
    }

    /// A credential that may be used now.
    ///
    /// - Parameters:
    ///   - asker: the request that wants it.
    ///   - refused: a credential that a server has just refused; nil is returned where another one would be refused too.
    func credential(
        for asker: Request, through next: any Dispatcher, after refused: Kept? = nil
    ) async throws(Failure) -> Kept? {
        let started = clock.now()
        let now = Self.timestamp(started)
        let waiter = Waiter(
            asker: asker, next: next,
            deadline: started &+ Int64(clamping: Int(asker.options.timeout / .microseconds(1))))
        let decision: Decision = state.withLock { state in
            if let kept = state.kept, kept.number != refused?.number, !isExpiring(kept, at: now) { return .use(kept) }
            if let refused, state.isDoubtful, state.kept?.number == refused.number { return .use(nil) }
            if let refusal = state.refusal { return .refuse(refusal) }
            if state.flight != nil {
                state.flight?.waiters[waiter.key] = waiter
                return .wait(isLeader: false)
            }
            begin([waiter.key: waiter], for: waiter, asker.options.timeout, isRenewal: refused != nil, &state)
            return .wait(isLeader: true)
        }
        switch decision {
        case .use(let kept): return kept
        case .refuse(let failure): throw failure
        case .wait(let isLeader): return try await ending(of: waiter.wait, asker, isLeader: isLeader).get()
        }
    }

    private func begin(
        _ waiters: [ObjectIdentifier: Waiter], for leader: Waiter, _ timeout: Duration, isRenewal: Bool,
        _ state: inout State
    ) {
        let number = state.nextNumber()
        let old = state.kept?.value
        var asker = leader.asker
        asker.options.timeout = timeout
        let sent = asker
        let task = Task {
            self.land(await self.fetched(replacing: old, for: sent, through: leader.next), number)
        }
        state.flight = Flight(
            number: number, leader: leader.key, isRenewal: isRenewal, task: task, waiters: waiters)
    }

    private static func timestamp(_ microseconds: Int64) -> Timestamp? {
        Timestamp(seconds: microseconds / 1_000_000, nanoseconds: microseconds % 1_000_000 * 1000)
    }

    private func isExpiring(_ kept: Kept, at now: Timestamp?) -> Bool {
        now.map { authenticator.isExpiring(kept.value, at: $0) } ?? false
    }

    private func fetched(
        replacing old: Scheme.Credential?, for asker: Request, through next: any Dispatcher
    ) async -> Result<Scheme.Credential, Failure> {
        let busy = CredentialsInWork.authenticators.union([AnyAuthenticator(authenticator)])
        return await CredentialsInWork.$authenticators.withValue(busy) {
            do throws(Failure) {
                return .success(try await authenticator.credential(replacing: old, for: asker, through: next))
            } catch {
                var failure = error
                if failure.kind != .cancelled, !failure.message.hasPrefix(messageStart) {
                    failure.message = messageStart + failure.message
                }
                failure.isOfAuthorization = true
                return .failure(masked(failure))
            }
        }
    }

    /// The failure without the authenticator's own secrets, such as a password that the server repeats.
    private func masked(_ failure: Failure) -> Failure {
        let secrets = authenticator.secrets
        if secrets.isEmpty { return failure }
        let registry = SecretRegistry()
        for secret in secrets { registry.add(secret) }
        return failure.masked { registry.redact($0) }
    }

    /// A server accepted the credential.
    func accept(_ kept: Kept) {
        state.withLock { state in
            if state.isDoubtful, state.kept?.number == kept.number { state.isDoubtful = false }
        }
    }

    private func ending(of wait: Wait, _ asker: Request, isLeader: Bool) async -> Wait.Ending {
        let timeout = asker.options.timeout
        let timer =
            isLeader && limitsItself
            ? nil
            : Task { [clock] in
                guard (try? await clock.sleep(timeout)) != nil else { return }
                self.leave(wait, self.late(timeout))
            }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await wait.ending()
        } onCancel: {
            leave(wait, Failure(.cancelled, "the task was cancelled"))
        }
    }

    private func late(_ timeout: Duration) -> Failure {
        var failure = Failure(
            .timeout,
            "\(messageStart)none came within \(DurationText.limit(milliseconds: Int(timeout / .milliseconds(1))))")
        failure.isOfAuthorization = true
        return failure
    }

    private func land(_ result: Result<Scheme.Credential, Failure>, _ number: Int) {
        let (waits, ending) = state.withLock { state -> ([Wait], Wait.Ending) in
            let credential = state.nextNumber()
            let ending = result.map { Kept(number: credential, value: $0) }
            guard let flight = state.flight, flight.number == number else { return ([], ending) }
            state.flight = nil
            var waiters = flight.waiters
            if case .failure(let failure) = ending, failure.kind == .timeout,
                let leader = waiters.removeValue(forKey: flight.leader),
                let next = waiters.values.max(by: { $0.deadline < $1.deadline })
            {
                let left = next.deadline - clock.now()
                begin(waiters, for: next, .microseconds(max(left, 1)), isRenewal: flight.isRenewal, &state)
                return ([leader.wait], ending)
            }
            switch ending {
            case .success(let kept):
                if flight.isKept { (state.kept, state.isDoubtful) = (kept, flight.isRenewal) }
            case .failure(let failure):
                if flight.isKept, failure.refusesCredentials { state.refusal = failure }
            }
            return (flight.waiters.values.map(\.wait), ending)
        }
        for wait in waits { wait.end(ending) }
    }

    /// Ends the wait of a request; getting the credential is cancelled with the last one.
    private func leave(_ wait: Wait, _ failure: Failure) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let flight = state.flight, flight.waiters[ObjectIdentifier(wait)] != nil else { return nil }
            state.flight?.waiters[ObjectIdentifier(wait)] = nil
            guard flight.waiters.count == 1 else { return nil }
            state.flight = nil
            return flight.task
        }
        task?.cancel()
        wait.end(.failure(failure))
    }
}

/// The authenticators whose credentials the task is getting.
enum CredentialsInWork {
    @TaskLocal static var authenticators: Set<AnyAuthenticator> = []
}

extension Failure {
    /// Whether a server says that what was shown to it is not accepted, so that showing it again would not be either.
    fileprivate var refusesCredentials: Bool { [.badRequest, .unauthorized, .forbidden].contains(kind) }
}
