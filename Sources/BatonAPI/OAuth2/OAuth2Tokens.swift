import BatonCurl
import BatonHTTP
import Synchronization

/// The access tokens of a run or a client: each is asked for once, shared by all requests with the same configuration,
/// and renewed before it expires.
///
/// Requests that want the same token at the same time wait for one token request. A request waits at most for its own
/// timeout. A server that refused the credentials (status 400, 401 or 403) is not asked again with the same ones, so
/// that a wrong password in a thousand requests does not lock an account.
public final class OAuth2Tokens: Sendable {
    private struct Flight {
        let number: Int
        var task: Task<Void, Never>?
        var waits: [ObjectIdentifier: TokenWait] = [:]
    }

    private struct Entry {
        var token: AccessToken?
        /// Whether the token replaced a refused one, and no server has accepted it yet.
        var isDoubtful = false
        var endpoint: URLText?
        var refusal: TokenFetch.Landing?
        var flight: Flight?
    }

    private struct State {
        var entries: [OAuth2: Entry] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Mutex(State())
    private let clock: CacheClock

    /// Knows no tokens yet.
    public convenience init() { self.init(clock: .system) }

    package init(clock: CacheClock) { self.clock = clock }

    /// A token that may be used now.
    ///
    /// - Parameters:
    ///   - asker: the request that wants the token.
    ///   - refused: a token that a server has just refused; nil is returned where another one would be refused too.
    func token(
        _ oauth2: OAuth2, for asker: Request, through next: any Dispatcher, after refused: AccessToken? = nil
    ) async throws(Failure) -> AccessToken? {
        let now = clock.now()
        let wait = TokenWait()
        enum Decision {
            case use(AccessToken?)
            case wait(isLeader: Bool)
            case refuse(TokenFetch.Landing)
        }
        let decision: Decision = state.withLock { state in
            var entry = state.entries[oauth2] ?? Entry()
            defer { state.entries[oauth2] = entry }
            if let token = entry.token, token.number != refused?.number, token.renewal.map({ now < $0 }) ?? true {
                return .use(token)
            }
            if let refused, entry.isDoubtful, entry.token?.number == refused.number { return .use(nil) }
            if let refusal = entry.refusal { return .refuse(refusal) }
            if entry.flight != nil {
                entry.flight?.waits[ObjectIdentifier(wait)] = wait
                return .wait(isLeader: false)
            }
            let number = state.nextNumber()
            entry.flight = Flight(number: number, waits: [ObjectIdentifier(wait): wait])
            let fetch = TokenFetch(
                oauth2: oauth2, asker: asker, next: next, clock: clock, endpoint: entry.endpoint,
                refreshToken: entry.token?.refreshToken)
            let isRenewal = refused != nil
            entry.flight?.task = Task {
                self.land(await fetch.run(), number, oauth2, isRenewal: isRenewal)
            }
            return .wait(isLeader: true)
        }
        switch decision {
        case .use(let token): return token
        case .refuse(let landing):
            asker.authorization?.note(landing.secrets)
            if case .failure(let failure) = landing.result { throw failure }
            return nil
        case .wait(let isLeader):
            let ending = await ending(of: wait, oauth2, asker, isLeader: isLeader)
            asker.authorization?.note(ending.secrets)
            return try ending.result.get()
        }
    }

    /// A server accepted the token.
    func accept(_ token: AccessToken, _ oauth2: OAuth2) {
        state.withLock { state in
            guard let entry = state.entries[oauth2], entry.isDoubtful, entry.token?.number == token.number else {
                return
            }
            state.entries[oauth2]?.isDoubtful = false
        }
    }

    private func ending(
        of wait: TokenWait, _ oauth2: OAuth2, _ asker: Request, isLeader: Bool
    ) async -> TokenWait.Ending {
        let timeout = asker.options.timeout
        // The request that leads is limited by the token request itself.
        let timer =
            isLeader
            ? nil
            : Task { [clock] in
                guard (try? await clock.sleep(timeout)) != nil else { return }
                self.leave(wait, oauth2, Self.late(timeout))
            }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await wait.ending()
        } onCancel: {
            leave(wait, oauth2, Failure(.cancelled, "the task was cancelled"))
        }
    }

    private static func late(_ timeout: Duration) -> Failure {
        var failure = Failure(
            .timeout, "no access token: none came within \(TimeoutWords.text(Int(timeout / .milliseconds(1))))")
        failure.isOfAuthorization = true
        return failure
    }

    private func land(_ landing: TokenFetch.Landing, _ number: Int, _ oauth2: OAuth2, isRenewal: Bool) {
        let issued = clock.now()
        let (waits, ending) = state.withLock { state -> ([TokenWait], TokenWait.Ending) in
            var result: Result<AccessToken, Failure>
            let token = state.nextNumber()
            result = landing.result.map { issuedToken in
                AccessToken(
                    number: token, value: issuedToken.value, refreshToken: issuedToken.refreshToken,
                    renewal: issuedToken.renewal(issued: issued))
            }
            let ending = TokenWait.Ending(result: result, secrets: landing.secrets)
            guard var entry = state.entries[oauth2], let flight = entry.flight, flight.number == number else {
                return ([], ending)
            }
            entry.flight = nil
            entry.endpoint = landing.endpoint ?? entry.endpoint
            switch result {
            case .success(let token):
                entry.token = token
                entry.isDoubtful = isRenewal
            case .failure: if landing.isRefusal { entry.refusal = landing }
            }
            state.entries[oauth2] = entry
            return (Array(flight.waits.values), ending)
        }
        for wait in waits { wait.end(ending) }
    }

    /// Ends the wait of a request; the token request is cancelled with its last one.
    private func leave(_ wait: TokenWait, _ oauth2: OAuth2, _ failure: Failure) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let flight = state.entries[oauth2]?.flight, flight.waits[ObjectIdentifier(wait)] != nil else {
                return nil
            }
            state.entries[oauth2]?.flight?.waits[ObjectIdentifier(wait)] = nil
            guard flight.waits.count == 1 else { return nil }
            state.entries[oauth2]?.flight = nil
            return flight.task
        }
        task?.cancel()
        wait.end(TokenWait.Ending(result: .failure(failure), secrets: []))
    }
}

/// The wait of one request for a token; it ends once.
final class TokenWait: Sendable {
    struct Ending: Sendable {
        var result: Result<AccessToken, Failure>
        var secrets: Set<String>
    }

    private struct State {
        var ending: Ending?
        var continuation: CheckedContinuation<Ending, Never>?
    }

    private let state = Mutex(State())

    func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Ending? in
                if state.ending == nil { state.continuation = continuation }
                return state.ending
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    func end(_ ending: Ending) {
        let continuation = state.withLock { state -> CheckedContinuation<Ending, Never>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: ending)
    }
}
