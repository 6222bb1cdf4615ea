/// A query in XPath 1.0 (https://www.w3.org/TR/xpath-10/), parsed and type-checked; may be used from any thread.
///
/// Variables and the axis `namespace` are not supported.
///
/// How this folder works together: `XPathParser` makes an `Expression` of the text and gives each part its type;
/// prefixes are resolved for each document. `XPathEvaluator` walks the `XMLTree`, and counts its steps against a limit.
/// `XPathSearch` finds substrings for `contains()` in linear time.
package struct XPath: Sendable {
    /// The query as written.
    package let text: String
    let expression: Expression
    /// The namespaces by prefix with which the query was parsed; empty where those of the document count.
    package internal(set) var namespaces: [String: String] = [:]

    /// The type of the result, independent of the document.
    package var kind: Kind { expression.kind }

    /// Maximum work of a query: in steps of some nanoseconds each; reading a byte of text counts as half a step.
    package static let workLimit = 40_000_000

    /// The result of a query.
    package enum Result: Sendable, Equatable {
        /// The string-values of nodes, in document order: for an element all text inside it, for an attribute its
        /// value.
        case texts([String])
        case text(String)
        case number(Double)
        case boolean(Bool)
    }

    /// Throws for a text that is not a query, or that must fail for every document, with the place in the query.
    ///
    /// - Parameter namespaces: namespaces by prefix; a missing prefix is then an error, except for `_` and `xml`. If
    ///   empty, the document's own declarations are used.
    package static func parse(_ text: String, namespaces: [String: String] = [:]) throws(XPathError) -> XPath {
        var parser = XPathParser(text, namespaces: namespaces)
        return XPath(text: text, expression: try parser.query(), namespaces: namespaces)
    }

    /// Evaluates the query on a document. Throws for an undeclared prefix, and where the query takes too much work.
    package func evaluate(
        in document: XMLDocument, workLimit: Int = workLimit
    ) throws(XPathEvaluationError) -> Result {
        var evaluator = XPathEvaluator(tree: document.tree, workLimit: workLimit)
        return try evaluator.result(of: expression)
    }
}

/// Why a text is not a valid XPath query, and where.
package struct XPathError: Error, Sendable, Equatable {
    package let message: String
    /// The erroneous range in UTF-8 offsets; empty at the end of the query when something is missing.
    package let range: Range<Int>

    package init(message: String, range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

/// Why a query cannot be evaluated on a document.
package struct XPathEvaluationError: Error, Sendable, Equatable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}

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

extension XPath.Expression {
    /// What `look` finds in the first step on which the whole result depends; not in a single branch of `|` or `or`.
    func needed<Found>(_ look: (XPath.Step) -> Found?) -> Found? {
        switch self {
        case .number, .text: return nil
        case .call(_, let arguments): return Self.first(in: arguments, look)
        case .negated(let operand): return operand.needed(look)
        case .union(let branches): return Self.inAll(branches, look)
        case .chain(let first, let operations):
            let operands = [first] + operations.map(\.operand)
            if case .or? = operations.first?.operation { return Self.inAll(operands, look) }
            return Self.first(in: operands, look)
        case .path(let path):
            if case .expression(let start, let predicates) = path.start {
                if let found = Self.first(in: [start] + predicates.map(\.condition), look) { return found }
            }
            for step in path.steps {
                if let found = look(step) { return found }
                if let found = Self.first(in: step.predicates.map(\.condition), look) { return found }
            }
            return nil
        }
    }

    private static func first<Found>(in parts: [XPath.Expression], _ look: (XPath.Step) -> Found?) -> Found? {
        for part in parts {
            if let found = part.needed(look) { return found }
        }
        return nil
    }

    /// What is found in the first branch, if something is found in each.
    private static func inAll<Found>(_ branches: [XPath.Expression], _ look: (XPath.Step) -> Found?) -> Found? {
        var first: Found?
        for branch in branches {
            guard let found = branch.needed(look) else { return nil }
            if first == nil { first = found }
        }
        return first
    }
}

extension XPath {
    /// The core function library (section 4).
    enum Function: String, Sendable, CaseIterable {
        case last, position, count, id
        case localName = "local-name"
        case namespaceURI = "namespace-uri"
        case name, string, concat
        case startsWith = "starts-with"
        case contains
        case substringBefore = "substring-before"
        case substringAfter = "substring-after"
        case substring
        case stringLength = "string-length"
        case normalizeSpace = "normalize-space"
        case translate, boolean, not
        case `true`, `false`
        case lang, number, sum, floor, ceiling, round

        var result: Kind {
            switch self {
            case .id: .nodes
            case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
            case .startsWith, .contains, .boolean, .not, .true, .false, .lang: .boolean
            case .localName, .namespaceURI, .name, .string, .concat, .substringBefore, .substringAfter, .substring,
                .normalizeSpace, .translate:
                .text
            }
        }

        /// The allowed numbers of arguments.
        var counts: ClosedRange<Int> {
            switch self {
            case .last, .position, .true, .false: 0...0
            case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
            case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
            case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
            case .substring: 2...3
            case .translate: 3...3
            case .concat: 2...1000
            }
        }

        /// Whether the arguments must be node-sets.
        var wantsNodes: Bool {
            switch self {
            case .count, .sum, .localName, .namespaceURI, .name: true
            default: false
            }
        }
    }
}

extension XPath {
    /// The type of an expression's value, known without a document because there are no variables.
    package enum Kind: Sendable {
        case nodes, number, text, boolean

        /// The name in messages.
        var name: String {
            switch self {
            case .nodes: "nodes"
            case .number: "a number"
            case .text: "a text"
            case .boolean: "a boolean"
            }
        }
    }

    enum Operator: Sendable {
        case or, and, equal, unequal, less, lessOrEqual, greater, greaterOrEqual, plus, minus, times, divided, modulo
    }

    indirect enum Expression: Sendable {
        case number(Double)
        case text([UInt8])
        case call(Function, [Expression])
        /// Operators of the same precedence, applied from left to right.
        case chain(Expression, [Operation])
        case negated(Expression)
        case union([Expression])
        case path(Path)

        var kind: Kind {
            switch self {
            case .number, .negated: .number
            case .text: .text
            case .call(let function, _): function.result
            case .union, .path: .nodes
            case .chain(_, let operations):
                switch operations.first?.operation {
                case .plus, .minus, .times, .divided, .modulo: .number
                default: .boolean
                }
            }
        }
    }

    struct Operation: Sendable {
        let operation: Operator
        let operand: Expression
    }

    struct Path: Sendable {
        let start: Start
        let steps: [Step]
    }

    enum Start: Sendable {
        case root
        /// The context node.
        case context
        case expression(Expression, [Predicate])
    }

    struct Step: Sendable {
        let axis: Axis
        let test: NodeTest
        let predicates: [Predicate]
    }

    struct Predicate: Sendable {
        let condition: Expression
        /// Whether the predicate depends on the position of a node.
        let isPositional: Bool
    }

    enum Axis: String, Sendable, CaseIterable {
        case ancestor
        case ancestorOrSelf = "ancestor-or-self"
        case attribute, child, descendant
        case descendantOrSelf = "descendant-or-self"
        case following
        case followingSibling = "following-sibling"
        case parent, preceding
        case precedingSibling = "preceding-sibling"
        case `self`

        /// Whether the node from which the axis begins is on it.
        var includesStart: Bool { self == .`self` || self == .ancestorOrSelf || self == .descendantOrSelf }

        /// Whether the axis runs towards the beginning of the document.
        var isReverse: Bool {
            switch self {
            case .ancestor, .ancestorOrSelf, .parent, .preceding, .precedingSibling: true
            default: false
            }
        }
    }

    /// The part of a name before the colon.
    enum Namespace: Sendable {
        case none
        /// A prefix whose namespace each document declares.
        case prefix(String)
        case name(String)
    }

    enum NodeTest: Sendable {
        /// `*`
        case anyName
        /// `prefix:*`
        case anyNameOf(Namespace)
        case name(Namespace, local: String)
        /// `node()`
        case any
        case text, comment
        /// With the target of the instruction, if it is given.
        case instruction(String?)
    }
}
