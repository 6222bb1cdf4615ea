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
