import BatonAPI
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

extension Diagnostic {
    private static func named(_ isComputed: Bool) -> Message {
        isComputed
            ? "let `name` say what tells the rows apart"
            : "unless `name` says otherwise, a row is called by its first value: write `name: $(row.x)` with what tells them apart"
    }

    static func noRows(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.does-nothing", "`rows` has no row, so that nothing would run", at: range)
    }

    static func tooManyRows(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.wrong-value", "a workflow has \(Loop.mostPasses) rows at most", at: range)
    }

    /// How `rows` names a file; nil for a text that names none.
    static func rowsOfFile(_ text: String) -> String? {
        let format = text.split(separator: ".").last.map(String.init).map { $0 == "yml" ? "yaml" : $0 } ?? ""
        guard ["csv", "json", "yaml"].contains(format), !text.contains("$(") else { return nil }
        return "rows: { \(format): \(Quoting.quotedIfNeeded(text, isInFlow: true)) }"
    }

    static func computedRows(_ node: YAMLNode) -> Diagnostic {
        // `@users.csv` is how curl and others write a file.
        let file = rowsOfFile(String((node.scalar?.text ?? "").drop { $0 == "@" }))
        return Diagnostic(
            "workflow.computed", "`rows` is known before anything runs: it is a list or a file", at: node.range,
            help: file.map { "write `\($0)`" }
                ?? "write `[…]`, whose values may be computed, or `{ csv: users.csv }`; `for_each` goes through what is computed"
        )
    }

    static func computedRowFile(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the file of `rows` is known before anything runs: its name has no `$(…)`",
            at: range, help: "`for_each: { csv: … }` takes a file whose name is computed")
    }

    static func unknownColumn(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "data.invalid", "the file has no column `\(name)`", at: range,
            help: Spelling.nearest(to: name, in: known).map { "did you mean `\($0)`?" }
                ?? "it has " + known.map { "`\($0)`" }.joined(separator: ", "))
    }

    static func wrongField(
        _ error: CSVRow.FieldError, in columns: [String], at range: SourceRange, _ used: SourceRange
    ) -> Diagnostic {
        let name = columns[error.column]
        let isEmpty = error.failure.got == "\"\""
        return Diagnostic(
            "data.invalid", "`\(name)` must be \(error.failure.wanted), this is \(error.failure.got)", at: range,
            notes: [Note("it is used here", at: used)],
            help: isEmpty ? emptyCell(name, error.failure.wanted) : error.failure.hint.map { Message(value: $0) })
    }

    /// The advice for a cell without a text in a column of another type.
    private static func emptyCell(_ name: String, _ wanted: String) -> Message {
        let column = Language.isIdentifier(name) ? "row.\(name)" : "row['\(name)']"
        let help: Message = "leave `\(name)` out of `types`: an empty cell is an empty text"
        switch wanted {
        case "an integer": return "\(help); convert it where it is used: `$(\(column) == '' ? null : int(\(column)))`"
        case "a number": return "\(help); convert it where it is used: `$(\(column) == '' ? null : double(\(column)))`"
        default: return help
        }
    }

    static func sameRowName(
        _ name: String, isComputed: Bool, at range: SourceRange, used: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            "data.row-name", "another row is called `\(name)` too", at: range,
            notes: range.file === used.file ? [] : [Note("it is used here", at: used)], help: named(isComputed))
    }

    static func namelessRow(isComputed: Bool, at range: SourceRange, used: SourceRange) -> Diagnostic {
        Diagnostic(
            "data.row-name",
            isComputed ? "`name` gives this row an empty name" : "this row has nothing that it could be called by",
            at: range,
            notes: range.file === used.file ? [] : [Note("it is used here", at: used)], help: named(isComputed))
    }

    static func rowNameFails(_ failure: StepFailure, row: SourceRange) -> Diagnostic {
        Diagnostic(
            "data.row-name", "this row gets no name: \(failure.message)", at: row,
            notes: [Note("the name is made here", at: failure.range)],
            help: failure.hint?.explanation.map { Message(value: $0) }
                ?? "a name is made of what is written in the row, so that it is the same in every run")
    }

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
