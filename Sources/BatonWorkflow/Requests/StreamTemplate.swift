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
