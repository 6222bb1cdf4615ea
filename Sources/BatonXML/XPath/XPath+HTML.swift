extension XPath {
    /// A name in a query that no element or attribute of an HTML document has.
    package enum NameOutsideHTML: Sendable, Equatable {
        /// A name with capital letters. The names of a page are read in lower case, also those of SVG and MathML.
        case capitals(String, lower: String)
        /// A name with a prefix; `isThere` tells whether the page has the name without it.
        case prefixed(String, local: String, isThere: Bool)
    }

    /// Explains why a query finds nothing in HTML; nil for XML, and where another branch of `|` or `or` may find
    /// something.
    package func nameOutsideHTML(in document: XMLDocument) -> NameOutsideHTML? {
        guard document.isHTML else { return nil }
        return expression.needed { (step: XPath.Step) -> NameOutsideHTML? in
            switch step.test {
            case .anyNameOf(let namespace):
                guard let prefix = written(namespace) else { return nil }
                return .prefixed("\(prefix):*", local: "*", isThere: true)
            case .name(let namespace, let local):
                let lower = String(decoding: local.utf8.map(XMLBytes.lowered), as: UTF8.self)
                if let prefix = written(namespace) {
                    let name = XMLTree.ExpandedName(local: lower, namespace: "")
                    return .prefixed(
                        "\(prefix):\(local)", local: lower, isThere: document.tree.expanded[name] != nil)
                }
                return lower == local ? nil : .capitals(local, lower: lower)
            case .anyName, .any, .text, .comment, .instruction: return nil
            }
        }
    }

    /// The prefix in the query; nil where it has none.
    private func written(_ namespace: Namespace) -> String? {
        switch namespace {
        case .none: nil
        case .prefix(let prefix): prefix
        case .name(let name): prefix(of: name)
        }
    }
}
