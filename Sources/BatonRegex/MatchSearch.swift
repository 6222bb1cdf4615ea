/// The matches of a pattern in a text, from left to right without overlap; each is searched for by a call of `next`.
package struct MatchSearch: Sendable {
    private let pattern: Pattern
    private let subject: String
    /// The byte offset of the next search.
    private var offset = 0

    init(_ pattern: Pattern, _ subject: String) {
        self.pattern = pattern
        self.subject = subject
    }

    /// The next match; nil behind the last one.
    package mutating func next() throws(PatternError) -> Match? {
        guard offset <= subject.utf8.count, let match = try pattern.firstMatch(in: subject, from: offset) else {
            return nil
        }
        let end = match.text.endIndex
        offset = subject.utf8.distance(from: subject.startIndex, to: end)
        if match.text.isEmpty {
            // The search goes on behind the next character.
            let next = end < subject.endIndex ? subject.unicodeScalars.index(after: end) : nil
            offset = next.map { subject.utf8.distance(from: subject.startIndex, to: $0) } ?? subject.utf8.count + 1
        }
        return match
    }
}
