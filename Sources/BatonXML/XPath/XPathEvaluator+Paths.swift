/// Location paths (section 2).
extension XPathEvaluator {
    /// A node test with its name resolved for the document.
    private enum NameTest {
        case all
        case none
        case expanded(Int32)
        case namespace(String)
    }

    mutating func nodes(of path: XPath.Path, _ context: Context) throws(XPathEvaluationError) -> [Int32] {
        var nodes: [Int32]
        switch path.start {
        case .root: nodes = [0]
        case .context: nodes = [context.node]
        case .expression(let expression, let predicates):
            nodes = try self.nodes(of: expression, context)
            for predicate in predicates { nodes = try filter(nodes, by: predicate) }
        }
        for step in path.steps {
            nodes = try self.nodes(of: step, from: nodes)
            if nodes.isEmpty { break }
        }
        return nodes
    }

    private mutating func nodes(
        of step: XPath.Step, from starts: [Int32]
    ) throws(XPathEvaluationError) -> [Int32] {
        let name = try nameTest(of: step.test)
        let isPositional = step.predicates.contains(where: \.isPositional)
        let isDescendant = step.axis == .descendant || step.axis == .descendantOrSelf
        var found: [Int32] = []
        var reached: Int32 = -1
        for start in starts {
            // Descendants of a node that was searched before are already known.
            if isDescendant, !isPositional, start < reached { continue }
            reached = tree.nodes[Int(start)].end
            var candidates = try self.nodes(of: step.axis, from: start, step.test, name)
            for predicate in step.predicates { candidates = try filter(candidates, by: predicate) }
            if starts.count == 1, !step.axis.isReverse { return candidates }
            try count(candidates.count)
            found += candidates
        }
        return try ordered(found)
    }

    private mutating func filter(
        _ nodes: [Int32], by predicate: XPath.Predicate
    ) throws(XPathEvaluationError) -> [Int32] {
        if case .number(let position) = predicate.condition {
            guard let index = Int(exactly: position), nodes.indices.contains(index - 1) else { return [] }
            return [nodes[index - 1]]
        }
        var kept: [Int32] = []
        for (index, node) in nodes.enumerated() {
            let context = Context(node: node, position: index + 1, size: nodes.count)
            let value = try value(of: predicate.condition, context)
            let isKept: Bool
            if case .number(let position) = value {
                isKept = position == Double(index + 1)
            } else {
                isKept = try boolean(value)
            }
            if isKept { kept.append(node) }
        }
        return kept
    }

    private func nameTest(of test: XPath.NodeTest) throws(XPathEvaluationError) -> NameTest {
        switch test {
        case .anyNameOf(let written): return .namespace(try namespace(written))
        case .name(let written, let local):
            let namespace = try namespace(written)
            let known = tree.expanded[XMLTree.ExpandedName(local: local, namespace: namespace)]
            return known.map { .expanded($0) } ?? .none
        case .instruction(let target?):
            let known = tree.expanded[XMLTree.ExpandedName(local: target, namespace: "")]
            return known.map { .expanded($0) } ?? .none
        case .anyName, .any, .text, .comment, .instruction(nil): return .all
        }
    }

    private func namespace(_ written: XPath.Namespace) throws(XPathEvaluationError) -> String {
        switch written {
        case .none: ""
        case .name(let name): name
        case .prefix(let prefix): try namespace(prefix)
        }
    }

    /// The document's namespace of a prefix; `_` stands for its default namespace.
    private func namespace(_ prefix: String) throws(XPathEvaluationError) -> String {
        if let known = tree.namespaces[prefix] { return known }
        if prefix == "_", let known = tree.namespaces[""] { return known }
        let known = tree.namespaces.keys.filter { !$0.isEmpty && $0 != "xml" }.sorted()
        let hint: String
        if tree.isHTML {
            hint = "the document is HTML, which has no namespaces, and so no prefix `\(prefix)`"
        } else if prefix == "_" {
            hint = "the document declares no default namespace"
        } else if known.isEmpty {
            hint = "the document declares no prefix `\(prefix)`, nor any other"
        } else {
            hint =
                "the document declares no prefix `\(prefix)`; it has "
                + known.prefix(5).map { "`\($0.prefix(40))`" }.joined(separator: ", ")
        }
        throw XPathEvaluationError(message: hint)
    }

    private func matches(_ node: Int32, _ axis: XPath.Axis, _ test: XPath.NodeTest, _ name: NameTest) -> Bool {
        let found = tree.nodes[Int(node)]
        switch test {
        case .any: return true
        case .text: return found.kind == .text
        case .comment: return found.kind == .comment
        case .instruction: guard found.kind == .instruction else { return false }
        case .anyName, .anyNameOf, .name:
            guard found.kind == (axis == .attribute ? .attribute : .element) else { return false }
        }
        switch name {
        case .all: return true
        case .none: return false
        case .expanded(let number): return tree.names[Int(found.name)].expanded == number
        case .namespace(let namespace): return tree.names[Int(found.name)].namespace == namespace
        }
    }

    /// How the nodes of an axis are reached from a node, besides that node itself.
    private enum Way {
        case nothing
        case node(Int32)
        /// The parent, the parent of that one, and so on.
        case ancestors
        case attributes
        /// The nodes from one index to another, without attributes.
        case all(from: Int32, to: Int32)
        /// The nodes that end before the start, the last one first, without attributes.
        case allBefore
        /// From one index to another, each node without those inside it.
        case siblings(from: Int32, to: Int32)
    }

    private func way(of axis: XPath.Axis, from start: Int32) -> Way {
        let origin = tree.nodes[Int(start)]
        let siblings = origin.kind == .attribute || origin.parent < 0 ? nil : tree.nodes[Int(origin.parent)]
        return switch axis {
        case .`self`: .nothing
        case .parent: origin.parent >= 0 ? .node(origin.parent) : .nothing
        case .ancestor, .ancestorOrSelf: .ancestors
        case .attribute: origin.kind == .element ? .attributes : .nothing
        case .child: .siblings(from: start + 1, to: origin.end)
        case .descendant, .descendantOrSelf: .all(from: start + 1, to: origin.end)
        case .following: .all(from: origin.end, to: Int32(tree.nodes.count))
        case .followingSibling: siblings.map { .siblings(from: origin.end, to: $0.end) } ?? .nothing
        case .preceding: .allBefore
        case .precedingSibling: siblings == nil ? .nothing : .siblings(from: origin.parent + 1, to: start)
        }
    }

    /// The nodes of an axis that pass the test, in axis order.
    private mutating func nodes(
        of axis: XPath.Axis, from start: Int32, _ test: XPath.NodeTest, _ name: NameTest
    ) throws(XPathEvaluationError) -> [Int32] {
        let nodes = tree.nodes
        var found: [Int32] = []
        var steps = 0
        func look(_ node: Int32) {
            steps += 1
            if matches(node, axis, test, name) { found.append(node) }
        }
        func lookUnlessAttribute(_ node: Int32) {
            if nodes[Int(node)].kind != .attribute { look(node) } else { steps += 1 }
        }
        if axis.includesStart { look(start) }
        switch way(of: axis, from: start) {
        case .nothing: break
        case .node(let node): look(node)
        case .ancestors:
            var node = nodes[Int(start)].parent
            while node >= 0 {
                look(node)
                node = nodes[Int(node)].parent
            }
        case .attributes:
            var node = start + 1
            while node < nodes[Int(start)].end, nodes[Int(node)].kind == .attribute {
                look(node)
                node += 1
            }
        case .all(let first, let end): for node in stride(from: first, to: end, by: 1) { lookUnlessAttribute(node) }
        case .allBefore:
            // An element that ends after the start is an ancestor.
            for node in stride(from: start - 1, to: 0, by: -1) {
                if nodes[Int(node)].end <= start { lookUnlessAttribute(node) } else { steps += 1 }
            }
        case .siblings(let first, let end):
            let skipped = siblings(from: first, to: end, look)
            steps += skipped
        }
        if axis == .precedingSibling { found.reverse() }
        // Comparing a long namespace costs more steps.
        if case .namespace = name { steps *= 8 }
        try count(steps)
        return found
    }

    /// Visits siblings from a node on, without attributes; returns the number of attributes skipped.
    private func siblings(from first: Int32, to end: Int32, _ look: (Int32) -> Void) -> Int {
        var node = first
        var attributes = 0
        while node < end {
            if tree.nodes[Int(node)].kind == .attribute {
                attributes += 1
                node += 1
            } else {
                look(node)
                node = tree.nodes[Int(node)].end
            }
        }
        return attributes
    }
}
