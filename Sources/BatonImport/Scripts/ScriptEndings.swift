/// Where scripts and tests end because an assertion fails: what comes behind it happens only where all before it hold.
extension ScriptEvaluator {
    /// What the script says so far, with what is behind assertions outside of tests.
    mutating func endByAssertions() {
        var said: [Output] = []
        swap(&said, &output)
        output = sequenced(said[...])
    }

    mutating func sequenced(_ outputs: ArraySlice<Output>) -> [Output] {
        var result: [Output] = []
        var conditions: [CELText] = []
        var behind: [ImportedStatement] = []
        var isSaid = true
        for output in Self.pruned(Array(outputs)) {
            if hasOwnConditions(output.statement) {
                result += guarded(&behind, &conditions)
                result.append(output)
            } else if Self.isStep(output.statement) {
                if !isSaid, Self.doesMore(output.statement) {
                    isSaid = true
                    result.append(unsaid())
                }
                let all = conditions.map { $0.within(.and) }.joined(separator: " && ")
                if case .branch(let test, _, let otherwise) = output.statement, otherwise.isEmpty, test == all,
                    behind.isEmpty
                {
                    // What is awaited has its conditions already.
                    result.append(output)
                } else if conditions.isEmpty {
                    result.append(output)
                } else {
                    behind.append(output.statement)
                }
            } else {
                if case .note = output.statement {} else { result += guarded(&behind, &conditions) }
                result.append(output)
            }
            switch output.ending {
            case .never: break
            case .somewhere: isSaid = false
            case .unless(let condition):
                // Nothing comes behind it.
                if condition.text == "false" { return result + guarded(&behind, &conditions) }
                let length = conditions.reduce(condition.text.utf8.count) { $0 + $1.text.utf8.count }
                let own = VariableUse(output.statement).sets
                if length > 4_000 || !own.isDisjoint(with: ExpressionText.names(in: condition.text)) {
                    isSaid = false
                } else if !conditions.contains(condition) {
                    result += guarded(&behind, &conditions)
                    conditions.append(condition)
                }
            }
        }
        return result + guarded(&behind, &conditions)
    }

    /// The statements as a branch. Where they change what its conditions read, these are kept before.
    private mutating func guarded(_ behind: inout [ImportedStatement], _ conditions: inout [CELText]) -> [Output] {
        guard !behind.isEmpty, var test = conditions.first else { return [] }
        for condition in conditions.dropFirst() { test = .binary("&&", test, condition) }
        var outputs: [Output] = []
        // A check takes more than a condition does.
        guard ScriptAcceptance.takes(test.text) else {
            outputs = [unsaid()] + behind.map { Output(statement: $0) }
            behind = []
            return outputs
        }
        if !VariableUse(behind).sets.isDisjoint(with: ExpressionText.names(in: test.text)) {
            let variable = names.temporary("goes_on")
            outputs.append(Output(statement: .set(name: variable, expression: test.text)))
            test = CELText(variable)
            conditions = [test]
        }
        outputs.append(Output(statement: .branch(test: test.text, then: behind, otherwise: [])))
        behind = []
        return outputs
    }

    private mutating func unsaid() -> Output {
        let loss = ScriptLoss(
            test == nil
                ? "What the script does behind this is done also where an assertion before it fails."
                : "What a test does behind a schema is done also where the schema does not fit.")
        note(loss, statement: test ?? "", at: statementEnd)
        return output.popLast() ?? Output(statement: .fail(loss.reason, test: test))
    }

    /// What a script starts comes only where no check has ended the script, wherever it stands.
    private func hasOwnConditions(_ statement: ImportedStatement) -> Bool {
        switch statement {
        case .request: true
        case .branch(_, let then, let otherwise): (then + otherwise).allSatisfy(hasOwnConditions)
        case .set(let name, _): keptChecks.contains(name)
        default: false
        }
    }

    private static func isStep(_ statement: ImportedStatement) -> Bool {
        switch statement {
        case .set, .capture, .branch, .loop, .request, .wait, .next: true
        case .check, .fail, .note: false
        }
    }

    /// Whether a statement does more than to check.
    static func doesMore(_ statement: ImportedStatement) -> Bool {
        switch statement {
        case .set, .capture, .request, .wait, .next: true
        case .check, .fail, .note: false
        case .branch(_, let then, let otherwise): (then + otherwise).contains(where: doesMore)
        case .loop(_, _, let body): body.contains(where: doesMore)
        }
    }

    static func ending(of outputs: [Output]) -> Ending { outputs.reduce(.never) { $0.and($1.ending) } }
}

extension ScriptEvaluator.Output {
    /// The same where the script goes on behind it in any case.
    var goingOn: Self {
        var output = self
        output.ending = .never
        return output
    }
}

extension ScriptEvaluator.Ending {
    func and(_ other: Self) -> Self {
        switch (self, other) {
        case (.never, let one), (let one, .never): one
        case (.somewhere, _), (_, .somewhere): .somewhere
        case (.unless(let first), .unless(let second)):
            first == second ? self : .unless(.binary("&&", first, second))
        }
    }

    /// In a branch that another condition leaves out.
    func `where`(_ opposite: CELText) -> Self {
        guard case .unless(let condition) = self else { return self }
        return .unless(condition.text == "false" ? opposite : .binary("||", opposite, condition))
    }

    /// In a loop.
    func all(_ list: CELText, _ name: String) -> Self {
        guard case .unless(let condition) = self else { return self }
        return .unless(list.method("all", name, condition.text))
    }
}
