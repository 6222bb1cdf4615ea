import BatonRegex
import BatonValues

extension JSONPathEvaluator {
    mutating func holds(
        _ condition: JSONPath.Condition, for node: JSONValue
    ) throws(JSONPathEvaluationError) -> Bool {
        try spend(1)
        switch condition {
        case .or(let alternatives):
            for alternative in alternatives where try holds(alternative, for: node) { return true }
            return false
        case .and(let parts):
            for part in parts where try !holds(part, for: node) { return false }
            return true
        case .not(let inner):
            return try !holds(inner, for: node)
        case .exists(let query):
            let start = query.isRelative ? node : root
            if let steps = query.singular {
                try spend(steps.count)
                return JSONPath.walk(steps, from: start) != nil
            }
            return try !nodes(of: query, at: start, location: nil).isEmpty
        case .comparison(let left, let comparison, let right):
            return try compare(try value(of: left, for: node), comparison, try value(of: right, for: node))
        case .regex(let text, let regex):
            return try matches(try value(of: text, for: node), regex, for: node)
        }
    }

    private mutating func value(
        of operand: JSONPath.Operand, for node: JSONValue
    ) throws(JSONPathEvaluationError) -> JSONValue? {
        switch operand {
        case .literal(let value): return value
        case .query(let steps, let isRelative):
            try spend(steps.count)
            return JSONPath.walk(steps, from: isRelative ? node : root)
        case .length(let inner):
            switch try value(of: inner, for: node) {
            case .string(let text):
                try spend(text.utf8.count / 64)
                return .integer(text.unicodeScalars.count)
            case .array(let elements): return .integer(elements.count)
            case .object(let object): return .integer(object.count)
            default: return nil
            }
        case .count(let query):
            return .integer(try nodes(of: query, at: query.isRelative ? node : root, location: nil).count)
        case .value(let query):
            let found = try nodes(of: query, at: query.isRelative ? node : root, location: nil)
            return found.count == 1 ? found[0].value : nil
        }
    }

    private mutating func matches(
        _ text: JSONValue?, _ regex: JSONPath.Regex, for node: JSONValue
    ) throws(JSONPathEvaluationError) -> Bool {
        guard case .string(let text) = text, let pattern = try pattern(of: regex, for: node) else { return false }
        try spend(20 + text.utf8.count / 16)
        do throws(PatternError) {
            return try pattern.matches(text)
        } catch {
            throw JSONPathEvaluationError(message: error.message)
        }
    }

    private mutating func pattern(
        of regex: JSONPath.Regex, for node: JSONValue
    ) throws(JSONPathEvaluationError) -> Pattern? {
        switch regex {
        case .compiled(let pattern): return pattern
        case .computed(let operand, let isWhole):
            guard case .string(let text) = try value(of: operand, for: node) else { return nil }
            let key = TextKey((isWhole ? "=" : "~") + text)
            if let known = patterns[key] { return known }
            try spend(10_000 + text.utf8.count * 10)
            let pattern = try? Pattern(text, in: .iRegexp, isWhole: isWhole)
            if patterns.count >= 100 { patterns.removeAll() }
            patterns[key] = .some(pattern)
            return pattern
        }
    }
}

extension JSONPath.Condition {
    /// The members of the tested element that the condition compares with something.
    var comparedNames: [String] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.comparedNames)
        case .not, .exists: []
        case .comparison(let left, _, let right): [left, right].compactMap(\.comparedName)
        case .regex(let text, _): [text].compactMap(\.comparedName)
        }
    }
}

extension JSONPath.Operand {
    fileprivate var comparedName: String? {
        switch self {
        case .query(let steps, isRelative: true):
            if case .name(let name)? = steps.first { name } else { nil }
        case .length(let inner): inner.comparedName
        case .query, .literal, .count, .value: nil
        }
    }
}
