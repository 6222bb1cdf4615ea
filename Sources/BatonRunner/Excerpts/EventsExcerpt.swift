import BatonHTTP
import BatonJSON
import BatonRecords
import BatonSecrets

/// The events of a stream that a report shows, one a line: the last ones, or those around the one that failed.
struct EventsExcerpt {
    /// Maximum events in an excerpt.
    static let mostEvents = 12
    /// Events that are kept of the response to a passed step.
    static let mostKept = 40
    /// Maximum bytes of one event.
    private static let limit = 400

    let mask: (String) -> MaskedText

    /// - Parameter focus: the place in the list of events that failed.
    /// - Returns: the text, and the number of its line, from 0, to look at; nil for a stream without events.
    func text(_ events: StreamedEvents, focus: JSONPlace? = nil) -> (text: MaskedText, line: Int?)? {
        guard !events.values.isEmpty else { return nil }
        let first = events.count - events.values.count
        var center = events.count - 1
        if case .index(let index)? = focus?.steps.first, index >= first, index < events.count { center = index }
        let start = max(first, min(center - Self.mostEvents / 2, events.count - Self.mostEvents))
        let end = min(start + Self.mostEvents, events.count)
        var lines: [MaskedText] = []
        if start > 0 { lines.append("… \(start) events before") }
        for index in start..<end { lines.append(line(events.values[index - first], index)) }
        if end < events.count { lines.append("… \(events.count - end) events after") }
        var text: MaskedText = ""
        for line in lines { text = text.isEmpty ? line : text + "\n" + line }
        return (text, center - start + (start > 0 ? 1 : 0))
    }

    /// `[3] 12.5 ms delta {"text":"a"}`; the name `message` is left out.
    private func line(_ event: JSONValue, _ index: Int) -> MaskedText {
        let name = event["event"]?.stringValue.map { $0 == "message" ? "" : " \($0)" } ?? ""
        let data: String
        switch event["data"] {
        case .string(let text)?: data = text
        case let value?: data = String(decoding: JSONWriter.compactBytes(value), as: UTF8.self)
        case nil: data = ""
        }
        let milliseconds = event["ms"]?.numberValue.map(\.double) ?? 0
        let time = TimeText.short(Microseconds(milliseconds * 1000))
        // Masked before it is cut: a part of a secret must not remain.
        let shown = mask("\(name) \(data)").reshaped { text in
            let line = text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "⏎")
            guard line.utf8.count > Self.limit else { return line }
            return String(decoding: Array(line.utf8.prefix(Self.limit)), as: UTF8.self) + "…"
        }
        return MaskedText(harmless: "[\(index)] \(time)") + shown
    }
}
