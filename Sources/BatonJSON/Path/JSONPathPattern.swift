import BatonRegex

/// What a text that a document gives for a pattern turned out to be.
enum JSONPathPattern {
    case usable(Pattern)
    /// No I-Regexp: by the RFC such a one matches nothing.
    case malformed
}
