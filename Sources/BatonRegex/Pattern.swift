#if !BATON_NO_ENGINE
    import CPCRE2
#endif

/// A regular expression over Unicode text. `$` matches at the very end only, not before a last newline.
///
/// PCRE2 runs all patterns: those in its own syntax as they are, those of a `Dialect` as `PatternTranslator` writes them.
/// `PatternProgram` is the compiled pattern, whose searches `PatternLimits` ends. Compiled once, and usable from any
/// thread. A search that backtracks too much is stopped and throws.
package final class Pattern: Sendable {
    /// Options for the whole pattern; the pattern itself can set them too, as in `(?i)`.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let caseInsensitive = Options(rawValue: PCRE2_CASELESS)
        /// `^` and `$` also match at the lines of the text.
        package static let multiline = Options(rawValue: PCRE2_MULTILINE)
        /// `.` also matches line ends.
        package static let dotMatchesNewline = Options(rawValue: PCRE2_DOTALL)
        /// With `multiline`, `^` also matches behind a newline that ends the text.
        package static let circumflexAtEnd = Options(rawValue: PCRE2_ALT_CIRCUMFLEX)
        /// A reference to a group that took no part matches the empty text, as in ECMA-262.
        package static let unsetGroupsAreEmpty = Options(rawValue: PCRE2_MATCH_UNSET_BACKREF)
        /// The whole text must match, not a part of it.
        package static let wholeText = Options(rawValue: PCRE2_ANCHORED | PCRE2_ENDANCHORED)
    }

    /// The pattern as it was written.
    package let text: String
    /// The number of groups, without the whole match.
    package let groupCount: Int
    private let program: PatternProgram

    /// A pattern in PCRE2's syntax. Throws a `syntax` error with PCRE2's message and the place in the pattern.
    package convenience init(_ text: String, options: Options = []) throws(PatternError) {
        try self.init(text, translated: text, options: options)
    }

    /// A pattern in another dialect. Throws a `syntax` error in its words for what it does not have.
    ///
    /// - Parameter isWhole: whether the whole text must match, not a part of it.
    package convenience init(_ text: String, in dialect: Dialect, isWhole: Bool = false) throws(PatternError) {
        let translated = try PatternTranslator.translate(text, from: dialect)
        do {
            try self.init(text, translated: translated, options: dialect.options.union(isWhole ? .wholeText : []))
        } catch {
            guard error.code == .syntax else { throw error }
            // The place would be one in the translation.
            throw PatternError(code: .syntax, message: dialect.message(.translation(error.message)))
        }
    }

    /// `translated` is the pattern in PCRE2's syntax, `text` what it was written as.
    private init(_ text: String, translated: String, options: Options) throws(PatternError) {
        self.text = text
        program = try PatternProgram(translated, options: options.rawValue)
        groupCount = program.groupCount
    }

    /// Whether the pattern is found anywhere in the text. Throws when the search is stopped, not when it finds nothing.
    package func matches(_ subject: String) throws(PatternError) -> Bool {
        try program.isFound(in: subject, from: 0)
    }

    /// The leftmost match from a byte offset on, which must be the start of a character.
    package func firstMatch(in subject: String, from offset: Int = 0) throws(PatternError) -> Match? {
        guard let groups = try program.groups(in: subject, from: offset) else { return nil }
        return Match(groups: groups.map { $0.map { Self.slice(subject, $0) } })
    }

    /// The matches from left to right that do not overlap, each searched for when it is asked for.
    package func search(_ subject: String) -> MatchSearch { MatchSearch(self, subject) }

    /// The number of the group that `(?<name>…)` gave this name.
    package func groupNumber(named name: String) -> Int? { program.groupNumber(named: name) }

    private static func slice(_ subject: String, _ range: Range<Int>) -> Substring {
        let lower = subject.utf8.index(subject.startIndex, offsetBy: range.lowerBound)
        let upper = subject.utf8.index(lower, offsetBy: range.count)
        return subject[lower..<upper]
    }
}

/// Why a pattern does not compile, or why a search was stopped.
package struct PatternError: Error, Sendable, Equatable {
    /// The kind of an error.
    package struct Code: Sendable, Hashable {
        package let text: String

        /// The pattern breaks the grammar of its dialect or of PCRE2.
        package static let syntax = Code(text: "syntax")
        /// The search exceeded its limit of steps or memory: the pattern backtracks catastrophically on this text.
        package static let limit = Code(text: "limit")
        /// PCRE2 failed in another way, for example because memory is exhausted.
        package static let failure = Code(text: "failure")
        /// The program was built without PCRE2.
        package static let missing = Code(text: "missing")
    }

    package let code: Code
    package let message: String
    /// The UTF-8 offsets of a syntax error in the pattern, empty where PCRE2 knows a place only; nil for an error during a
    /// search, and for one that PCRE2 finds in the translation of a pattern.
    package let range: Range<Int>?
    /// Where the range begins.
    package var offset: Int? { range?.lowerBound }

    init(code: Code, message: String, range: Range<Int>? = nil) {
        self.code = code
        self.message = message
        self.range = range
    }
}

extension PatternError: CustomStringConvertible {
    package var description: String { message }
}

/// The result of a search: the text of each group.
package struct Match: Sendable {
    /// Group 0 is the whole match; nil for a group that did not take part in it.
    package let groups: [Substring?]

    /// The whole match.
    package var text: Substring { groups.first.flatMap { $0 } ?? "" }
}

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
