import BatonValues

/// Compiles a syntax tree into nodes: resolves names to slots, checks types as far as they are known, expands macros.
///
/// After a mistake compiling continues, so that one pass finds all mistakes.
struct CELCompiler {
    /// A node with the type of its value, as far as it is known.
    struct Typed {
        var node: any CELNode
        var type: CELType
        /// The value of a literal, or of a list or map made of literals.
        var constant: CELValue?
    }

    /// A variable of a macro.
    struct Local {
        var name: String
        var index: Int
        var type: CELType
    }

    let bytes: [UInt8]
    let declarations: CELDeclarations
    /// Whether every sub-expression reports its value to the recorder.
    let isRecording: Bool
    var locals: [Local] = []
    var localCount = 0
    private(set) var diagnostics: [CELDiagnostic] = []
    private(set) var references: [[String]] = []
    /// The uses of macro variables with their ranges, if `isRecording`.
    private(set) var localUses: [(range: Range<Int>, local: Int)] = []
    /// Whether the expression calls no function that reads a clock, a random source or a file.
    var isPure = true

    init(_ bytes: [UInt8], _ declarations: CELDeclarations, isRecording: Bool) {
        self.bytes = bytes
        self.declarations = declarations
        self.isRecording = isRecording
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static let mostDiagnostics = 20

    /// Reports a mistake; the returned node fails when it is evaluated.
    @discardableResult
    mutating func report(_ code: String, _ message: String, _ range: Range<Int>, help: String? = nil) -> Typed {
        note(CELDiagnostic("expression." + code, message, range, help: help))
    }

    /// The most similar name; searched only while the diagnostic will be reported.
    func nearest(to word: String, in names: @autoclosure () -> [String]) -> String? {
        guard declarations.suggestsNames, diagnostics.count < Self.mostDiagnostics else { return nil }
        return Spelling.nearest(to: word, in: names())
    }

    mutating func note(_ diagnostic: CELDiagnostic) -> Typed {
        if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
        return Typed(node: DiagnosedNode(diagnostic), type: .dyn)
    }

    static func constant(_ value: CELValue) -> Typed {
        Typed(node: ConstantNode(value), type: value.staticType, constant: value)
    }

    /// Compiles a sub-expression.
    ///
    /// - Parameters:
    ///   - isLink: the sub-expression is the operand of a longer chain of members, which counts as one reference.
    ///   - isAsked: it is the operand of `has`, so its value explains the result.
    mutating func compile(_ syntax: CELSyntax, isLink: Bool = false, isAsked: Bool = false) -> Typed {
        let typed = compileUnrecorded(syntax, isLink: isLink)
        guard isRecording else { return typed }
        // Lists are recorded, so that they can be compared element by element; they are not shown.
        if case .list? = typed.constant?.kind {} else if typed.constant != nil { return typed }
        let role: CELRecorder.Role = isLink && !isAsked ? .link : .of(syntax)
        return Typed(
            node: RecordingNode(typed.node, syntax, role: role), type: typed.type, constant: typed.constant
        )
    }

    mutating func noteUse(of local: Int, at range: Range<Int>) {
        if isRecording { localUses.append((range, local)) }
    }

    private mutating func compileUnrecorded(_ syntax: CELSyntax, isLink: Bool) -> Typed {
        switch syntax.kind {
        case .literal(let value): Self.constant(value)
        case .name(let name): compileName(name, syntax.range, isLink: isLink)
        case .select(let operand, let member, let isOptional):
            compileSelect(operand, member, isOptional: isOptional, syntax, isLink: isLink)
        case .index(let operand, let key, let isOptional):
            compileIndex(operand, key, isOptional: isOptional, syntax, isLink: isLink)
        case .call(let word, let arguments): compileCall(word, arguments, syntax)
        case .method(let target, let word, let arguments): compileMethod(target, word, arguments, syntax)
        case .list(let elements): compileList(elements, syntax.range)
        case .map(let entries): compileMap(entries, syntax.range)
        case .unary(let sign, let operand): compileUnary(sign, operand, syntax.range)
        case .binary(let operation, let left, let right): compileBinary(operation, left, right, syntax.range)
        case .and(let operands): compileLogic(operands, deciding: false)
        case .or(let operands): compileLogic(operands, deciding: true)
        case .conditional(let condition, let first, let second):
            compileConditional(condition, first, second, syntax.range)
        }
    }

    /// Records the use of a variable with the members after it.
    mutating func refer(to path: [String]) {
        if !references.contains(path) { references.append(path) }
    }

    func local(_ name: String) -> Local? { locals.last { $0.name == name } }

    /// Calls `body` with more variables in scope.
    mutating func withLocals<R>(
        _ list: [(name: String, type: CELType)], _ body: (inout CELCompiler, [Int]) -> R
    ) -> R {
        let outer = locals.count
        var indices: [Int] = []
        for (name, type) in list {
            locals.append(Local(name: name, index: localCount, type: type))
            indices.append(localCount)
            localCount += 1
        }
        let result = body(&self, indices)
        locals.removeSubrange(outer...)
        return result
    }
}

extension CELValue {
    /// The static type of a literal.
    var staticType: CELType {
        switch kind {
        case .null: return .null
        case .bool: return .bool
        case .int: return .int
        case .uint: return .uint
        case .double: return .double
        case .string: return .string
        case .bytes: return .bytes
        case .timestamp: return .timestamp
        case .duration: return .duration
        case .type: return .type
        case .list(let elements):
            guard let first = elements.first?.staticType, elements.allSatisfy({ $0.staticType == first }) else {
                return .anyList
            }
            return .list(first)
        case .map: return .anyMap
        case .optional: return .anyOptional
        case .native(let native): return .native(native.nativeType)
        case .number, .jsonArray, .jsonObject: return .dyn
        }
    }
}

/// The help for times that are written as texts, and for numbers in place of durations.
extension CELCompiler {
    /// The help for `now() + 1`: a time moves by a duration.
    func momentHelp(
        _ operation: CELSyntax.Binary, _ one: Typed, _ other: Typed, _ left: CELSyntax
    ) -> String? {
        guard operation == .plus || operation == .minus, case .timestamp = one.type else { return nil }
        return "a time moves by a duration: `now() \(operation.text) duration(\"24h\")`"
    }

    /// The help for a text in place of a time.
    func timeHelp(_ typed: Typed, _ source: CELSyntax) -> String? {
        guard case .string = typed.type else { return nil }
        return "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"
    }

    /// The help for a time that is compared with a text.
    func timeHelp(_ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax) -> String? {
        if case .timestamp = one.type { return timeHelp(other, right) }
        if case .timestamp = other.type { return timeHelp(one, left) }
        return nil
    }
}
