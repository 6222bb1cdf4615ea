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
        guard let (segment, places) = deadEnd(in: root), !segment.isDescendant, segment.selectors.count == 1,
            case .filter(let condition) = segment.selectors[0]
        else { return nil }
        return Self.mismatch(condition, places.flatMap(\.children), root)
    }

    /// Of conditions joined by `&&`, each is looked at for the elements that the others accept.
    private static func mismatch(
        _ condition: Condition, _ elements: [JSONValue], _ root: JSONValue
    ) -> TypeMismatch? {
        guard case .and(let parts) = condition else {
            return condition.literalComparison.flatMap { mismatch($0.steps, $0.literal, elements) }
        }
        var evaluator = JSONPathEvaluator(root: root, workLimit: workLimit)
        for (place, part) in parts.enumerated() {
            guard let comparison = part.literalComparison else { continue }
            var rest = parts
            rest.remove(at: place)
            let accepted = elements.filter { (try? evaluator.holds(.and(rest), for: $0)) ?? false }
            if let found = mismatch(comparison.steps, comparison.literal, accepted) { return found }
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
    /// A comparison with a literal, other than `!=`.
    fileprivate var literalComparison: (steps: [JSONPath.Selector], literal: JSONValue)? {
        guard case .comparison(let left, let comparison, let right) = self, comparison != .unequal else { return nil }
        switch (left, right) {
        case (.query(let steps, isRelative: true), .literal(let literal)),
            (.literal(let literal), .query(let steps, isRelative: true)):
            return (steps, literal)
        default: return nil
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
