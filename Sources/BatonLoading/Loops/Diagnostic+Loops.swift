import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

extension Diagnostic {
    static func countOutOfRange(_ key: String, _ text: String, most: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(key)` is a whole number from 1 to \(most), this is \(text)", at: range,
            help: key == "concurrency" ? "with `concurrency: 1`, or without it, one pass follows the other" : nil)
    }

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

    static func unclearSource(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`for_each` names nothing to go through", at: range,
            help: "write one of `csv`, `json`, `yaml`, `lines` and `range`")
    }

    static func twoSources(_ first: String, _ second: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "`for_each` goes through one thing: it has `\(first)` and `\(second)`",
            at: range,
            help: "put one loop around the other: a `steps:` group with its own `for_each`")
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

    static func emptyGroup(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.no-steps", "a group without steps does nothing", at: range,
            help: "write its steps below, each behind `- `")
    }

    // MARK: - Data files

    static func emptyDataFile(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("data.invalid", "`\(path)` has no rows", at: range)
    }

    static func wrongDataFile(
        _ path: String, _ error: DataError, _ file: SourceFile?, usedAt range: SourceRange
    ) -> Diagnostic {
        guard let file, let line = error.line, (1...file.lineStarts.count).contains(line) else {
            return Diagnostic(
                "data.invalid", file == nil ? "\(error.message)" : "`\(path)`: \(error.message)", at: range)
        }
        let bytes = file.byteRange(ofLine: line)
        return Diagnostic(
            "data.invalid", "\(error.message)", at: SourceRange(file: file, bytes),
            notes: [Note("it is used here", at: range)])
    }
}
