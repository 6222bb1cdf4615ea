package import BatonJSON

/// The server's own message about a failure, in the formats that APIs commonly use.
package enum ServerMessage {
    /// Longer messages are cut, because they are shown in console lines and reports.
    private static let limit = 1000
    private static let listLimit = 20

    /// Looks for `message`, `error_message`, `error` (text, or an object with `message`), `errors` (texts, or objects
    /// with `message`), problem details (RFC 9457), and a list of objects with `message` as the whole document. What
    /// stands in `errors` follows the message, each entry behind its `field`; what stands in `reason` or `detail` follows
    /// `error`.
    ///
    /// Nil when none of these is found.
    ///
    /// - Parameter mask: applied to the whole text before it is cut, because a cut through a secret would leave a part
    ///   of it unmasked.
    package static func find(in value: JSONValue, mask: (String) -> String = { $0 }) -> String? {
        let text: String? =
            switch value {
            case .array(let items): joined(items)
            case .object(let object): message(in: object)
            default: nil
            }
        return text.map { cut(mask($0)) }
    }

    /// A body of plain text, without the space around it; nil for an empty one.
    package static func find(inText text: String, mask: (String) -> String = { $0 }) -> String? {
        guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
        let end = text.lastIndex { !$0.isWhitespace } ?? start
        return cut(mask(String(text[start...end])))
    }

    private static func cut(_ text: String) -> String {
        text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "…" : text
    }

    private static func message(in object: JSONObject) -> String? {
        let list = object["errors"]?.arrayValue.flatMap(joined)
        if let text = text(object["message"]) ?? text(object["error_message"]) {
            return list.map { "\(text): \($0)" } ?? text
        }
        if let error = object["error"] {
            if let name = text(error) {
                // RFC 6749 section 5.2.
                let more = text(object["error_description"]) ?? text(object["reason"]) ?? text(object["detail"])
                return more.map { "\(name): \($0)" } ?? name
            }
            if let inner = text(error["message"]) { return inner }
            if let reason = text(object["reason"]) { return reason }
        }
        if let list { return list }
        let title = text(object["title"])
        let detail = text(object["detail"])
        if let title, let detail { return "\(title): \(detail)" }
        return detail ?? title
    }

    private static func joined(_ items: [JSONValue]) -> String? {
        let texts = items.prefix(listLimit).compactMap(entry)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// One entry of a list of errors: a text, or an object with `message` and perhaps the `field` that is meant.
    package static func entry(_ value: JSONValue) -> String? {
        guard let message = text(value["message"]) else { return text(value) }
        return text(value["field"]).map { "\($0): \(message)" } ?? message
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value, !text.isEmpty else { return nil }
        return text
    }
}
