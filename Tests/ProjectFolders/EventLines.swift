package import BatonJSON
import Testing

/// A stream of events as its reader gets it.
package struct EventLines {
    package let events: [JSONValue]

    package init(_ text: String) throws {
        events = try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    }

    package var types: [String] { events.map { $0["type"]?.stringValue ?? "" } }

    /// The kinds of the failures of each workflow file, those of steps and those outside of them.
    package func kinds() throws -> [String: [String]] {
        let cases = try #require(events.first?["cases"]?.arrayValue)
        var paths: [Int64: String] = [:]
        for entry in cases {
            guard let index = entry["index"]?.numberValue?.int else { continue }
            paths[index] = entry["path"]?.stringValue
        }
        var kinds: [String: [String]] = [:]
        for event in events where ["step-finished", "case-finished"].contains(event["type"]?.stringValue) {
            guard let index = event["case"]?.numberValue?.int, let path = paths[index] else { continue }
            for failure in event["failures"]?.arrayValue ?? [] {
                kinds[path, default: []].append(failure["kind"]?.stringValue ?? "")
            }
        }
        return kinds
    }
}
