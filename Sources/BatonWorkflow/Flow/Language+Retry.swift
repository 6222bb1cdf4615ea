import BatonAPI
import BatonJudging
package import BatonLanguage

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
