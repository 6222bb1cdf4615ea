extension JSONPath {
    /// A filter that compares values of one type with a literal of another, so that it accepts nothing: `@.id == "1"`
    /// where the ids are numbers.
    package struct TypeMismatch: Sendable {
        /// The compared value as the filter names it: `@.id`.
        package let written: String
        /// The first of the compared values.
        package let value: JSONValue
        package let literal: JSONValue
    }

    /// The first such filter on the way, by which the path finds nothing; nil for any other path.
    package func typeMismatch(in root: JSONValue) -> TypeMismatch? {
        var places = [root]
        for (count, segment) in query.segments.enumerated() {
            let way = JSONPath(
                text: text, query: Query(isRelative: false, segments: Array(query.segments[...count])))
            guard let found = try? way.query(root) else { return nil }
            if found.isEmpty {
                guard !segment.isDescendant, segment.selectors.count == 1,
                    case .filter(let condition) = segment.selectors[0]
                else { return nil }
                let elements = places.flatMap(\.children)
                return condition.literalComparisons.lazy.compactMap { Self.mismatch($0.steps, $0.literal, elements) }
                    .first
            }
            places = found
        }
        return nil
    }

    private static func mismatch(_ steps: [Selector], _ literal: JSONValue, _ elements: [JSONValue]) -> TypeMismatch? {
        let values = elements.compactMap { walk(steps, from: $0) }
        guard let first = values.first, !literal.isNull,
            values.allSatisfy({ !$0.isNull && $0.typeName != literal.typeName })
        else { return nil }
        return TypeMismatch(written: "@" + steps.map(\.written).joined(), value: first, literal: literal)
    }
}

extension JSONPath.Condition {
    /// The comparisons with a literal that must all hold, other than `!=`.
    fileprivate var literalComparisons: [(steps: [JSONPath.Selector], literal: JSONValue)] {
        switch self {
        case .and(let parts): return parts.flatMap(\.literalComparisons)
        case .comparison(let left, let comparison, let right):
            if comparison == .unequal { return [] }
            switch (left, right) {
            case (.query(let steps, isRelative: true), .literal(let literal)),
                (.literal(let literal), .query(let steps, isRelative: true)):
                return [(steps, literal)]
            default: return []
            }
        case .or, .not, .exists, .regex: return []
        }
    }
}

extension JSONPath.Selector {
    fileprivate var written: String {
        switch self {
        case .name(let name): JSONReach.step(name)
        case .index(let index): "[\(index)]"
        case .wildcard: "[*]"
        case .slice, .filter: ""
        }
    }
}
