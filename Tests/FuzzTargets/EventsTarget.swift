import BatonHTTP

/// A stream of server-sent events, or behind an `L` of JSON Lines.
///
/// However it is cut, it gives the same events and ends in the same fault; no text of an event holds what ends a line.
enum EventsTarget {
    private static let limit = 200

    static func violation(in bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let format: StreamFormat = first == UInt8(ascii: "L") ? .jsonLines : .serverSentEvents
        let stream = Array(bytes.dropFirst())
        let whole = reading(stream, format, piece: max(stream.count, 1))
        for piece in [1, 2, 3, 7] {
            guard reading(stream, format, piece: piece) == whole else {
                return "in pieces of \(piece) bytes other events come"
            }
        }
        for event in whole.events {
            if (event.name + event.id).utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                return "the name or the id of an event has two lines"
            }
            if event.data.utf8.contains(0x0D), format == .serverSentEvents { return "data holds the end of a line" }
            if format == .jsonLines, !event.isJSON { return "a line is no JSON" }
        }
        return nil
    }

    private struct Event: Equatable {
        var name: String
        var data: String
        var id: String
        var isJSON: Bool
    }

    private struct Reading: Equatable {
        var events: [Event]
        var fault: EventReader.FormatError?
        var retry: Duration?
        var lastEventID: String?
    }

    private static func reading(_ bytes: [UInt8], _ format: StreamFormat, piece: Int) -> Reading {
        var reader = EventReader(format, limit: limit)
        var events: [ServerEvent] = []
        var fault: EventReader.FormatError?
        do throws(EventReader.FormatError) {
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try reader.read(Array(bytes[start..<min(start + piece, bytes.count)]), at: .zero, into: &events)
            }
            try reader.finish(at: .zero, into: &events)
        } catch {
            fault = error
        }
        return Reading(
            events: events.map { Event(name: $0.name, data: $0.data, id: $0.id, isJSON: $0.json != nil) }, fault: fault,
            retry: reader.retry, lastEventID: reader.lastEventID)
    }
}
