/// Where scripts and tests end with an error: what is written behind such a place happens only where its conditions hold.
///
/// Each statement says by its ending what must hold for the script, or the test around, to go on. Branches and loops have the
/// endings of what is in them; a test keeps those of its own for itself. When a list of statements is whole, `sequenced` puts
/// what is behind conditions into branches.
extension ScriptEvaluator {
    /// What a script needs so that it does not end with an error.
    enum Need {
        /// A body that is JSON.
        case json
        /// A value that is there, and where a check reads it.
        case value(CELText, ScriptTerm.Subject?)
        /// A value that is a list, or has another type.
        case type(CELText)
    }

    struct Ending {
        struct Condition {
            /// Nil where no expression says it.
            var text: CELText?
            var need: Need?
            /// Behind an assertion nothing is done; behind a need nothing is sent.
            var isAssertion = true

            func reads(_ variables: Set<String>) -> Bool {
                guard let text, !variables.isEmpty else { return false }
                return !ExpressionText.names(in: text.text).isDisjoint(with: variables)
            }
        }

        /// All of them must hold.
        var conditions: [Condition] = []
        /// Nothing comes behind it.
        var isEnded = false

        static let ended = Ending(isEnded: true)

        static func unless(_ text: CELText?) -> Ending { Ending(conditions: [Condition(text: text)]) }

        var isNever: Bool { conditions.isEmpty && !isEnded }

        /// In bytes of all conditions.
        private static let most = 4_000

        /// Those of what stands behind; no expression says what `sets` has changed in between.
        mutating func add(_ other: Ending, behind sets: Set<String> = []) {
            isEnded = isEnded || other.isEnded
            for var one in other.conditions {
                if one.reads(sets) { one.text = nil }
                let length = conditions.reduce(0) { $0 + ($1.text?.text.utf8.count ?? 0) }
                if length + (one.text?.text.utf8.count ?? 0) > Self.most { one.text = nil }
                if let known = conditions.firstIndex(where: { $0.text == one.text }) {
                    conditions[known].isAssertion = conditions[known].isAssertion || one.isAssertion
                } else {
                    conditions.append(one)
                }
            }
        }

        mutating func forget(_ variables: Set<String>) {
            for index in conditions.indices where conditions[index].reads(variables) { conditions[index].text = nil }
        }

        /// In a branch that another condition leaves out.
        func `where`(_ opposite: CELText) -> Ending {
            if isEnded { return .unless(opposite) }
            var result = Ending()
            for isAssertion in [true, false] {
                let texts = conditions.filter { $0.isAssertion == isAssertion }.map(\.text)
                if texts.isEmpty { continue }
                let all = texts.contains(nil) ? nil : CELText.all(texts.compactMap(\.self))
                let text = all.map { CELText.binary("||", opposite, $0) }
                result.conditions.append(Condition(text: text, isAssertion: isAssertion))
            }
            return result
        }

        /// In a loop.
        func all(_ list: CELText, _ name: String) -> Ending {
            if isEnded { return .unless(list.method("all", name, "false")) }
            let conditions = conditions.map { one in
                Condition(text: one.text.map { list.method("all", name, $0.text) }, isAssertion: one.isAssertion)
            }
            return Ending(conditions: conditions)
        }

        /// That of two branches.
        static func joined(_ test: CELText, _ opposite: CELText, _ then: Ending, _ otherwise: Ending) -> Ending {
            if then.isEnded, otherwise.isEnded { return .ended }
            var (then, otherwise) = (then, otherwise)
            var result = Ending()
            result.conditions = then.conditions.filter { one in otherwise.conditions.contains { $0.text == one.text } }
            let shared = result.conditions.map(\.text)
            then.conditions.removeAll { shared.contains($0.text) }
            otherwise.conditions.removeAll { shared.contains($0.text) }
            result.add(then.where(opposite))
            result.add(otherwise.where(test))
            return result
        }
    }

    /// The same where the script goes on behind them in any case.
    static func goingOn(_ outputs: [Output]) -> [Output] {
        outputs.map { output in
            var output = output
            output.ending = Ending()
            return output
        }
    }

    /// No expression says a condition that reads what is set behind it.
    static func ending(of outputs: [Output]) -> Ending {
        var ending = Ending()
        for output in outputs {
            if !ending.isNever { ending.forget(variables(setBy: [output])) }
            ending.add(output.ending)
        }
        return ending
    }

    /// What the script says so far, with what is behind conditions.
    mutating func endByAssertions() {
        var said: [Output] = []
        swap(&said, &output)
        output = sequenced(said)
    }

    /// Statements behind the same conditions.
    private struct Group {
        var conditions: [Ending.Condition] = []
        var outputs: [Output] = []
    }

    mutating func sequenced(_ outputs: [Output]) -> [Output] {
        var result: [Output] = []
        var ending = Ending()
        var group = Group()
        var isTold = false
        for output in Self.pruned(outputs) {
            if case .note = output.statement, !group.conditions.isEmpty {
                result.append(output)
            } else if !output.isSilent {
                let isOfGroup =
                    conditions(for: output.statement, in: ending).map(\.text) == group.conditions.map(\.text)
                if !isOfGroup { result += flush(&group, &ending) }
                group.conditions = conditions(for: output.statement, in: ending)
                if !isTold, group.conditions.contains(where: { $0.text == nil }), Self.doesMore(output.statement) {
                    result += flush(&group, &ending) + [unsaid()]
                    isTold = true
                }
                group.outputs.append(output)
            }
            if output.ending.isNever { continue }
            if output.ending.isEnded { break }
            let before = Self.variables(setBy: group.outputs)
            if output.ending.conditions.contains(where: { $0.reads(before) }) { result += flush(&group, &ending) }
            ending.add(output.ending, behind: Self.variables(setBy: [output]).subtracting(keptChecks))
        }
        return result + flush(&group, &ending)
    }

    /// The conditions that hold a statement back.
    private func conditions(for statement: ImportedStatement, in ending: Ending) -> [Ending.Condition] {
        guard Self.isStep(statement) else { return [] }
        let sends = Self.sends(statement)
        return ending.conditions.filter { one in
            (one.isAssertion || sends) && !(one.need.map { isMet(by: statement, $0) } ?? false)
        }
    }

    /// Whether a statement does nothing by itself where the need is not met.
    private func isMet(by statement: ImportedStatement, _ need: Need) -> Bool {
        if case .request(let request) = statement, case .json = need {
            return Self.failsWithoutJSON(request.mark.flatMap { deferred[$0]?.request } ?? request)
        }
        return Self.says(statement, need)
    }

    /// The statements as a branch. Where they change what conditions read, these are kept before.
    private mutating func flush(_ group: inout Group, _ ending: inout Ending) -> [Output] {
        defer { group.outputs = [] }
        var outputs: [Output] = []
        let sets = ending.conditions.isEmpty ? [] : Self.variables(setBy: group.outputs)
        for index in ending.conditions.indices where ending.conditions[index].reads(sets) {
            guard let text = ending.conditions[index].text else { continue }
            let kept = CELText(keepCheck(text, in: &outputs))
            ending.conditions[index].text = kept
            for other in group.conditions.indices where group.conditions[other].text == text {
                group.conditions[other].text = kept
            }
        }
        guard !group.outputs.isEmpty, let test = CELText.all(group.conditions.compactMap(\.text)) else {
            return outputs + group.outputs
        }
        // A check takes more than a condition does.
        guard ScriptAcceptance.takes(test.text) else { return outputs + [unsaid()] + group.outputs }
        let statements = group.outputs.map(\.statement)
        return outputs + [Output(statement: .branch(test: test.text, then: statements, otherwise: []))]
    }

    /// Keeps a condition in a variable, until it is found that nothing reads it.
    mutating func keepCheck(_ condition: CELText, in outputs: inout [Output]) -> String {
        let kept = names.temporary("goes_on")
        keptChecks.insert(kept)
        outputs.append(Output(statement: .set(name: kept, expression: condition.text)))
        return kept
    }

    private mutating func unsaid() -> Output {
        let loss = ScriptLoss(
            test == nil
                ? "What the script does behind this is done also where an assertion before it fails."
                : "What a test does behind a schema is done also where the schema does not fit.")
        note(loss, statement: test ?? "", at: statementEnd)
        return output.popLast() ?? Output(statement: .fail(loss.reason, test: test))
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

    static func sends(_ statement: ImportedStatement) -> Bool {
        switch statement {
        case .request: true
        case .branch(_, let then, let otherwise): (then + otherwise).contains(where: sends)
        case .loop(_, _, let body): body.contains(where: sends)
        default: false
        }
    }
}
