public import BatonHTTP

/// Which failed requests are sent again, how often, and after which pauses.
///
/// ```swift
/// API(retry: RetryPolicy(attempts: 5, every: .milliseconds(200), on: [.network, .status(429), .statuses(500...599)]))
/// ```
/// Set it on an `APIRequest`, an `API` or an `APIEnvironment`; the first of these that has one counts. A request that
/// could change something twice (POST, PATCH, unregistered methods) is sent again only with `methods: .all`.
///
/// The pause is at least as long as the response's `Retry-After` (RFC 9110 section 10.2.3) asks for, up to `max`. Every
/// attempt has the whole timeout of the request, is an exchange of its own for interceptors, and after the first asks
/// the server, whatever the cache holds. A request that cannot be sent (`request.*`) and one that was cancelled are
/// never tried again.
public struct RetryPolicy: Sendable, Hashable {
    /// How the pauses grow.
    public enum Backoff: String, Sendable, Hashable, CaseIterable {
        /// All pauses are as long as the first one.
        case constant
        /// The second pause is twice as long as the first one, the third one three times.
        case linear
        /// Each pause is twice as long as the one before.
        case exponential
    }

    /// Which methods are sent again.
    public enum Methods: Sendable, Hashable {
        /// Only those that have the same effect when they are sent twice: GET, HEAD, PUT, DELETE, OPTIONS, TRACE
        /// (RFC 9110 section 9.2.2).
        case idempotent
        /// All methods: the server recognises a repeated POST, for example by an idempotency key.
        case all
    }

    /// One reason for another attempt.
    public enum Reason: Sendable, Hashable {
        /// A response with this status that the endpoint does not accept.
        case status(Int)
        /// A response with one of these statuses: `.statuses(500...599)`.
        case statuses(ClosedRange<Int>)
        /// A failure of this kind, or of one below it: `network.tls` stands for `network.tls.expired` too. `network` does
        /// not: a certificate or a pinned key is the same the next time.
        case kind(Failure.Kind)

        /// No response came: all failures of the family `network`, except those of certificates (`network.tls.…`).
        public static var network: Reason { .kind(Failure.Kind(rawValue: "network")) }
    }

    /// How many attempts may follow the first; nil where only `within` limits them.
    public var attempts: Int?
    /// The first pause.
    public var every: Duration
    /// How the pauses grow.
    public var backoff: Backoff
    /// The longest pause, also where `Retry-After` asks for more.
    public var max: Duration
    /// Whether pauses are shortened at random, by up to a half, so that many clients do not come back at once.
    public var jitter: Bool
    /// How long after the first attempt began another one may begin.
    public var within: Duration?
    /// The failures and statuses after which another attempt follows.
    public var on: Set<Reason>
    /// Which methods are sent again.
    public var methods: Methods

    /// A policy; three more attempts after pauses of 1, 2 and 4 seconds at most, unless said otherwise.
    ///
    /// - Parameters:
    ///   - attempts: how many attempts may follow the first; nil: as many as begin in time, or three without `within`.
    ///   - every: the first pause.
    ///   - backoff: how the pauses grow.
    ///   - max: the longest pause.
    ///   - jitter: whether pauses are shortened at random.
    ///   - within: how long after the first attempt began another one may begin.
    ///   - on: the failures and statuses after which another attempt follows.
    ///   - methods: which methods are sent again.
    public init(
        attempts: Int? = nil, every: Duration = .seconds(1), backoff: Backoff = .exponential,
        max: Duration = .seconds(60), jitter: Bool = true, within: Duration? = nil,
        on: Set<Reason> = RetryPolicy.standardReasons, methods: Methods = .idempotent
    ) {
        self.attempts = attempts ?? (within == nil ? Self.standardAttempts : nil)
        self.every = every
        self.backoff = backoff
        self.max = max
        self.jitter = jitter
        self.within = within
        self.on = on
        self.methods = methods
    }

    /// Sends nothing again: takes away the policy of API or environment.
    public static let never = RetryPolicy(attempts: 0)

    /// No response, 429, 502, 503 and 504: what usually passes by itself.
    public static let standardReasons: Set<Reason> = [
        .network, .status(429), .status(502), .status(503), .status(504),
    ]

    /// How many attempts follow the first where neither their number nor their time is given.
    package static let standardAttempts = 3

    /// What is wrong with the policy; nil for one that can be followed.
    var violation: String? {
        if let attempts, attempts < 0 { return "`attempts` is \(attempts), and no number of attempts is negative" }
        if every < .zero || max < .zero { return "a pause cannot be negative" }
        if let within, within < .zero { return "`within` cannot be negative" }
        if on.isEmpty { return "`on` names no failure, so nothing would be tried again; `.never` says so" }
        return nil
    }
}
