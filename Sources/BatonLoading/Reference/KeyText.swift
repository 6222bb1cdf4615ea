package import BatonLanguage

extension Language.Key {
    /// What the key does, and what holds without it.
    package var description: String {
        unlessWritten.map { "\(sentence) Unless written: \($0)." } ?? sentence
    }

    /// What the value is, in the words of the reference: "duration", "list of steps".
    package var value: String {
        if let takes { return takes }
        if let values, !values.isOpen {
            return values.words.map { "`\($0)`" }.joined(separator: " ") + (values.takesList ? " or list" : "")
                + (values.takesMap ? " or map" : "")
        }
        if content()?.map == Language.operators {
            return shape == .map ? "map of checks" : kinds == [.map] ? "operators" : "check"
        }
        if content()?.map == Language.Step.map { return "list of steps" }
        return kinds.isEmpty ? shape.word : kinds.map(\.word).joined(separator: " or ")
    }
}

extension Language.Kind {
    fileprivate var word: String {
        switch self {
        case .map: "map"
        case .list: "list"
        case .text: "text"
        case .number: "number"
        case .integer: "whole number"
        case .boolean: "`true` or `false`"
        case .null: "null"
        }
    }
}

extension Language.Map.Rule {
    /// The rule as a sentence: "Exactly one of `header` and `query` must be written."
    package var sentence: String {
        switch self {
        case .all(let keys): "\(Self.list(keys)) must be written."
        case .exactlyOne(let keys): "Exactly one of \(Self.list(keys)) must be written."
        case .atMostOne(let keys): "At most one of \(Self.list(keys)) may be written."
        case .needs(let keys, let owner): "\(Self.list(keys)) \(keys.count == 1 ? "needs" : "need") `\(owner.name)`."
        case .notEmpty: "At least one key must be written."
        }
    }

    /// The keys that the rule names; empty for a rule about all keys of its map.
    package var keys: [Language.Key] {
        switch self {
        case .all(let keys), .exactlyOne(let keys), .atMostOne(let keys): keys
        case .needs(let keys, let owner): keys + [owner]
        case .notEmpty: []
        }
    }

    private static func list(_ keys: [Language.Key]) -> String { Language.list(keys.map(\.name), "and") }
}

extension Language {
    /// Words of the language in a sentence: "`header`, `body` and `jwt`".
    static func list(_ words: [String], _ joint: String) -> String {
        let words = words.map { "`\($0)`" }
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(joint) " + last
    }
}
