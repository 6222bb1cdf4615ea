public import BatonAPI
public import BatonHTTP
import Dispatch
import Synchronization

/// A dispatcher without a network: gives the responses that a test sets, and records the requests.
///
/// ```swift
/// let stub = StubDispatcher()
/// stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Ada"])))
/// let client = try APIClient(environment, dispatcher: stub)
/// ```
public final class StubDispatcher: Dispatcher {
    /// The result of a request.
    public indirect enum Behaviour: Sendable {
        /// A fixed response.
        case fixed(Sample)
        /// A response computed for each request; a thrown failure is the result.
        case computed(@Sendable (Request) throws(Failure) -> Sample)
        /// The request fails with this failure.
        case failure(Failure)
        /// Delays the behaviour. A task that is cancelled meanwhile gets `workflow.cancelled`; a request with a shorter
        /// timeout gets `network.timeout`.
        case delayed(Duration, Behaviour)
    }

    struct Rule {
        var method: Method
        var path: String
        var behaviours: [Behaviour]
        var used = 0

        /// Whether a path is one that `{name}` in that of the rule stands for.
        func matches(_ other: String) -> Bool {
            let own = path.split(separator: "/", omittingEmptySubsequences: false)
            let others = other.split(separator: "/", omittingEmptySubsequences: false)
            return own.count == others.count
                && zip(own, others).allSatisfy { own, other in
                    own == other || own.hasPrefix("{") && own.hasSuffix("}") && !other.isEmpty
                }
        }
    }

    private struct State {
        var rules: [Rule] = []
        var requests: [Request] = []
    }

    private let state = Mutex(State())

    /// A stub without any responses.
    public init() {}

    /// Sets the results of requests with this method and path: the first request gets the first result, and so on; the
    /// last result is repeated. Replaces earlier results for the same method and path.
    ///
    /// - Parameters:
    ///   - method: the method of the requests.
    ///   - path: the whole path of the URL, that of the base URL included, without a query. `{name}` stands for one segment:
    ///     `/items/{id}`; a path without one is found first.
    ///   - behaviours: the results in order; none: removes those of earlier calls.
    public func respond(to method: Method, _ path: String, with behaviours: Behaviour...) {
        state.withLock { state in
            state.rules.removeAll { $0.method == method && $0.path == path }
            if !behaviours.isEmpty { state.rules.append(Rule(method: method, path: path, behaviours: behaviours)) }
        }
    }

    /// All requests that were sent, in order.
    public var requests: [Request] { state.withLock(\.requests) }

    /// Follows redirects, keeps the session and saves bodies to files as a dispatcher with a network does.
    ///
    /// Throws `stub.missing` for a request without a result.
    public func send(_ request: Request) async throws(Failure) -> Response {
        let response = try await request.sentHopByHop { hop throws(Failure) in try await answer(hop) }
        return try response.saved(by: request)
    }

    private func answer(_ sent: Request) async throws(Failure) -> Response {
        let behaviour = state.withLock { state -> Behaviour? in
            state.requests.append(sent)
            let rules = state.rules.filter { $0.method == sent.method }
            let path = sent.url.path
            let wanted = rules.first { $0.path == path } ?? rules.first { $0.matches(path) }
            let found = state.rules.firstIndex { $0.method == sent.method && $0.path == wanted?.path }
            guard let found else { return nil }
            let rule = state.rules[found]
            state.rules[found].used += 1
            return rule.behaviours[min(rule.used, rule.behaviours.count - 1)]
        }
        guard let behaviour else {
            throw .stubMissing(for: sent, among: state.withLock(\.rules))
        }
        return try await perform(behaviour, for: sent)
    }

    private func perform(_ behaviour: Behaviour, for request: Request) async throws(Failure) -> Response {
        switch behaviour {
        case .fixed(let sample): return sample.response(to: request)
        case .computed(let make): return try make(request).response(to: request)
        case .failure(let failure): throw failure
        case .delayed(let delay, let behaviour):
            let limit = request.options.timeout
            do {
                try await Task.sleep(for: min(delay, limit))
            } catch {
                throw Failure(.cancelled, "the task was cancelled")
            }
            guard delay <= limit else {
                throw Failure(.timeout, "no response within \(limit) from \(request.url.hostAndPort)")
            }
            return try await perform(behaviour, for: request)
        }
    }
}

extension Failure {
    /// No stub has the request's method and path: says what there is instead.
    static func stubMissing(for request: Request, among rules: [StubDispatcher.Rule]) -> Failure {
        let what = "no stub answers \(request.method.rawValue) \(request.url.shown)"
        return Failure(.stubMissing, "\(what): \(reason(request, rules))")
    }

    private static func reason(_ request: Request, _ rules: [StubDispatcher.Rule]) -> String {
        let path = request.url.path
        if let other = rules.first(where: { $0.path == path }) {
            return "the stub of this path is for \(other.method.rawValue)"
        }
        for rule in rules where rule.method == request.method {
            if rule.path.prefix(while: { $0 != "?" }) == path {
                return "the stub `\(rule.path)` has a query, and a stub is found by the path alone: write `\(path)`"
            }
            let slash = rule.path.hasPrefix("/") ? "" : "/"
            if rule.path.contains(where: { $0 != "/" }), path.hasSuffix(slash + rule.path) {
                return "the stub `\(rule.path)` has only the end of the path; with that of the base URL it is `\(path)`"
            }
        }
        guard !rules.isEmpty else { return "it has no stubs" }
        let shown = rules.prefix(10).map { "\($0.method.rawValue) \($0.path)" }.joined(separator: ", ")
        return "there are stubs for \(shown)" + (rules.count > 10 ? " and \(rules.count - 10) more" : "")
    }
}

/// Blocks a thread until another one opens the gate, at most five minutes, so that the tests do not hang.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() {
        semaphore.signal()
    }

    /// Waits; returns whether the gate was opened.
    @discardableResult package func wait() -> Bool {
        semaphore.wait(timeout: .now() + 300) == .success
    }
}

/// Suspends a task until a thread notifies it.
package final class Notice: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func give() {
        continuation.yield()
    }

    package func received() async {
        for await _ in stream { return }
    }
}
