import BatonDiagnostics
import BatonLanguage

extension Diagnostic {
    static func outcomeOutsideResponse(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "`\(name)` is what the step's own request ended in, and none has here",
            at: range,
            help: name == "result"
                ? "it can be used in `expect` and `capture`; later it is `steps.ID.result`"
                : "it can be used in `expect` and `capture`")
    }

    static func noResult(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "`result` is what a called endpoint gives, and there is none here", at: range,
            help: "an endpoint with `result` gives one to the step that calls it")
    }

    /// Reports `row` in a file without `rows`.
    static func noRow(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "there is no row here", at: range,
            help: "`row` has a value in the steps and variables of a workflow with `rows`")
    }

    static func outsideLoop(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "`\(name)` belongs to a loop, and there is none around this", at: range,
            help: name == Root.item.name
                ? "a step with `for_each` has an `item`; `as` gives it another name"
                : name == Root.index.name ? "a step with `for_each`, `repeat` or `while` has an `index`" : nil)
    }

    static func elementHasName(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.not-here", "the element of this loop is called `\(name)`", at: range,
            help: "`as` says so: write `\(name)` in place of `item`")
    }

    static func cachedWithoutBoth(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "expression.no-cached-response",
            "`cached` is there only in `capture` and `expect` of a request with `cache: both`",
            at: range, help: "give the step `cache: both`")
    }
}
