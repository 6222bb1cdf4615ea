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
            example: "within: 30s")
        package static let max = Key(
            "max", .wholeNumber, "How many events may come at most; 10000 unless written.", example: "max: 100")
        package static let format = Key(
            "format", .plainText, "`sse` or `json_lines`, where the Content-Type does not tell.",
            values: .all(of: StreamFormat.self), example: "format: sse")
        package static let reconnect = Key(
            "reconnect", .any,
            "How often the stream is asked for again after it ended, with `Last-Event-ID`: a number, or `true` for 5.",
            kinds: [.integer, .boolean], example: "reconnect: 3")
        package static let map = Map("`stream`", [until, within, max, format, reconnect])
    }
}
