import BatonJSON

/// What is written reads back as the same value, digit by digit; a refusal has a place.
enum JSONTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        let value: JSONValue
        do {
            value = try JSONParser.parse(bytes)
        } catch {
            let hasPlace = (0...bytes.count).contains(error.offset) && error.line > 0 && error.column > 0
            return hasPlace && !error.message.isEmpty ? nil : "the error has no place: \(error)"
        }
        let compact = JSONWriter.compactBytes(value)
        guard let again = try? JSONParser.parse(compact) else { return "what was written compactly cannot be read" }
        guard again == value, again.hashValue == value.hashValue else { return "it is not equal once written and read" }
        guard JSONWriter.compactBytes(again) == compact else { return "it is written differently the second time" }
        guard let pretty = try? JSONParser.parse(JSONWriter.pretty(value)) else {
            return "what was written over lines cannot be read"
        }
        guard JSONWriter.compactBytes(pretty) == compact else { return "written over lines it is something else" }
        return nil
    }
}
