/// A node of the syntax tree of an expression.
final class CELSyntax: Sendable {
    enum Unary: Sendable { case not, negative }

    enum Binary: Sendable {
        case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, isIn
        case plus, minus, times, divided, modulo

        var text: String {
            switch self {
            case .equal: "=="
            case .unequal: "!="
            case .less: "<"
            case .lessOrEqual: "<="
            case .greater: ">"
            case .greaterOrEqual: ">="
            case .isIn: "in"
            case .plus: "+"
            case .minus: "-"
            case .times: "*"
            case .divided: "/"
            case .modulo: "%"
            }
        }

        /// Whether the operator compares its operands and gives a bool.
        var isComparison: Bool {
            switch self {
            case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn: true
            case .plus, .minus, .times, .divided, .modulo: false
            }
        }
    }

    /// An element of a list; with `?` before it, an optional that is left out if it is empty.
    struct Element: Sendable {
        var value: CELSyntax
        var isOptional: Bool
    }

    struct Entry: Sendable {
        var key: CELSyntax
        var value: CELSyntax
        var isOptional: Bool
    }

    /// A name with its range.
    struct Word: Sendable {
        var text: String
        var range: Range<Int>
    }

    enum Kind: Sendable {
        case literal(CELValue)
        case name(String)
        case select(CELSyntax, Word, isOptional: Bool)
        case index(CELSyntax, CELSyntax, isOptional: Bool)
        case call(Word, [CELSyntax])
        case method(CELSyntax, Word, [CELSyntax])
        case list([Element])
        case map([Entry])
        case unary(Unary, CELSyntax)
        case binary(Binary, CELSyntax, CELSyntax)
        case and([CELSyntax])
        case or([CELSyntax])
        case conditional(CELSyntax, CELSyntax, CELSyntax)
    }

    let kind: Kind
    /// The range in UTF-8 offsets of the expression, without parentheses around it.
    let range: Range<Int>
    /// Number of nodes on the longest path down, including this one.
    let depth: Int

    init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
        self.depth = 1 + Self.childDepth(kind)
    }

    private static func childDepth(_ kind: Kind) -> Int {
        switch kind {
        case .literal, .name: 0
        case .select(let operand, _, _), .unary(_, let operand): operand.depth
        case .index(let left, let right, _), .binary(_, let left, let right): max(left.depth, right.depth)
        case .call(_, let arguments), .and(let arguments), .or(let arguments): deepest(arguments)
        case .method(let target, _, let arguments): max(target.depth, deepest(arguments))
        case .list(let elements): elements.reduce(0) { max($0, $1.value.depth) }
        case .map(let entries): entries.reduce(0) { max($0, $1.key.depth, $1.value.depth) }
        case .conditional(let condition, let first, let second): max(condition.depth, first.depth, second.depth)
        }
    }

    private static func deepest(_ nodes: [CELSyntax]) -> Int { nodes.reduce(0) { max($0, $1.depth) } }

    /// The name at the start of a chain of members and indices; nil if the chain does not start with a name.
    var root: String? {
        var node = self
        while true {
            switch node.kind {
            case .name(let name): return name
            case .select(let operand, _, _), .index(let operand, _, _): node = operand
            default: return nil
            }
        }
    }

    /// The names in `a.b.c`; nil for anything else.
    var path: [String]? {
        switch kind {
        case .name(let name): [name]
        case .select(let operand, let member, false): operand.path.map { $0 + [member.text] }
        default: nil
        }
    }
}
