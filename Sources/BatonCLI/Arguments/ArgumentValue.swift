import BatonApplication
import BatonRunner
import BatonValues

/// The type of an option's or operand's value, and where it is stored.
enum ArgumentValue: Sendable {
    /// An option without a value.
    case flag(@Sendable (inout Settings) -> Void)
    case text(@Sendable (inout Settings, String) -> Void)
    /// A path, for which shells complete file names.
    case file(@Sendable (inout Settings, String) -> Void)
    /// A whole number of at least 1.
    case positiveInteger(@Sendable (inout Settings, Int) -> Void)
    /// A duration with its unit, greater than 0; stored in microseconds.
    case duration(@Sendable (inout Settings, Int64) -> Void)
    /// A whole number in a range.
    case wholeNumber(ClosedRange<Int>, @Sendable (inout Settings, Int) -> Void)
    /// A tag expression, as `smoke and not slow`.
    case tags(@Sendable (inout Settings, String) -> Void)
    /// One of several words; stored as the word's index.
    case word([String], @Sendable (inout Settings, Int) -> Void)
    /// A whole number, or `random`.
    case seed(@Sendable (inout Settings, RunOptions.Seed) -> Void)
    /// A duration before now, or a date.
    case since(@Sendable (inout Settings, HistorySince) -> Void)
    /// `3/12`, `auto` or `auto/12`.
    case shard(@Sendable (inout Settings, ShardChoice) -> Void)
    /// `name=value`; the value may be empty.
    case assignment(@Sendable (inout Settings, RunOptions.Assignment) -> Void)

    /// One of the cases of an enumeration, by raw value.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        of type: Choice.Type, set: @escaping @Sendable (inout Settings, Choice) -> Void
    ) -> ArgumentValue {
        let cases = Array(type.allCases)
        return .word(cases.map(\.rawValue)) { settings, index in set(&settings, cases[index]) }
    }

    /// The allowed words; empty where any text is allowed.
    var choices: [String] {
        if case .word(let words, _) = self { words } else { [] }
    }

    /// The expected value, for an error message.
    enum Wanted: Sendable, Equatable {
        /// An empty text is nearly always an unset shell variable.
        case notEmpty
        case positiveInteger
        case duration
        case wholeNumber(ClosedRange<Int>)
        case word([String])
        case seed
        case since
        case shard
        case assignment
        case tags(TagExpression.SyntaxError)
    }

    /// Stores the parsed value; returns the expected value where the text cannot be parsed.
    func read(_ text: String, into settings: inout Settings) -> Wanted? {
        switch self {
        case .flag(let set):
            set(&settings)
        case .text(let set), .file(let set):
            guard !text.isEmpty else { return .notEmpty }
            set(&settings, text)
        case .tags(let set):
            guard !text.isEmpty else { return .notEmpty }
            do throws(TagExpression.SyntaxError) {
                _ = try TagExpression(text)
            } catch {
                return .tags(error)
            }
            set(&settings, text)
        case .positiveInteger(let set):
            guard let number = Int(text), number > 0 else { return .positiveInteger }
            set(&settings, number)
        case .duration(let set):
            guard let microseconds = DurationText.nanoseconds(text).map({ $0 / 1000 }), microseconds > 0 else {
                return .duration
            }
            set(&settings, microseconds)
        case .wholeNumber(let range, let set):
            guard let number = Int(text), range.contains(number) else { return .wholeNumber(range) }
            set(&settings, number)
        case .word(let words, let set):
            guard let index = words.firstIndex(of: text) else { return .word(words) }
            set(&settings, index)
        case .seed(let set):
            if text == "random" {
                set(&settings, .random)
            } else if let number = UInt64(text) {
                set(&settings, .number(number))
            } else {
                return .seed
            }
        case .since(let set):
            guard let since = Self.since(text) else { return .since }
            set(&settings, since)
        case .shard(let set):
            guard let choice = ShardChoice(text) else { return .shard }
            set(&settings, choice)
        case .assignment(let set):
            guard let assignment = RunOptions.Assignment(text) else { return .assignment }
            set(&settings, assignment)
        }
        return nil
    }

    /// Reads `14d`, `2026-08-21` (midnight, UTC) and `2026-08-21T10:00:00Z`.
    private static func since(_ text: String) -> HistorySince? {
        if let microseconds = DurationText.nanoseconds(text).map({ $0 / 1000 }) {
            return microseconds > 0 ? .before(microseconds) : nil
        }
        return (Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z")).map {
            .moment($0.seconds * 1_000_000 + Int64($0.nanoseconds) / 1000)
        }
    }
}
