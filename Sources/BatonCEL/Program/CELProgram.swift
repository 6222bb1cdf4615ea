import Synchronization

/// A compiled expression: immutable, and run from any thread against any activation.
package final class CELProgram: Sendable {
    /// As it was written.
    package let text: String
    /// The root and member path of every use of a variable: `["steps", "login", "token"]`.
    package let references: [[String]]
    package let resultType: CELType
    /// Whether it gives the same value each time it is asked, as long as its variables keep theirs: false where it calls
    /// `now()`, `uuid()` or the like.
    package let isPure: Bool
    private let node: any CELNode
    private let localCount: Int
    let declarations: CELDeclarations
    /// Made when the expression is explained for the first time.
    let recording = Mutex<Recording?>(nil)

    init(_ text: String, _ typed: CELCompiler.Typed, _ compiler: CELCompiler) {
        self.text = text
        self.node = typed.node
        self.resultType = typed.type
        self.isPure = compiler.isPure
        self.localCount = compiler.localCount
        self.references = compiler.references
        self.declarations = compiler.declarations
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
        return CELProgram(text, typed, compiler)
    }

    /// Throws when the expression has no value: something is not set, a type does not fit, a number leaves its range,
    /// the work leaves its limits.
    package func evaluate(
        _ activation: any CELActivation, limits: CELLimits = CELLimits()
    ) throws(CELError) -> CELValue {
        var frame = CELFrame(activation, locals: localCount, limits: limits)
        do {
            return try node.evaluate(&frame)
        } catch {
            throw error.detailed
        }
    }
}
