package import BatonLanguage

/// `$events[0].data`: a JSONPath whose root is the list of a stream's events instead of the body.
package enum EventsPath {
    package static let root = "$events"

    /// Whether a path begins with `$events`. A member of that name of the body is `$.events`.
    package static func isOne(_ text: some StringProtocol) -> Bool {
        guard text.hasPrefix(root) else { return false }
        let next = text.utf8.dropFirst(root.utf8.count).first
        return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }

    /// The path with `$` in place of `$events`.
    package static func inList(_ text: String) -> String { "$" + text.dropFirst(root.utf8.count) }

    /// The text for messages of a path within the list.
    package static func written(_ path: String) -> String { root + path.dropFirst() }
}

extension TextTemplate {
    /// The template with `$` in place of `$events` at its beginning.
    package var inEvents: TextTemplate {
        var pieces = pieces
        if case .literal(let text)? = pieces.first { pieces[0] = .literal(EventsPath.inList(text)) }
        return TextTemplate(pieces: pieces, written: EventsPath.inList(written), range: range)
    }
}
