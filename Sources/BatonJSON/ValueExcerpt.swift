/// JSON values as messages and reports show them: on one line, cut when they are long.
package enum ValueExcerpt {
    /// Most characters of a value that is shown on its own.
    package static let limit = 500
    private static let briefLimit = 100

    /// A value on its own, such as the expected and the actual value in a report.
    package static func full(_ value: JSONValue) -> String { cut(JSONWriter.compact(value)) }

    /// A value inside a sentence: a long one as its first 100 characters and its size in bytes.
    package static func brief(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return cut(JSONWriter.compact(value), limit: briefLimit) }
        let kept = text.prefix(briefLimit)
        if kept.endIndex == text.endIndex { return JSONWriter.quote(text) }
        return "\(JSONWriter.quote(String(kept)))… (\(text.utf8.count) bytes)"
    }

    package static func cut(_ text: String, limit: Int = ValueExcerpt.limit) -> String {
        guard text.utf8.count > limit else { return text }
        let kept = text.prefix(limit)
        if kept.endIndex == text.endIndex { return text }
        return "\(kept)… (\(text.utf8.count) bytes)"
    }

    /// A value's type or members, as a part of a sentence: "has id, name", "is a list of 3".
    package static func contents(of value: JSONValue) -> String {
        switch value {
        case .object(let object) where !object.isEmpty:
            let names = object.members.prefix(12).map { name($0.name) }.joined(separator: ", ")
            return "has \(names)\(object.count > 12 ? ", …" : "")"
        case .object: return "is an empty object"
        case .array(let elements): return elements.isEmpty ? "is an empty list" : "is a list of \(elements.count)"
        case .null: return "is null"
        default: return "is \(value.typeName == "integer" ? "an" : "a") \(value.typeName)"
        }
    }

    /// A member's name within a sentence: in quotes unless it is a plain word, so that no name can be read as a part of
    /// the sentence.
    package static func name(_ name: String) -> String {
        let isWord =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789_-.@$:/".unicodeScalars.contains($0)
            }
        return isWord ? cut(name, limit: 40) : JSONWriter.quote(cut(name, limit: 40))
    }
}
