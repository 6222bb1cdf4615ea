/// The operator that a word such as `not_starts_with` or `isNot` negates: few operators have an opposite of their own.
enum NegatedWord {
    /// The advice for an operator that is written with a negation; nil for any other word.
    static func help(_ name: String) -> String? {
        let folded = fold(name)
        for prefix in ["doesnot", "doesnt", "isnot", "isnt", "not", "exclude"] where folded.hasPrefix(fold(prefix)) {
            if prefix == "exclude" { return opposite(of: "contains") }
            let rest = String(folded.dropFirst(fold(prefix).count))
            if rest.isEmpty { return prefix == "not" ? nil : opposite(of: "eq") }
            if rest == "null" { return "write `{ ne: null }`, or `eq` for the opposite" }
            if let word = word(rest) { return opposite(of: word) }
        }
        return nil
    }

    /// The operator that a folded word is, or is called in another tool.
    static func word(_ folded: String) -> String? {
        OperatorWord.all.first { word in ([word.name] + word.key.foreign).contains { fold($0) == folded } }?.name
    }

    /// Without case and signs, and without any `s`: `does_not_contain` and `notContains` are one word.
    static func fold(_ word: String) -> String {
        word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " && $0 != "s" }
    }

    private static let opposites = [
        "eq": "ne", "ne": "eq", "in": "not_in", "contains": "not_contains", "matches": "not_matches", "any": "none",
        "gt": "lte", "gte": "lt", "lt": "gte", "lte": "gt",
    ]

    private static func opposite(of word: String) -> String {
        switch word {
        case "exists", "empty", "unique": "write `{ \(word): false }`"
        default: opposites[word].map { "here it is called `\($0)`" } ?? "write `{ not: { \(word): … } }`"
        }
    }
}

/// The operator that a word such as `toBeGreaterThan`, `isAtLeast` or `hasLength` means.
enum ProseWord {
    private static let prefixes = ["tobe", "tohave", "to", "is", "has", "have", "shouldbe", "should"]

    /// The advice for an operator that is written as in a sentence; nil for any other word.
    static func help(_ name: String) -> String? {
        let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        for prefix in prefixes where plain.hasPrefix(prefix) {
            let rest = String(plain.dropFirst(prefix.count))
            if rest.isEmpty {
                if prefix.hasSuffix("be") { return "here it is called `eq`" }
            } else if let word = NegatedWord.word(NegatedWord.fold(rest)) {
                return "here it is called `\(word)`"
            } else if prefix.hasSuffix("be"), let sentence = ForeignKeys.help("is\(rest)", in: Language.operators) {
                return sentence
            }
        }
        return nil
    }
}
