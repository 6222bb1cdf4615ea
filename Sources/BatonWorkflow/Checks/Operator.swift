/// How an actual value is compared; the words stand in `Language.operators`.
package enum Operator: String, Sendable, CaseIterable {
    case eq, ne, gt, gte, lt, lte
    case `in`
    case notIn = "not_in"
    case contains
    case notContains = "not_contains"
    case startsWith = "starts_with"
    case endsWith = "ends_with"
    case matches
    case notMatches = "not_matches"
    case length, empty, exists, type
    case `is`
    case closeTo = "close_to"
    case each, any, none, unique, sorted, schema, not
}

extension Operator {
    /// By the number of the word.
    private static let byWord = Language.Word.allCases.map { Operator(rawValue: $0.rawValue) }

    /// Nil for a word that is no operator.
    init?(_ word: Language.Word) {
        guard let found = Self.byWord[word.number] else { return nil }
        self = found
    }
}
