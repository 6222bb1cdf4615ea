import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

extension Diagnostic {
    static func notCountable(_ key: String, _ type: CELType, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-type", "`\(key)` wants whole numbers, this is \(type.description)", at: range,
            help: key == "repeat" ? "`for_each` goes through a list, `while` through a condition" : nil)
    }

    static func notList(_ what: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`for_each` goes through a list, this is \(what)", at: range,
            help: "write `[a, b]`, `$(list)`, `{ csv: users.csv }` or `{ range: [1, 10] }`; `repeat` counts")
    }

    static func emptyList(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.checks-nothing", "`for_each: []` does nothing", at: range, help: "write at least one element")
    }

    static func unclearRange(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "a `range` has a first and a last number", at: range, help: "write `range: [1, 10]`"
        )
    }

    static func emptyRange(_ first: Int64, _ last: Int64, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.checks-nothing", "the range is empty: \(first) is above \(last)", at: range,
            help: "the smaller number stands first")
    }

    static func tooManyPasses(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.wrong-value", "a loop has \(Loop.mostPasses) passes at most", at: range)
    }

    static func elementNameTaken(_ name: String, by other: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.name-taken", "`\(name)` is \(other) already", at: range,
            help: "give the element a name of its own, such as `each_\(name)`")
    }

    static func emptyGroup(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-steps", "a group without steps does nothing", at: range,
            help: "write its steps below, each behind `- `")
    }

    // MARK: - Data files
}
