extension XPath {
    /// Explains why a query finds nothing in a document: an element in the query has no prefix and so no namespace, but
    /// all elements of the document are in the default namespace of its root. Nil otherwise.
    package func unprefixedName(in document: XMLDocument) -> (name: String, namespace: String)? {
        guard let name = expression.unprefixedName, let namespace = document.tree.defaultNamespace else { return nil }
        return (name, namespace)
    }
}

extension XMLTree {
    /// The root element's namespace without a prefix; nil where any element has no namespace.
    fileprivate var defaultNamespace: String? {
        guard let root = nodes.first(where: { $0.kind == .element }), root.name >= 0 else { return nil }
        let name = names[Int(root.name)]
        guard name.prefix.isEmpty, !name.namespace.isEmpty,
            !nodes.contains(where: { $0.kind == .element && names[Int($0.name)].namespace.isEmpty })
        else { return nil }
        return name.namespace
    }
}

extension XPath.Expression {
    /// The first element without a prefix on which the whole result depends; not one in a single branch of `|` or `or`.
    fileprivate var unprefixedName: String? {
        switch self {
        case .number, .text: return nil
        case .call(_, let arguments): return arguments.lazy.compactMap(\.unprefixedName).first
        case .negated(let operand): return operand.unprefixedName
        case .union(let branches): return Self.inAll(branches)
        case .chain(let first, let operations):
            let operands = [first] + operations.map(\.operand)
            if case .or? = operations.first?.operation { return Self.inAll(operands) }
            return operands.lazy.compactMap(\.unprefixedName).first
        case .path(let path):
            if case .expression(let start, let predicates) = path.start {
                if let name = start.unprefixedName ?? Self.first(in: predicates) { return name }
            }
            for step in path.steps {
                if step.axis != .attribute, case .name(.none, let local) = step.test { return local }
                if let name = Self.first(in: step.predicates) { return name }
            }
            return nil
        }
    }

    private static func first(in predicates: [XPath.Predicate]) -> String? {
        predicates.lazy.compactMap(\.condition.unprefixedName).first
    }

    private static func inAll(_ branches: [XPath.Expression]) -> String? {
        let names = branches.map(\.unprefixedName)
        return names.contains { $0 == nil } ? nil : names.first ?? nil
    }
}
