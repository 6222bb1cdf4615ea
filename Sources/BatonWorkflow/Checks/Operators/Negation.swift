import BatonDiagnostics

/// `not`: none of its operators holds. A missing value, or one to which an operator does not apply, fails too.
struct Negation: CheckOperator {
    let test: Check.Test

    static let words = [word]

    static let word = OperatorWord("not", .any, "None of these operators holds.", holds: .one(Language.operators)) {
        operand in
        if let name = operand.barePropertyName {
            operand.sink.report(
                Diagnostic(
                    .warning, "workflow.word-as-text", "`not: \(name)` compares with the text `\(name)`",
                    at: operand.node.range,
                    help: "for the operator write `{ \(name): false }`; for the text put it in quotes: `\"\(name)\"`"))
        }
        let contained = operand.node["contains"]
        if let contained, let count = contained.items?.count, count > 1 {
            return operand.report(.negatedContainsOfSeveral(contained.range.text, at: contained.range))
        }
        return operand.test(operand.type, isNegated: true).map(Negation.init)
    }

    var comparesMissing: Bool { true }

    var word: String { Self.word.name }

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        var held: Check.Test?
        var unfit: Mismatch?
        for part in test.parts {
            if let mismatch = try evaluator.mismatch(part, actual) {
                if mismatch.reason != .unmet, unfit == nil { unfit = mismatch }
            } else if held == nil {
                held = part
            }
        }
        if let unfit {
            var negated = unfit.changing { words, _ in words.expected = "not \(words.expected)" }
            negated.word = word
            return negated
        }
        guard let held else { return nil }
        return Mismatch(word) { wording in
            .init(expected: "not \(evaluator.expectation(wording).text(held))", actual: wording.actual(actual))
        }
    }

    func wanted(_ expectation: Expectation) -> String { "not \(expectation.text(test))" }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(TemplateFailure) -> any CheckOperator {
        Negation(test: try test.changingTexts(from: scope, change))
    }
}

extension WrittenOperand {
    /// The operand, if it is the name of an operator that takes true or false, without quotes: `not: empty`.
    fileprivate var barePropertyName: String? {
        guard let scalar = node.scalar, scalar.isPlain else { return nil }
        return ["empty", "exists", "unique"].first { $0 == scalar.text }
    }
}

extension Check.Test {
    /// Each operator as a test of its own.
    fileprivate var parts: [Check.Test] {
        switch self {
        case .operators(let comparisons): comparisons.map { .operators([$0]) }
        case .equals, .document, .leadingBytes, .xmlSchema: [self]
        }
    }
}

extension Diagnostic {
    /// Reports `not: { contains: [a, b] }`, which holds as soon as one of them is missing.
    fileprivate static func negatedContainsOfSeveral(_ written: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`not` of `contains` with several holds as soon as one of them is missing",
            at: range,
            help: "that none of them is there says `not_contains: \(written)`")
    }
}
