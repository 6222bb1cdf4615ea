package import BatonCEL
package import BatonDiagnostics

/// A compiled CEL expression and its place in the file.
package struct Expression: Sendable {
    package let program: CELProgram
    package let place: TextPlace

    package init(program: CELProgram, place: TextPlace) {
        self.program = program
        self.place = place
    }

    /// The expression as written, without `$(` and `)`.
    package var text: String { program.text }

    package var range: SourceRange { place.range(0..<text.utf8.count) }

    /// Whether the expression reads the `errors` of a GraphQL response.
    package var readsGraphQLErrors: Bool {
        program.references.contains { $0.starts(with: ["response", "json", "errors"]) }
    }

    /// Throws a failure of kind `expression.failed` with the place of the part that failed.
    package func evaluate(in scope: any TemplateScope) throws(StepFailure) -> CELValue {
        do {
            return try program.evaluate(scope)
        } catch {
            // An expression that exceeded its limit of work is not evaluated again, nor is one that reads a failed
            // variable: each further evaluation would evaluate the variables below it twice, and those below them four
            // times. That a name is not set quotes no value.
            guard program.isPure, error.variableCount == 0 else { throw failure(error, scope) }
            switch error.kind {
            case .limit, .cancelled, .notSet: throw failure(error, scope)
            default: throw failure(error.tainted(by: program.explain(scope), in: scope), scope)
            }
        }
    }

    func failure(_ error: CELError, _ scope: any TemplateScope) -> StepFailure {
        var failure = StepFailure(
            error.isTainted ? "`\(text)` fails on a secret value" : error.message,
            hint: error.help.map(Hint.explaining), at: error.range.map { place.range($0) } ?? range)
        failure.variableCount = error.variableCount
        switch error.kind {
        case .notSet:
            guard let name = unsetVariable(error) else {
                failure.isMissing = true
                break
            }
            failure.unset = name
            if let why = scope.whyUnset(name) {
                failure.message = why.message
                failure.hint = why.hint.map(Hint.explaining)
            }
        case .noSuchKey, .index: failure.isMissing = true
        case .cancelled: failure.kind = .cancelled
        case .notXML: failure.kind = .notXML
        default: break
        }
        return failure
    }

    /// The name of the variable that the error points to: `token`, or `token` of `vars.token`; nil for any other error.
    private func unsetVariable(_ error: CELError) -> String? {
        let bytes = Array(text.utf8)
        guard let range = error.range, range.upperBound <= bytes.count else { return nil }
        let name = String(decoding: bytes[range], as: UTF8.self)
        let isVariable = program.references.contains { reference in
            reference[0] == name || reference.count > 1 && reference[0] == Root.vars.name && reference[1] == name
        }
        return isVariable ? name : nil
    }
}
