/// Records the values of sub-expressions while a result is being explained, as a tree in the order of evaluation.
final class CELRecorder {
    /// The kind of a sub-expression, as far as it matters to the reader of an explanation.
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
        /// A literal, or a list or map of literals only.
        case literal
    }

    struct Entry {
        var range: Range<Int>
        var role: Role
        /// Whether the entry is a name, member or element, whose value already existed.
        var isLookup: Bool
        var value: CELValue?
        var error: CELError?
        /// The elements that the loop variables stood for in the iteration of this entry.
        var bindings: [Binding] = []
        var parts: [Entry] = []
    }

    /// In an iteration that is shown, the variable `local` and the key, or the element at that key, that it stood for.
    struct Binding {
        var local: Int
        var key: String
        /// The range of the collection's text, and whether an index needs parentheses around it; nil if the variable
        /// stands for the key itself.
        var collection: (range: Range<Int>, needsParentheses: Bool)?
        /// Which of how many iterations this is that are shown together, because none of them decided; nil for one that is
        /// shown alone.
        var shared: (position: Int, count: Int)?
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

    /// Number of recorded direct parts of the innermost open sub-expression.
    var mark: Int { open[open.count - 1].count }

    /// Whether iterations that may not decide can be kept, so that there is room for the one that does.
    var hasRoom: Bool { count < Self.limit / 2 }

    /// Removes the records from `mark` to `end`, unless given to the last, because these iterations did not decide.
    func forget(since mark: Int, until end: Int? = nil) {
        let last = open.count - 1
        let known = open[last].count
        let range = min(mark, known)..<min(end ?? known, known)
        count -= open[last][range].reduce(0) { $0 + Self.size(of: $1) }
        open[last].removeSubrange(range)
    }

    private static func size(of entry: Entry) -> Int { entry.parts.reduce(1) { $0 + size(of: $1) } }

    /// Adds bindings to the records since `mark`, whose iteration is shown, so that its variables are shown as elements.
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

/// A node that reports the value or error of another node to the recorder.
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
