import BatonImport

/// Statements in few lines, to compare with: one a statement, what is within another indented.
enum StatementPrinter {
    static func lines(_ statements: [ImportedStatement], _ indent: String = "") -> [String] {
        statements.flatMap { statement -> [String] in
            let inner = indent + "  "
            switch statement {
            case .check(let check): return [indent + (check.name.map { "[\($0)] " } ?? "") + subject(check.subject)]
            case .set(let name, let expression): return ["\(indent)set \(name) = \(expression)"]
            case .capture(let name, let source): return ["\(indent)capture \(name) = \(self.source(source))"]
            case .branch(let test, let then, let otherwise):
                let rest = otherwise.isEmpty ? [] : ["\(indent)else"] + lines(otherwise, inner)
                return ["\(indent)if \(test)"] + lines(then, inner) + rest
            case .loop(let list, let name, let body): return ["\(indent)for \(name) in \(list)"] + lines(body, inner)
            case .request(let request):
                return ["\(indent)request \(request.method) \(ImportPrinter.text(request.url))"]
                    + request.headers.map { "\(inner)header \(ImportPrinter.field($0))" }
                    + (request.body.map { ImportPrinter.body($0).map { inner + $0 } } ?? [])
                    + lines(request.after, inner)
            case .wait(let milliseconds): return ["\(indent)wait \(milliseconds)"]
            case .next(let request): return ["\(indent)next \(request ?? "nothing")"]
            case .fail(let text, _): return ["\(indent)fail \(text)"]
            case .note(let note): return ["\(indent)\(note.kind.rawValue): \(note.place): \(note.reason)"]
            }
        }
    }

    static func subject(_ subject: ImportedSubject) -> String {
        switch subject {
        case .status(let operators): "status \(self.operators(operators))"
        case .header(let name, let operators): "header \(name) \(self.operators(operators))"
        case .cookie(let name, let operators): "cookie \(name) \(self.operators(operators))"
        case .body(let operators): "body \(self.operators(operators))"
        case .json(let path, let operators): "\(path) \(self.operators(operators))"
        case .document(let value): "json \(ImportPrinter.value(value))"
        case .documentIncludes(let value): "json_includes \(ImportPrinter.value(value))"
        case .schema(let value, let path): "schema \(path ?? "$") \(ImportPrinter.value(value))"
        case .duration(let operators): "duration \(self.operators(operators))"
        case .condition(let text): "that \(text)"
        }
    }

    private static func operators(_ operators: [ImportedOperator]) -> String {
        operators.map { "\($0.name.rawValue) \(ImportPrinter.value($0.value))" }.joined(separator: ", ")
    }

    private static func source(_ source: ImportedSource) -> String {
        switch source {
        case .path(let path): path
        case .header(let name): "header \(name)"
        case .cookie(let name): "cookie \(name)"
        case .expression(let text): "$(\(text))"
        }
    }
}
