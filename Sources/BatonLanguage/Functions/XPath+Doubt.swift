package import BatonXML

extension XPath {
    /// The reason why a result is meaningless: the query names an element without a namespace that has one in the
    /// document, or cannot be there without one; nil for a meaningful result.
    package func doubt(of result: Result, in document: XMLDocument) -> String? {
        if case .texts(let texts) = result, !texts.isEmpty { return nil }
        guard let found = unprefixedName(in: document) else { return nil }
        let (name, namespace) = (found.name, ValueText.cut(found.namespace, limit: 100))
        let reason =
            "`\(name)` has no namespace, and "
            + (found.isEverywhere ? "every element of the document has one" : "in the document it has one")
        switch found.remedy {
        case .defaultNamespace:
            return "\(reason): write `_:\(name)`, where `_` is its default namespace `\(namespace)`"
        case .prefixOfDocument(let prefix):
            let shown = ValueText.cut(prefix, limit: 40)
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

extension XPath {
    /// The reason why a query can find nothing in a document that was read as HTML; nil for other documents and queries.
    ///
    /// - Parameters:
    ///   - reading: what was read as HTML and why, as in `the text was read as HTML, as it begins so`.
    ///   - remedy: how the text is read as XML instead; empty where that is not known.
    package func htmlMistake(in document: XMLDocument, _ reading: String, remedy: String = "") -> String? {
        switch nameOutsideHTML(in: document) {
        case .capitals(let name, lower: let lower)?:
            "names are in lower case in HTML, and \(reading): write `\(lower)` instead of `\(name)`"
        case .prefixed(let name, local: let local, isThere: let isThere)?:
            isThere
                ? "\(reading), and so has no namespaces: write `\(local)` instead of `\(name)`"
                : "\(reading), and so has no namespaces for `\(name)`\(remedy)"
        case nil: nil
        }
    }
}
