extension XPath {
    /// Whether the query for nodes finds none even without its predicates, so that it may be misspelt. False where all
    /// that could hold the nodes is there and has no element in it, as an empty list in XML is.
    package func isAbsent(in document: XMLDocument) throws(XPathEvaluationError) -> Bool {
        let bare = expression.withoutPredicates
        guard try isEmpty(bare, in: document) else { return false }
        guard case .path(let path) = bare else { return true }
        var parents = path.steps[..<0]
        for (count, step) in path.steps.enumerated() {
            let way = path.steps[...count]
            if try isEmpty(path.beginning(way), in: document) {
                // The first step from the root cannot be in an empty list.
                guard !parents.isEmpty, step.axis == .child else { return true }
                return try !isEmpty(path.beginning(parents + [.anyChild]), in: document)
            }
            parents = way
        }
        return true
    }

    private func isEmpty(_ expression: Expression, in document: XMLDocument) throws(XPathEvaluationError) -> Bool {
        guard case .texts(let texts) = try XPath(text: text, expression: expression).evaluate(in: document) else {
            return false
        }
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

extension XPath.Path {
    fileprivate func beginning(_ steps: ArraySlice<XPath.Step>) -> XPath.Expression {
        .path(XPath.Path(start: start, steps: Array(steps)))
    }
}

extension XPath.Step {
    fileprivate static let anyChild = XPath.Step(axis: .child, test: .anyName, predicates: [])
}

extension XPath.Start {
    fileprivate var withoutPredicates: XPath.Start {
        switch self {
        case .root, .context: self
        case .expression(let expression, _): .expression(expression.withoutPredicates, [])
        }
    }
}
