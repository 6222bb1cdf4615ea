/// Keeps what each sub-expression yielded while a result is being explained, as a tree in the order of evaluation.
final class CELRecorder {
    /// What kind of sub-expression it is, as far as it matters to a reader.
    enum Role {
        /// The operand of a longer chain, such as `response` in `response.status`.
        case link
        /// A name, a member, an element or a call.
        case term
        /// `==`, `<`, `in` and the like.
        case comparison
        /// `&&`, `||`, `!` and `? :`.
        case logic
        /// `all`, `exists` and `exists_one`.
        case quantifier
        /// Lists, maps and arithmetic.
        case other
        /// A list or map without anything to work out in it.
        case literal
    }

    struct Entry {
        var range: Range<Int>
        var role: Role
        /// Whether it is a name, member or element, whose value lay there before.
        var isLookup: Bool
        var value: CELValue?
        var error: CELError?
        /// Which loop variables stood for which elements in the pass that this was recorded in.
        var bindings: [Binding] = []
        var parts: [Entry] = []
    }

    /// In a pass that decided: the variable `local` stood for the key, or for the element under it.
    struct Binding {
        var local: Int
        var key: String
        /// Where the collection is written, and whether an index needs parentheses around it; nil for the key itself.
        var collection: (range: Range<Int>, needsParentheses: Bool)?
    }

    private var open: [[Entry]] = [[]]
    private var count = 0
    private static let limit = 20_000

    var entries: [Entry] { open[0] }

    func begin() { open.append([]) }

    func end(_ range: Range<Int>, _ role: Role, isLookup: Bool, _ value: CELValue?, _ error: CELError?) {
        let parts = open.removeLast()
        count += 1
        guard count <= Self.limit else { return }
        open[open.count - 1].append(
            Entry(range: range, role: role, isLookup: isLookup, value: value, error: error, parts: parts))
    }

    /// How many sub-expressions of the one that is being worked out have been recorded.
    var mark: Int { open[open.count - 1].count }

    /// The pass since `mark` decided nothing.
    func forget(since mark: Int) {
        let last = open.count - 1
        count -= open[last][min(mark, open[last].count)...].reduce(0) { $0 + Self.size(of: $1) }
        open[last].removeSubrange(min(mark, open[last].count)...)
    }

    private static func size(of entry: Entry) -> Int { entry.parts.reduce(1) { $0 + size(of: $1) } }

    /// The pass since `mark` decided: its variables are shown as what they stood for.
    func bind(since mark: Int, _ bindings: [Binding]) {
        let last = open.count - 1
        for position in min(mark, open[last].count)..<open[last].count { Self.bind(bindings, &open[last][position]) }
    }

    private static func bind(_ bindings: [Binding], _ entry: inout Entry) {
        entry.bindings += bindings
        for position in entry.parts.indices { bind(bindings, &entry.parts[position]) }
    }
}

extension CELRecorder.Role {
    static func of(_ syntax: CELSyntax) -> CELRecorder.Role {
        switch syntax.kind {
        case .and, .or, .conditional, .unary(.not, _): .logic
        case .binary(let operation, _, _): operation.isComparison ? .comparison : .other
        case .method(_, let word, let arguments):
            ["all", "exists", "exists_one", "existsOne"].contains(word.text) && arguments.count > 1
                ? .quantifier : .term
        case .name, .select, .index, .call: .term
        case .literal, .list, .map, .unary: isLiteral(syntax) ? .literal : .other
        }
    }

    private static func isLiteral(_ syntax: CELSyntax) -> Bool {
        switch syntax.kind {
        case .literal: true
        case .list(let elements): elements.allSatisfy { isLiteral($0.value) }
        case .map(let entries): entries.allSatisfy { isLiteral($0.key) && isLiteral($0.value) }
        default: false
        }
    }
}

/// A node that tells the recorder what it yields.
final class RecordingNode: CELNode {
    private let inner: any CELNode
    private let range: Range<Int>
    private let role: CELRecorder.Role
    private let isLookup: Bool

    init(_ inner: any CELNode, _ syntax: CELSyntax, role: CELRecorder.Role) {
        self.inner = inner
        range = syntax.range
        self.role = role
        isLookup =
            switch syntax.kind {
            case .name, .select, .index: true
            default: false
            }
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        frame.recorder?.begin()
        do {
            let value = try inner.evaluate(&frame)
            frame.recorder?.end(range, role, isLookup: isLookup, value, nil)
            return value
        } catch {
            frame.recorder?.end(range, role, isLookup: isLookup, nil, error)
            throw error
        }
    }
}
