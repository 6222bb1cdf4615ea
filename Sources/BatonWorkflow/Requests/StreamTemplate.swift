package import BatonDiagnostics
package import BatonHTTP
import BatonJudging
package import BatonLanguage

/// `stream` of a request: its response is read as events, as they arrive.
package final class StreamTemplate: Sendable {
    /// Evaluated on each event; the transfer ends when it holds. Nil: the server ends the stream.
    package let until: Expression?
    /// The slots of `event` and `events` in `until`.
    package let slots: (event: Int, events: Int)
    /// The limit for the whole stream, in place of `timeout`.
    package let within: DurationTemplate?
    /// The most events.
    package let most: Int
    package let format: StreamFormat?
    /// How often the stream is asked for again at most.
    package let reconnections: Int
    package let range: SourceRange

    package init(
        until: Expression?, slots: (event: Int, events: Int), within: DurationTemplate?, most: Int,
        format: StreamFormat?, reconnections: Int, range: SourceRange
    ) {
        self.until = until
        self.slots = slots
        self.within = within
        self.most = most
        self.format = format
        self.reconnections = reconnections
        self.range = range
    }

    /// The most events unless `max` is written, and the most that it may be.
    package static let standardMost = 10_000
    package static let highestMost = 1_000_000
    /// The reconnections of `reconnect: true`, and the most that a number may be.
    package static let standardReconnections = 5
    package static let highestReconnections = 1000
}

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
