extension XPath {
    /// Whether the query for nodes finds none even without its predicates, so that it may be misspelt.
    package func isAbsent(in document: XMLDocument) throws(XPathEvaluationError) -> Bool {
        let bare = XPath(text: text, expression: expression.withoutPredicates)
        guard case .texts(let texts) = try bare.evaluate(in: document) else { return false }
        return texts.isEmpty
    }
}

extension XPath.Expression {
    /// The paths of a query for nodes, without their predicates.
    fileprivate var withoutPredicates: XPath.Expression {
        switch self {
        case .union(let parts): .union(parts.map(\.withoutPredicates))
        case .path(let path):
            .path(
                XPath.Path(
                    start: path.start.withoutPredicates,
                    steps: path.steps.map { XPath.Step(axis: $0.axis, test: $0.test, predicates: []) }))
        case .number, .text, .call, .chain, .negated: self
        }
    }
}

extension XPath.Start {
    fileprivate var withoutPredicates: XPath.Start {
        switch self {
        case .root, .context: self
        case .expression(let expression, _): .expression(expression.withoutPredicates, [])
        }
    }
}
