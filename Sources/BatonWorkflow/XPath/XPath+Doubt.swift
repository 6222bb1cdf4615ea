import BatonXML

extension XPath {
    /// The reason why a result is meaningless: the query names an element without a namespace that has one in the
    /// document, or cannot be there without one; nil for a meaningful result.
    func doubt(of result: Result, in document: XMLDocument) -> String? {
        if case .texts(let texts) = result, !texts.isEmpty { return nil }
        guard let found = unprefixedName(in: document) else { return nil }
        let (name, namespace) = (found.name, Shown.cut(found.namespace, limit: 100))
        let reason =
            "`\(name)` has no namespace, and "
            + (found.isEverywhere ? "every element of the document has one" : "in the document it has one")
        switch found.remedy {
        case .defaultNamespace:
            return "\(reason): write `_:\(name)`, where `_` is its default namespace `\(namespace)`"
        case .prefixOfDocument(let prefix):
            let shown = Shown.cut(prefix, limit: 40)
            return "\(reason): write `\(shown):\(name)`, where `\(shown)` is its prefix of `\(namespace)`"
        case .known(let prefix):
            return "\(reason): write `\(prefix):\(name)`, where `\(prefix)` is `\(namespace)` in `namespaces`"
        case .new(let prefix) where namespaces.isEmpty:
            return "\(reason): write `\(prefix):\(name)`, and at the top of the file "
                + "`namespaces: { \(prefix): \"\(namespace)\" }`"
        case .new(let prefix):
            return "\(reason): write `\(prefix):\(name)`, and add `\(prefix): \"\(namespace)\"` to `namespaces`"
        }
    }
}
