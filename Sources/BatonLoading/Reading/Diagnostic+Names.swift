import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow

extension Diagnostic {
    static func invalidName(_ name: String, of what: String = "a variable", at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-name", "`\(name)` cannot be the name of \(what)", at: range,
            help: "a name is letters, digits and `_`, and does not begin with a digit")
    }

    static func reservedName(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.reserved-name", "`\(name)` has a meaning of its own in expressions", at: range,
            help: "choose another name, such as `my_\(name)`")
    }

    static func definedLater(_ name: String, at range: SourceRange, later: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.unknown-name", "`\(name)` is not there yet", at: range,
            notes: [Note("it gets its value only here", at: later)],
            help: "move the step that captures or sets it before this one")
    }

    static func undefinedMember(
        _ member: String, of root: String, at range: SourceRange, known: [String]
    ) -> Diagnostic {
        let nearest = Spelling.nearest(to: member, in: known)
        let help: Message =
            if let nearest {
                "did you mean `\(root).\(nearest)`?"
            } else if root == "needs" {
                "a workflow that this one needs gets its name there: `needs: { login: login.yaml }`"
            } else if known.isEmpty {
                root.hasPrefix("needs.")
                    ? "that file has no `outputs`; write there `outputs: { size: $(size) }`"
                    : "nothing of the kind is declared"
            } else {
                "there is " + known.prefix(20).map { "`\(root).\($0)`" }.joined(separator: ", ")
            }
        return Diagnostic(
            "expression.unknown-name", "`\(root).\(member)` is not defined", at: range, help: help)
    }

    static func noResponseYet(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.no-response-yet", "`response` is not there yet: no step before this one sends a request",
            at: range,
            help: "in `expect` and `capture` it is the response of the step itself, later on the last response")
    }

    static func requestOutsideResponse(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.no-request-here", "`request` is what the step has sent, and nothing has been sent here",
            at: range, help: "it can be used in `expect` and `capture`")
    }

    static func computedSecret(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed-secret", "which secrets a file uses must be known before it runs", at: range,
            help: "write the name out: `secrets.NAME`")
    }

    static func inputAndVariable(_ name: String, at range: SourceRange, input: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.input-and-variable", "`\(name)` is an input and a variable", at: range,
            notes: [Note("the input is here", at: input)],
            help: "name them apart, or give the input a `default`")
    }

    static func undeclaredSecret(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
        let nearest: Message = Spelling.nearest(to: name, in: known).map { "did you mean `\($0)`? Otherwise " } ?? ""
        return Diagnostic(
            "workflow.undeclared-secret", "nothing provides the secret `\(name)`", at: range,
            help: nearest
                + """
                add it to the environment's list in baton.yaml, `secrets: [\(name)]`, or give it with `--secret \(name)` \
                or `--secrets-file FILE`
                """)
    }

    static func computedDefault(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed-default", "the default of the input `\(name)` cannot be computed", at: range,
            help: "write the value itself, or compute a variable from the input")
    }

    static func stepIDTaken(_ id: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.duplicate-id", "the step id `\(id)` is taken", at: range,
            notes: [Note("first used here", at: first)])
    }
}
