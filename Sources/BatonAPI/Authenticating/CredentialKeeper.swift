import BatonCurl
import BatonHTTP
import BatonSecrets
import BatonTime
import Synchronization

/// The credential of one authenticator: got once for all requests that want it at the same time, and replaced once when
/// it expires or is refused.
///
/// A request waits at most for its own timeout. A refusal is kept, so that a wrong password in a thousand requests does
/// not lock an account.
final class CredentialKeeper<Scheme: Authenticator>: Sendable {
    /// A credential with a number that tells it from those before and after it, even where they are equal.
    struct Kept: Sendable {
        let number: Int
        let value: Scheme.Credential
    }

    private typealias Wait = PendingResult<Kept>

    private struct Flight {
        let number: Int
        var task: Task<Void, Never>?
        var waits: [ObjectIdentifier: Wait] = [:]
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
    private let clock: CacheClock
    private let state = Mutex(State())

    init(_ authenticator: Scheme, messageStart: String, limitsItself: Bool, clock: CacheClock) {
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
            return (Array(flight.waits.values), flight.task, kept)
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
        let now = Self.timestamp(clock.now())
        let wait = Wait()
        let decision: Decision = state.withLock { state in
            if let kept = state.kept, kept.number != refused?.number, !isExpiring(kept, at: now) { return .use(kept) }
            if let refused, state.isDoubtful, state.kept?.number == refused.number { return .use(nil) }
            if let refusal = state.refusal { return .refuse(refusal) }
            if state.flight != nil {
                state.flight?.waits[ObjectIdentifier(wait)] = wait
                return .wait(isLeader: false)
            }
            let number = state.nextNumber()
            state.flight = Flight(number: number, waits: [ObjectIdentifier(wait): wait])
            let old = state.kept?.value
            let isRenewal = refused != nil
            state.flight?.task = Task {
                self.land(await self.fetched(replacing: old, for: asker, through: next), number, isRenewal: isRenewal)
            }
            return .wait(isLeader: true)
        }
        switch decision {
        case .use(let kept): return kept
        case .refuse(let failure): throw failure
        case .wait(let isLeader): return try await ending(of: wait, asker, isLeader: isLeader).get()
        }
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
            .timeout, "\(messageStart)none came within \(TimeoutWords.text(Int(timeout / .milliseconds(1))))")
        failure.isOfAuthorization = true
        return failure
    }

    private func land(_ result: Result<Scheme.Credential, Failure>, _ number: Int, isRenewal: Bool) {
        let (waits, ending) = state.withLock { state -> ([Wait], Wait.Ending) in
            let credential = state.nextNumber()
            let ending = result.map { Kept(number: credential, value: $0) }
            guard let flight = state.flight, flight.number == number else { return ([], ending) }
            state.flight = nil
            switch ending {
            case .success(let kept):
                if flight.isKept { (state.kept, state.isDoubtful) = (kept, isRenewal) }
            case .failure(let failure):
                if flight.isKept, failure.refusesCredentials { state.refusal = failure }
            }
            return (Array(flight.waits.values), ending)
        }
        for wait in waits { wait.end(ending) }
    }

    /// Ends the wait of a request; getting the credential is cancelled with the last one.
    private func leave(_ wait: Wait, _ failure: Failure) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let flight = state.flight, flight.waits[ObjectIdentifier(wait)] != nil else { return nil }
            state.flight?.waits[ObjectIdentifier(wait)] = nil
            guard flight.waits.count == 1 else { return nil }
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
