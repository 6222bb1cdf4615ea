import BatonHTTP
import BatonJudging
package import BatonLanguage

extension Language {
    /// `stream` written as a map.
    package enum Stream {
        package static let until = Key(
            "until", .expression,
            "Evaluated on each event as it arrives, with `event` and `events`; the transfer ends when it is true.",
            example: #"until: event.data == "[DONE]""#)
        package static let within = Key(
            "within", .duration, "How long the stream may take from the request on, in place of `timeout`.",
            unlessWritten: "`timeout`, else `30s`",
            example: "within: 30s")
        package static let max = Key(
            "max", .wholeNumber, "How many events may come at most, up to 1000000; no further one is kept.",
            unlessWritten: "`10000`", example: "max: 100")
        package static let format = Key(
            "format", .plainText,
            "The format, where the Content-Type of the response does not tell it; `json_lines` is also for JSON text sequences. A type that tells another one, such as `text/html`, fails as `response.not_stream`.",
            values: .all(of: StreamFormat.self), example: "format: sse")
        package static let reconnect = Key(
            "reconnect", .any,
            "How often the stream is asked for again, with `Last-Event-ID`, after the server ended it or its connection broke; `true` is 5.",
            takes: "whole number or `true`", unlessWritten: "never",
            kinds: [.integer, .boolean], example: "reconnect: 3")
        package static let map = Map("`stream`", [until, within, max, format, reconnect])
    }
}
