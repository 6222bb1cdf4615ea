import BatonValues

extension XPath {
    /// An element that a query names without a prefix, and so without a namespace, although the document's elements
    /// have one.
    package struct UnprefixedName: Sendable, Equatable {
        package let name: String
        package let namespace: String
        /// Whether every element of the document has a namespace.
        package let isEverywhere: Bool
        package let remedy: Remedy
    }

    /// What stands for a namespace in a query.
    package enum Remedy: Sendable, Equatable {
        /// The prefix `_`.
        case defaultNamespace
        /// A prefix of the document, which counts where no `namespaces` are declared.
        case prefixOfDocument(String)
        /// A prefix of `namespaces`.
        case known(String)
        /// A prefix that `namespaces` must declare first.
        case new(String)
    }

    /// Explains why a query finds nothing in a document: an element in the query has no prefix, but the elements of that
    /// name have a namespace; or all elements of the document have one, that of its root by default. Nil otherwise.
    package func unprefixedName(in document: XMLDocument) -> UnprefixedName? {
        let name: String? = expression.needed { (step: XPath.Step) -> String? in
            guard step.axis != .attribute, case .name(.none, let local) = step.test else { return nil }
            return local
        }
        let tree = document.tree
        guard let name, let root = tree.rootName else { return nil }
        let isEverywhere = tree.elementsHaveNamespaces
        let found = tree.elementNames(name)
        let meant: XMLTree.Name
        if found.contains(where: { $0.namespace.isEmpty }) {
            return nil
        } else if let first = tree.mostLikely(found) {
            // Where the root has no namespace, `name` and `p:name` are two things, as in RSS.
            guard first.prefix.isEmpty || !root.namespace.isEmpty else { return nil }
            meant = first
        } else {
            guard isEverywhere, root.prefix.isEmpty else { return nil }
            meant = root
        }
        return UnprefixedName(
            name: name, namespace: meant.namespace, isEverywhere: isEverywhere, remedy: remedy(for: meant, in: tree))
    }

    private func remedy(for name: XMLTree.Name, in tree: XMLTree) -> Remedy {
        if tree.namespaces[""] == name.namespace, tree.namespaces["_"] == nil { return .defaultNamespace }
        if let prefix = prefix(of: name.namespace) { return .known(prefix) }
        if namespaces.isEmpty, !name.prefix.isEmpty, tree.namespaces[name.prefix] == name.namespace {
            return .prefixOfDocument(name.prefix)
        }
        var prefix = "n"
        while namespaces[prefix] != nil { prefix += "n" }
        return .new(prefix)
    }

    /// The prefix of a namespace in `namespaces`; nil where it has none.
    func prefix(of namespace: String) -> String? {
        namespaces.lazy.filter { $0.value == namespace }.map(\.key).min()
    }
}

extension XMLTree {
    /// The root element's name; nil where there is no element.
    fileprivate var rootName: Name? {
        guard let root = nodes.first(where: { $0.kind == .element }), root.name >= 0 else { return nil }
        return names[Int(root.name)]
    }

    fileprivate var elementsHaveNamespaces: Bool {
        !nodes.contains { $0.kind == .element && names[Int($0.name)].namespace.isEmpty }
    }

    /// The names of the elements with a local name, in the order of their first elements.
    fileprivate func elementNames(_ local: String) -> [Name] {
        let wanted = TextKey(local)
        var rest = Set(names.indices.filter { TextKey(names[$0].local) == wanted })
        var found: [Name] = []
        for node in nodes where node.kind == .element {
            if rest.isEmpty { break }
            if let number = rest.remove(Int(node.name)) { found.append(names[number]) }
        }
        return found
    }

    /// The name in the document's default namespace, else the first in another one without a prefix, else the first.
    fileprivate func mostLikely(_ found: [Name]) -> Name? {
        let unprefixed = found.filter { $0.prefix.isEmpty }
        return unprefixed.first { $0.namespace == namespaces[""] } ?? unprefixed.first ?? found.first
    }
}
