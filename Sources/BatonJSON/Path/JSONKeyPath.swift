import BatonValues

/// A dotted path such as `orders.0.name`: the short form of a capture.
///
/// Each part is the name of a member, or, where the value is a list, an index of plain digits. A name that contains a
/// dot has no dotted form; use a JSONPath.
package struct JSONKeyPath: Sendable, Hashable {
    /// The path as it was written.
    package let text: String
    package let parts: [String]

    /// Throws when the path or a part of it is empty, with the place in the path.
    package static func parse(_ text: String) throws(JSONPathError) -> JSONKeyPath {
        var parts: [String] = []
        var offset = 0
        for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            let end = offset + part.count
            guard !part.isEmpty else {
                let message = text.isEmpty ? "a key path may not be empty" : "a key is missing in this path"
                throw JSONPathError(message: message, range: offset..<min(end + 1, text.utf8.count))
            }
            parts.append(String(Substring(part)))
            offset = end + 1
        }
        return JSONKeyPath(text: text, parts: parts)
    }

    package static func == (left: JSONKeyPath, right: JSONKeyPath) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(TextKey(text)) }

    /// The value that the path leads to; nil when a part of the way is missing.
    package func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for part in parts {
            switch value {
            case .object(let object):
                guard let next = object[part] else { return nil }
                value = next
            case .array(let elements):
                guard let index = JSONPointer.index(part), index < elements.count else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }
}
