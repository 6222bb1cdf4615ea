extension XPath {
    /// Whether everything is there that the path names before its last step and before its first `//`, `*` or condition
    /// in brackets; what follows selects, and may select nothing.
    package func hasPlace(in document: XMLDocument) throws(XPathEvaluationError) -> Bool {
        guard case .path(let path) = expression else { return true }
        let way = path.steps.dropLast().prefix { $0.namesOne }
        if way.isEmpty { return true }
        let place = Expression.path(Path(start: path.start, steps: Array(way)))
        guard case .texts(let texts) = try XPath(text: text, expression: place).evaluate(in: document) else {
            return true
        }
        return !texts.isEmpty
    }
}

extension XPath.Step {
    /// Whether the step names a child and selects nothing.
    fileprivate var namesOne: Bool {
        guard axis == .child, predicates.isEmpty, case .name = test else { return false }
        return true
    }
}
