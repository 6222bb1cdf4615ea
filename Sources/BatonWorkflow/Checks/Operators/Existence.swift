import BatonJSON

/// `exists`.
struct Existence: CheckOperator {
    let isWanted: Bool

    static let words = [
        OperatorWord("exists", .boolean, "Whether it is there at all.") {
            Existence(isWanted: $0.node.bool ?? true)
        }
    ]

    var comparesMissing: Bool { true }

    var word: String { "exists" }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let exists: Bool
        switch actual {
        case .missing: exists = false
        case .matches(let values): exists = !values.isEmpty
        case .texts(let texts): exists = !texts.isEmpty
        case .json, .text, .duration: exists = true
        }
        if exists == isWanted { return nil }
        guard isWanted else {
            let isNull = if case .json(.null) = actual { true } else { false }
            return Mismatch(word) { wording in
                .init(
                    expected: "nothing", actual: wording.actual(actual),
                    hint: isNull ? "it is there, and is null: write `null`" : nil)
            }
        }
        guard case .missing(let absence) = actual else {
            return Mismatch(word) { _ in .init(expected: "a match", actual: "none") }
        }
        return .missing(word, .unmet, absence) { _ in "a value" }
    }

    var bounds: [JSONValue]? { [] }

    func wanted(_ expectation: Expectation) -> String { isWanted ? "a value" : "nothing" }
}
