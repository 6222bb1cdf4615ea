/// The place of one value in a document: the names and indices that lead to it from the root.
package struct JSONPlace: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case name(String)
        case index(Int)
    }

    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    package func element(_ index: Int) -> JSONPlace { JSONPlace(steps + [.index(index)]) }
}

extension JSONPath {
    /// The place that a path of only names and indices from the beginning leads to; nil for any other path.
    package var place: JSONPlace? {
        guard let steps = query.singular else { return nil }
        var place = JSONPlace()
        for step in steps {
            switch step {
            case .name(let name): place.steps.append(.name(name))
            case .index(let index) where index >= 0: place.steps.append(.index(index))
            case .index, .wildcard, .slice, .filter: return nil
            }
        }
        return place
    }

    /// The places of all matches, in their order. Throws when the document makes it too much work.
    package func places(in root: JSONValue) throws(JSONPathEvaluationError) -> [JSONPlace] {
        var evaluator = JSONPathEvaluator(root: root, workLimit: Self.workLimit)
        let nodes = try evaluator.nodes(of: query, at: root, location: .root)
        return nodes.map { JSONPlace($0.location?.steps ?? []) }
    }
}

extension JSONKeyPath {
    /// The place that the path leads to; nil when a part of the way is missing.
    package func place(in root: JSONValue) -> JSONPlace? {
        var place = JSONPlace()
        var value = root
        for part in parts {
            switch value {
            case .object(let object):
                guard let next = object[part] else { return nil }
                place.steps.append(.name(part))
                value = next
            case .array(let elements):
                guard let index = JSONPointer.index(part), index < elements.count else { return nil }
                place.steps.append(.index(index))
                value = elements[index]
            default: return nil
            }
        }
        return place
    }
}
