package import BatonAPI
import BatonHTTP
import BatonJudging
package import BatonLanguage

/// `retry` as written: a `RetryPolicy` whose durations may be computed.
package final class RetryTemplate: Sendable {
    /// The maximum number of attempts after the first; nil where the file has none.
    let attempts: Int?
    let every: DurationTemplate
    let backoff: RetryPolicy.Backoff
    /// The longest pause.
    let longest: DurationTemplate
    let hasJitter: Bool
    /// The time after the start of the first attempt within which another attempt may start.
    let within: DurationTemplate?
    let reasons: Set<RetryPolicy.Reason>

    package init(
        attempts: Int?, every: DurationTemplate, backoff: RetryPolicy.Backoff, longest: DurationTemplate,
        hasJitter: Bool, within: DurationTemplate?, reasons: Set<RetryPolicy.Reason>
    ) {
        self.attempts = attempts
        self.every = every
        self.backoff = backoff
        self.longest = longest
        self.hasJitter = hasJitter
        self.within = within
        self.reasons = reasons
    }

    package static let standardPause: Int64 = 1_000_000
    package static let standardLongest: Int64 = 60_000_000

    /// The default for programs, which have no status.
    package static let reasonsOfPrograms: Set<RetryPolicy.Reason> = [named("exec"), named("check")]

    /// The families of failures that another attempt may avoid.
    package static let families = ["network", "http", "stream", "response", "mapping", "contract", "check"]

    /// The reason that a word in `on` stands for: a kind of failure, or a family of kinds.
    package static func named(_ word: String) -> RetryPolicy.Reason { .kind(Failure.Kind(rawValue: word)) }

    /// The policy with its durations. The word in the file is the user's consent to repeat any method.
    package func policy(from scope: any TemplateScope) throws(StepFailure) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts, every: .microseconds(try every.microseconds(from: scope)), backoff: backoff,
            max: .microseconds(try longest.microseconds(from: scope)), jitter: hasJitter,
            within: try within.map { (bound) throws(StepFailure) in
                .microseconds(try bound.microseconds(from: scope))
            },
            on: reasons, methods: .all)
    }
}

/// The rules for sending a request more than once: retries, polling and pages.
package final class RequestFlow: Sendable {
    package let retry: RetryTemplate?
    package let polling: Polling?
    package let pagination: Pagination?

    package init(retry: RetryTemplate?, polling: Polling?, pagination: Pagination?) {
        self.retry = retry
        self.polling = polling
        self.pagination = pagination
    }
}

/// Polling (`until`): the request is sent until a condition on its response holds.
package struct Polling: Sendable {
    package let condition: Expression
    package let every: DurationTemplate
    /// The maximum duration, counted from the first poll.
    package let within: DurationTemplate
    /// Whether `within` is written in the file and is not the default.
    package let hasOwnBound: Bool

    package init(condition: Expression, every: DurationTemplate, within: DurationTemplate, hasOwnBound: Bool) {
        self.condition = condition
        self.every = every
        self.within = within
        self.hasOwnBound = hasOwnBound
    }

    package static let standardPause: Int64 = 1_000_000
    package static let standardBound: Int64 = 60_000_000
}

extension Language {
    /// Keys of requests and calls that send them more than once.
    package enum RequestFlow {
        package static let until = Key(
            "until", .expression, "Sends the request again until this is true; checks see the last response.",
            example: #"until: response.json.state == "done""#)
        package static let every = Key(
            "every", .duration, "The pause between two polls of `until`.", unlessWritten: "`1s`", example: "every: 1s")
        package static let within = Key(
            "within", .duration, "How long `until` polls at most; the last poll is made when the time is up.",
            unlessWritten: "`60s`", example: "within: 60s")
        package static let retry = Key(
            "retry", .any,
            "Sends the request again after no response, 429, 502, 503 or 504; a number says how many attempts may follow the first.",
            takes: "whole number or map",
            holds: .one(Retry.map), kinds: [.map, .integer, .text], example: "retry: 3")
        package static let keys = [retry, until, every, within]
    }
}

extension Language {
    /// `retry` written as a map.
    package enum Retry {
        package static let attempts = Key(
            "attempts", .wholeNumber, "How many attempts may follow the first.",
            unlessWritten: "`3`, or without limit beside `within`",
            example: "attempts: 3")
        package static let every = Key(
            "every", .duration, "The first pause.", unlessWritten: "`1s`", example: "every: 1s")
        package static let backoff = Key(
            "backoff", .plainText, "How pauses grow; with `exponential` each is twice the last.",
            unlessWritten: "`exponential`",
            values: .all(of: RetryPolicy.Backoff.self), example: "backoff: exponential")
        package static let max = Key(
            "max", .duration, "The longest pause, also where `Retry-After` asks for more.", unlessWritten: "`60s`",
            example: "max: 10s")
        package static let jitter = Key(
            "jitter", .boolean,
            "Whether pauses are shortened by chance, by up to a half, so that many clients do not come back at once.",
            unlessWritten: "`true`")
        package static let within = Key(
            "within", .duration, "How long after the first attempt began another may begin.", example: "within: 60s")
        package static let on = Key(
            "on", .any, "What is tried again: kinds of failure, their families, and statuses.",
            takes: "kind, status or list of these", unlessWritten: "`[network, 429, 502, 503, 504]`",
            example: "on: [network, 503]")
        package static let map = Map(
            "`retry`", [attempts, every, backoff, max, jitter, within, on])
    }
}
