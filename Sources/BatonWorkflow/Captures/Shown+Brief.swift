import BatonJSON

extension Shown {
    private static let briefLimit = 100

    /// A value inside a sentence: of a long one the beginning and how many bytes it has.
    static func brief(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return cut(JSONWriter.compact(value), limit: briefLimit) }
        let kept = text.prefix(briefLimit)
        if kept.endIndex == text.endIndex { return JSONWriter.quote(text) }
        return "\(JSONWriter.quote(String(kept)))… (\(text.utf8.count) bytes)"
    }
}
