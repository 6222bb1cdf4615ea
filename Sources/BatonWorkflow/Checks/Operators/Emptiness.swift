import BatonJSON

/// `empty`.
struct Emptiness: CheckOperator {
    let isWanted: Bool

    static let words = [
        OperatorWord(
            "empty", .boolean, "Whether there is nothing in it.", fits: [.string, .array, .object]
        ) { Emptiness(isWanted: $0.node.bool ?? true) }
    ]

    var word: String { "empty" }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        guard let isEmpty = actual.isEmpty else {
            return .unfit(word, actual, "which cannot be empty") { _ in described }
        }
        if isEmpty == isWanted { return nil }
        return Mismatch(word) { wording in .init(expected: described, actual: wording.actual(actual)) }
    }

    var bounds: [JSONValue]? { [.string(""), .array([]), .object(JSONObject())] }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { isWanted ? "nothing in it" : "something in it" }
}

extension ActualValue {
    /// Whether the value is empty; nil for values that cannot be empty.
    fileprivate var isEmpty: Bool? {
        switch self {
        // `isEmpty` does not count the whole text, as `length` would.
        case .text(let text), .json(.string(let text)): text.isEmpty
        case .json, .matches, .texts, .duration, .missing: length.map { $0 == 0 }
        }
    }
}
