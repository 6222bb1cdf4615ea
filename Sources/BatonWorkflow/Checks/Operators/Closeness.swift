import BatonDiagnostics
import BatonJSON

/// `close_to`: a number within a tolerance, compared exactly.
struct Closeness: CheckOperator {
    let center: Template
    let tolerance: Template

    static let words = [
        OperatorWord(
            "close_to", .map, "A number that is at most `tolerance` away from `value`.", fits: .numbers,
            holds: .one(Language.CloseTo.map), read: read)
    ]

    private static func read(_ operand: WrittenOperand) -> Closeness? {
        var center: Template?
        var tolerance: Template?
        let entries = MapReader(sink: operand.sink).entries(of: operand.node, as: Language.CloseTo.map)
        for entry in entries {
            let template = operand.templates.template(entry.value)
            if let literal = template.literalValue {
                guard case .number(let number) = literal else {
                    return operand.report(.wrongType(wanted: "a number", what: "`\(entry.name)`", node: entry.value))
                }
                if entry.key == Language.CloseTo.tolerance, number < JSONNumber(0) {
                    return operand.report(.negativeTolerance(at: entry.value.range))
                }
            }
            if entry.key == Language.CloseTo.value { center = template } else { tolerance = template }
        }
        guard let center, let tolerance else {
            // An unknown key has been reported; it may be the missing key, misspelt.
            guard entries.count == operand.node.entries?.count else { return nil }
            return operand.report(.incompleteCloseTo(center == nil ? "value" : "tolerance", at: operand.node.range))
        }
        return Closeness(center: center, tolerance: tolerance)
    }

    var word: String { "close_to" }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let expected = try center.json(from: evaluator.scope)
        let tolerance = try tolerance.json(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String {
            "\(wording.json(expected)), give or take \(wording.json(tolerance))"
        }
        guard case .number(let number) = expected, case .number(let distance) = tolerance, distance >= JSONNumber(0)
        else {
            return Mismatch(word, .unfit) { wording in
                .init(expected: "a number and a tolerance that is not negative", actual: wanted(wording))
            }
        }
        guard let value = actual.number else { return .unfit(word, actual, "which is no number", expected: wanted) }
        if value.isWithin(distance, of: number) { return nil }
        return Mismatch(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    func wanted(_ expectation: Expectation) -> String {
        "\(expectation.value(center)), give or take \(expectation.value(tolerance))"
    }
}

extension Language {
    /// `close_to`.
    package enum CloseTo {
        static let value = Key("value", .any, "The number in the middle.", example: "value: 1.5")
        static let tolerance = Key(
            "tolerance", .any, "How far away a number may be, above and below; exactly so far is near enough.",
            example: "tolerance: 0.1")
        package static let map = Map("`close_to`", [value, tolerance], rules: [.all([value, tolerance])])
    }
}

extension Diagnostic {
    fileprivate static func incompleteCloseTo(_ missing: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.incomplete-close-to", "`close_to` needs a `\(missing)`", at: range,
            help: "write `close_to: { value: 9.99, tolerance: 0.01 }`")
    }

    fileprivate static func negativeTolerance(at range: SourceRange) -> Diagnostic {
        .cannotHold("a negative `tolerance` is never met", at: range, help: "write how far away the value may be")
    }
}
