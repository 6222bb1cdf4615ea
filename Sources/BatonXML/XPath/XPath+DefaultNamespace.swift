import BatonText

extension XPath {
    /// An element that a query names without a prefix, and so without a namespace, although the document's elements
    /// have one.
    package struct UnprefixedName: Sendable, Equatable {
        package let name: String
        package let namespace: String
        /// Whether every element of the document has a namespace.
        package let isEverywhere: Bool
        /// Whether the prefix `_` stands for the namespace.
        package let isDefault: Bool
    }

    /// Explains why a query finds nothing in a document: an element in the query has no prefix, but all elements of the
    /// document have a namespace, that of its root by default; or the elements of that name have a namespace by default.
    /// Nil otherwise.
    package func unprefixedName(in document: XMLDocument) -> UnprefixedName? {
        guard let name = expression.unprefixedName else { return nil }
        let tree = document.tree
        if let root = tree.defaultNamespace, tree.elementsHaveNamespaces {
            return UnprefixedName(name: name, namespace: root, isEverywhere: true, isDefault: true)
        }
        guard let namespace = tree.defaultNamespace(of: name) else { return nil }
        return UnprefixedName(
            name: name, namespace: namespace, isEverywhere: false, isDefault: namespace == tree.namespaces[""])
    }
}

extension XMLTree {
    /// The root element's namespace; nil where it has a prefix or no namespace.
    fileprivate var defaultNamespace: String? {
        guard let root = nodes.first(where: { $0.kind == .element }), root.name >= 0 else { return nil }
        let name = names[Int(root.name)]
        return name.prefix.isEmpty && !name.namespace.isEmpty ? name.namespace : nil
    }

    fileprivate var elementsHaveNamespaces: Bool {
        !nodes.contains { $0.kind == .element && names[Int($0.name)].namespace.isEmpty }
    }

    /// The namespace of the elements of a name that have one without a prefix; nil where there are none, or where an
    /// element of that name has no namespace.
    fileprivate func defaultNamespace(of local: String) -> String? {
        var found: String?
        for node in nodes where node.kind == .element {
            let name = names[Int(node.name)]
            guard TextKey(name.local) == TextKey(local) else { continue }
            if name.namespace.isEmpty { return nil }
            if name.prefix.isEmpty, found == nil { found = name.namespace }
        }
        return found
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
