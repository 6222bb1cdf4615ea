import Synchronization

/// A compiled expression: immutable, and usable from any thread with any activation.
///
/// How this module works together: `CELParser` (Syntax) reads a text into a `CELSyntax`. `CELCompiler` (Compiling) turns it
/// into `CELNode`s (Nodes), with the names that `CELDeclarations` has and the functions of a `CELLibrary` (Declarations);
/// those of CEL itself are in Library, with the addresses of its network extension in Network. An evaluation passes a
/// `CELFrame` from node to node: the host's `CELActivation`, which knows the variables, a `CELMeter`, which ends what costs
/// too much, and a `CELRecorder` while the result is explained. Values are `CELValue`s (Values); what is known of them
/// before there are any is a `CELType` (Types). A `CELTemplate` finds the expressions in a text.
package final class CELProgram: Sendable {
    /// The expression as written.
    package let text: String
    private let content: Content

    private enum Content: Sendable {
        /// The expression is the name of a variable, which is the most common case: only its slot is stored.
        case variable(slot: Int, type: CELType)
        case compiled(Compiled)
        /// The expression has mistakes that were reported.
        case mistaken
    }

    private final class Compiled: Sendable {
        let references: [[String]]
        let resultType: CELType
        let isPure: Bool
        let node: any CELNode
        let localCount: Int
        let declarations: CELDeclarations
        /// Compiled when the expression is explained for the first time.
        let recording = Mutex<Recording?>(nil)

        init(_ typed: CELCompiler.Typed, _ compiler: CELCompiler) {
            node = typed.node
            resultType = typed.type
            isPure = compiler.isPure
            localCount = compiler.localCount
            references = compiler.references
            declarations = compiler.declarations
        }
    }

    private init(_ text: String, _ content: Content) {
        self.text = text
        self.content = content
    }

    /// The name of the variable if the expression is only that name; else nil.
    package var name: String? {
        if case .variable = content { text } else { nil }
    }

    /// The root and member path of every use of a variable: `["steps", "login", "token"]`.
    package var references: [[String]] {
        switch content {
        case .variable: [[text]]
        case .compiled(let compiled): compiled.references
        case .mistaken: []
        }
    }

    package var resultType: CELType {
        switch content {
        case .variable(_, let type): type
        case .compiled(let compiled): compiled.resultType
        case .mistaken: .dyn
        }
    }

    /// Whether every evaluation gives the same value as long as the variables keep theirs: false if the expression
    /// calls `now()`, `uuid()` or the like.
    package var isPure: Bool {
        switch content {
        case .variable: true
        case .compiled(let compiled): compiled.isPure
        case .mistaken: false
        }
    }

    /// Whether the program stands in the place of an expression with mistakes.
    package var isMistaken: Bool {
        if case .mistaken = content { true } else { false }
    }

    /// In the place of an expression with mistakes, so that nothing is said of a value that is not known. It has no value.
    package static func mistaken(_ text: String) -> CELProgram { CELProgram(text, .mistaken) }

    /// Compiles an expression; nil if it has mistakes, which have then all been reported.
    package static func compile(
        _ text: String, in declarations: CELDeclarations, report: (CELDiagnostic) -> Void
    ) -> CELProgram? {
        var isRight = true
        let program = compileUnchecked(text, in: declarations) { diagnostic in
            isRight = false
            report(diagnostic)
        }
        return isRight ? program : nil
    }

    /// Reports the same mistakes, but returns a program for everything that can be parsed, like CEL without its
    /// checker. A mistake is then an error when it is evaluated, unless the other operand of an `||` decides.
    package static func compileUnchecked(
        _ text: String, in declarations: CELDeclarations, report: (CELDiagnostic) -> Void
    ) -> CELProgram? {
        if let program = naming(text, declarations) { return program }
        let bytes = Array(text.utf8)
        let syntax: CELSyntax
        do {
            syntax = try CELParser.parse(bytes)
        } catch {
            report(error)
            return nil
        }
        var compiler = CELCompiler(bytes, declarations, isRecording: false)
        let typed = compiler.compile(syntax)
        for diagnostic in compiler.diagnostics { report(diagnostic) }
        return CELProgram(text, .compiled(Compiled(typed, compiler)))
    }

    /// The program for an expression that is only the name of a variable, which needs neither a syntax tree nor nodes.
    private static func naming(_ text: String, _ declarations: CELDeclarations) -> CELProgram? {
        var bytes = text
        guard bytes.withUTF8({ $0.count <= CELParser.lengthLimit && CELName.isName($0) }),
            let variable = declarations.variable(text), !CELParser.isTaken(text)
        else { return nil }
        return CELProgram(text, .variable(slot: variable.slot, type: variable.type))
    }

    /// The value of the expression. Throws if there is none: a variable is not set, a type does not fit, a number is
    /// out of range, or a limit is exceeded.
    package func evaluate(
        _ activation: any CELActivation, limits: CELLimits = CELLimits()
    ) throws(CELError) -> CELValue {
        do throws(CELError) {
            switch content {
            case .variable(let slot, _):
                return try VariableNode.value(at: slot, in: activation, name: text, range: 0..<text.utf8.count)
            case .compiled(let compiled):
                var frame = CELFrame(activation, locals: compiled.localCount, limits: limits)
                return try compiled.node.evaluate(&frame)
            case .mistaken: throw CELError(.host, "the expression has a mistake")
            }
        } catch {
            throw error.detailed
        }
    }

    /// The expression compiled with nodes that report their values to the recorder.
    struct Recording: Sendable {
        let node: any CELNode
        let localCount: Int
        let localUses: [(range: Range<Int>, local: Int)]
    }

    /// The recording program, compiled once, because a condition that is not pure is explained at every evaluation.
    func recorded() -> Recording? {
        switch content {
        case .variable(let slot, _):
            let syntax = CELSyntax(.name(text), 0..<text.utf8.count)
            let node = VariableNode(slot: slot, name: text, range: syntax.range)
            return Recording(
                node: RecordingNode(node, syntax, role: .of(syntax)), localCount: 0, localUses: [])
        case .compiled(let compiled):
            if let made = compiled.recording.withLock({ $0 }) { return made }
            let bytes = Array(text.utf8)
            guard let syntax = try? CELParser.parse(bytes) else { return nil }
            var compiler = CELCompiler(bytes, compiled.declarations, isRecording: true)
            let typed = compiler.compile(syntax)
            guard compiler.diagnostics.isEmpty else { return nil }
            let made = Recording(node: typed.node, localCount: compiler.localCount, localUses: compiler.localUses)
            compiled.recording.withLock { $0 = made }
            return made
        case .mistaken: return nil
        }
    }
}

extension CELProgram {
    /// The ranges in UTF-8 of the contents of the string literals in an expression, without prefixes and quotes, up to
    /// the first mistake.
    package static func stringLiterals(in text: String) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var lexer = CELLexer(bytes)
        var found: [Range<Int>] = []
        while let token = try? lexer.next(), token.kind != .end {
            guard token.kind == .string, let opening = CELStringLiteral.opening(in: bytes, from: token.range.lowerBound)
            else { continue }
            let start = token.range.lowerBound + opening.prefix + opening.quotes
            found.append(start..<max(start, token.range.upperBound - opening.quotes))
        }
        return found
    }

    /// Whether a word has a meaning in CEL's grammar (CEL specification, "Syntax"), so that nothing can have it as its name.
    package static func isReserved(_ word: String) -> Bool { CELParser.isTaken(word) }

    /// Whether a text has the grammar of an expression, whatever its names mean.
    package static func isExpression(_ text: String) -> Bool { (try? CELParser.parse(Array(text.utf8))) != nil }
}
