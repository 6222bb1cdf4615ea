import Synchronization

/// A compiled expression: immutable, and run from any thread against any activation.
package final class CELProgram: Sendable {
    /// As it was written.
    package let text: String
    private let content: Content

    private enum Content: Sendable {
        /// The expression is the name of a variable, as most are: there is nothing to keep but its slot.
        case variable(slot: Int, type: CELType)
        case compiled(Compiled)
    }

    private final class Compiled: Sendable {
        let references: [[String]]
        let resultType: CELType
        let isPure: Bool
        let node: any CELNode
        let localCount: Int
        let declarations: CELDeclarations
        /// Made when the expression is explained for the first time.
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

    /// The variable that the expression is the name of; nil for all that is more than a name.
    package var name: String? {
        if case .variable = content { text } else { nil }
    }

    /// The root and member path of every use of a variable: `["steps", "login", "token"]`.
    package var references: [[String]] {
        switch content {
        case .variable: [[text]]
        case .compiled(let compiled): compiled.references
        }
    }

    package var resultType: CELType {
        switch content {
        case .variable(_, let type): type
        case .compiled(let compiled): compiled.resultType
        }
    }

    /// Whether it gives the same value each time it is asked, as long as its variables keep theirs: false where it calls
    /// `now()`, `uuid()` or the like.
    package var isPure: Bool {
        switch content {
        case .variable: true
        case .compiled(let compiled): compiled.isPure
        }
    }

    /// Nil when something is wrong with the expression; every mistake has then been reported.
    package static func compile(
        _ text: String, in declarations: CELDeclarations, report: (CELIssue) -> Void
    ) -> CELProgram? {
        var isRight = true
        let program = compileUnchecked(text, in: declarations) { issue in
            isRight = false
            report(issue)
        }
        return isRight ? program : nil
    }

    /// Reports the same, and nevertheless gives a program for whatever can be parsed, as CEL does without its checker:
    /// what is wrong in it is an error where it is evaluated, unless an `||` beside it decides.
    package static func compileUnchecked(
        _ text: String, in declarations: CELDeclarations, report: (CELIssue) -> Void
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
        for issue in compiler.issues { report(issue) }
        return CELProgram(text, .compiled(Compiled(typed, compiler)))
    }

    /// What is no more than the name of a variable needs neither a tree nor nodes.
    private static func naming(_ text: String, _ declarations: CELDeclarations) -> CELProgram? {
        var bytes = text
        guard bytes.withUTF8({ $0.count <= CELParser.lengthLimit && CELLexer.isName($0) }),
            let variable = declarations.variable(text), !CELParser.isTaken(text)
        else { return nil }
        return CELProgram(text, .variable(slot: variable.slot, type: variable.type))
    }

    /// Throws when the expression has no value: something is not set, a type does not fit, a number leaves its range,
    /// the work leaves its limits.
    package func evaluate(
        _ activation: any CELActivation, limits: CELLimits = CELLimits()
    ) throws(CELError) -> CELValue {
        do {
            switch content {
            case .variable(let slot, _):
                return try VariableNode.value(at: slot, in: activation, name: text, range: 0..<text.utf8.count)
            case .compiled(let compiled):
                var frame = CELFrame(activation, locals: compiled.localCount, limits: limits)
                return try compiled.node.evaluate(&frame)
            }
        } catch {
            throw error.detailed
        }
    }

    /// The expression once more, with nodes that tell the recorder what they yield.
    struct Recording: Sendable {
        let node: any CELNode
        let localCount: Int
        let localUses: [(range: Range<Int>, local: Int)]
    }

    /// A condition that is not pure is explained at every evaluation: it is compiled for that once.
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
            guard compiler.issues.isEmpty else { return nil }
            let made = Recording(node: typed.node, localCount: compiler.localCount, localUses: compiler.localUses)
            compiled.recording.withLock { $0 = made }
            return made
        }
    }
}
