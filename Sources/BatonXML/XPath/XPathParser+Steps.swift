extension XPathParser {
    /// Whether a step begins here; otherwise a `/` before it stands alone.
    var beginsStep: Bool {
        follows(".") || follows("@") || follows("*") || nameLength(at: position) > 0
    }

    /// Parses any number of `/step` and `//step`.
    mutating func appendSteps(to steps: inout [XPath.Step]) throws(XPathError) {
        while true {
            let before = position
            skipBlanks()
            guard follows("/") else {
                position = before
                return
            }
            position += 1
            if take("/") {
                steps.append(XPath.Step(axis: .descendantOrSelf, test: .any, predicates: []))
            }
            skipBlanks()
            steps.append(try step())
        }
    }

    mutating func step() throws(XPathError) -> XPath.Step {
        if take("..") { return XPath.Step(axis: .parent, test: .any, predicates: []) }
        if take(".") { return XPath.Step(axis: .`self`, test: .any, predicates: []) }
        var axis = XPath.Axis.child
        if take("@") {
            axis = .attribute
            skipBlanks()
        } else if let written = try axisName() {
            axis = written
        }
        let test = try nodeTest()
        return XPath.Step(axis: axis, test: test, predicates: try predicates())
    }

    /// Parses `name::`.
    private mutating func axisName() throws(XPathError) -> XPath.Axis? {
        let start = position
        let length = nameLength(at: start)
        guard length > 0 else { return nil }
        position = start + length
        skipBlanks()
        guard take("::") else {
            position = start
            return nil
        }
        skipBlanks()
        let name = String(decoding: bytes[start..<start + length], as: UTF8.self)
        guard let axis = XPath.Axis(rawValue: name) else {
            let names = XPath.Axis.allCases.map(\.rawValue)
            let message = name == "namespace" ? "the axis `namespace` is not supported" : "there is no axis `\(name)`"
            throw failure(message + Self.suggestion(for: name, in: names), at: start..<start + length)
        }
        return axis
    }

    private mutating func nodeTest() throws(XPathError) -> XPath.NodeTest {
        let start = position
        if take("*") { return .anyName }
        let length = nameLength(at: start)
        guard length > 0 else {
            throw unexpected(expected: "the name of an element or attribute, or `*`", hint: stepHint)
        }
        position += length
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if follows(":"), !follows("::") {
            position += 1
            let namespace = try namespace(name, at: start..<start + length)
            if take("*") { return .anyNameOf(namespace) }
            let rest = nameLength(at: position)
            guard rest > 0 else { throw unexpected(expected: "a name or `*` after `\(name):`") }
            position += rest
            return .name(namespace, local: String(decoding: bytes[position - rest..<position], as: UTF8.self))
        }
        let end = position
        skipBlanks()
        guard follows("("), let type = try nodeType(name, at: start..<end) else {
            position = end
            return .name(.none, local: name)
        }
        return type
    }

    private func namespace(_ prefix: String, at range: Range<Int>) throws(XPathError) -> XPath.Namespace {
        if namespaces.isEmpty || prefix == "_" || prefix == "xml" { return .prefix(prefix) }
        if let name = namespaces[prefix] { return .name(name) }
        let known = namespaces.keys.sorted()
        let nearest = Self.suggestion(for: prefix, in: known)
        throw failure(
            "`namespaces` has no prefix `\(prefix)`"
                + (nearest.isEmpty ? "; it has " + known.map { "`\($0)`" }.joined(separator: ", ") : nearest),
            at: range)
    }

    /// Parses `text()`, `node()`, `comment()` or `processing-instruction('name')`, beginning at the parenthesis.
    private mutating func nodeType(_ name: String, at range: Range<Int>) throws(XPathError) -> XPath.NodeTest? {
        position += 1
        skipBlanks()
        var target: String?
        if name == "processing-instruction", follows("'") || follows("\"") {
            let quote = bytes[position]
            guard let end = bytes[(position + 1)...].firstIndex(of: quote) else {
                throw unexpected(expected: "a name in quotes")
            }
            target = String(decoding: bytes[position + 1..<end], as: UTF8.self)
            position = end + 1
            skipBlanks()
        }
        let test: XPath.NodeTest
        switch name {
        case "text": test = .text
        case "node": test = .any
        case "comment": test = .comment
        case "processing-instruction": test = .instruction(target)
        default:
            throw failure(
                "`\(name)` is no test for nodes: a step ends with a name, `*`, `text()`, `node()` or `comment()`",
                at: range)
        }
        guard take(")") else { throw unexpected(expected: "`)` after `\(name)(`") }
        return test
    }

    mutating func predicates() throws(XPathError) -> [XPath.Predicate] {
        var predicates: [XPath.Predicate] = []
        while true {
            let before = position
            skipBlanks()
            guard follows("[") else {
                position = before
                return predicates
            }
            try enter()
            position += 1
            let outer = isPositional
            isPositional = false
            skipBlanks()
            guard !follows("]") else { throw unexpected(expected: "a condition or a position") }
            let condition = try expression()
            skipBlanks()
            guard take("]") else { throw unexpected(expected: "`]`", hint: operatorHint) }
            predicates.append(
                XPath.Predicate(condition: condition, isPositional: isPositional || condition.kind == .number))
            isPositional = outer
            depth -= 1
        }
    }

    /// Rewrites `//name` to the axis `descendant`, which visits each element once, unless a predicate depends on the
    /// position among siblings.
    static func collapsed(_ steps: [XPath.Step]) -> [XPath.Step] {
        var result: [XPath.Step] = []
        for step in steps {
            if step.axis == .child, !step.predicates.contains(where: \.isPositional), let last = result.last,
                last.axis == .descendantOrSelf, case .any = last.test, last.predicates.isEmpty
            {
                result[result.count - 1] = XPath.Step(
                    axis: .descendant, test: step.test, predicates: step.predicates)
            } else {
                result.append(step)
            }
        }
        return result
    }
}
