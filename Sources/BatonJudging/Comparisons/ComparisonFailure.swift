import BatonJSON
import BatonLanguage

/// The reason why one comparison failed, as data; its text is made only where it is shown.
///
/// The values and words that all judging shares: a comparison looks at an `ActualValue` and gives a `ComparisonFailure`, whose words
/// a `Wording` writes, masked. `TypeContrast` and `TextContrast` tell two values apart that look alike, and `DocumentWay`
/// names a place in a document.
package struct ComparisonFailure {
    enum Reason {
        /// The value differs.
        case unmet
        /// The operator cannot be applied to a value of this type: a failure also under `not`.
        case unfit
        /// The value is missing: a failure also under `not`.
        case missing
    }

    /// The texts of a message.
    struct Words {
        var expected: String
        var actual: String
        /// The whole message, in place of `expected …, got …`.
        var message: String?
        /// Why there is no value; the sentence says it in place of the actual value.
        var absence: String?
        var differences: [StepFailure.Difference] = []
        /// The number of differences that are not listed.
        var moreDifferences = 0
        var hint: Hint?
        /// The element of the value that is the reason.
        var element: Int?
        /// The path of that element; `message` then says what is wrong with it.
        var elementPath: String?

        /// One line; long values are shown in full elsewhere.
        var sentence: String {
            message ?? absence.map { "expected \(expected), but \($0)" }
                ?? "expected \(ValueText.headline(expected)), got \(ValueText.headline(actual))"
        }
    }

    /// The operator that failed, as reports name it.
    var word: String
    var reason: Reason
    private(set) var words: (Wording) -> Words

    init(_ word: String, _ reason: Reason = .unmet, words: @escaping (Wording) -> Words) {
        self.word = word
        self.reason = reason
        self.words = words
    }

    /// An operator that does not apply to the type of the value: `5, which is no text`.
    static func unfit(
        _ word: String, _ actual: ActualValue, _ why: String, hint: Hint? = nil,
        expected: @escaping (Wording) -> String
    ) -> ComparisonFailure {
        ComparisonFailure(word, .unfit) { wording in
            Words(expected: expected(wording), actual: "\(wording.actual(actual)), \(why)", hint: hint)
        }
    }

    /// A computed operand that must be a list and is none.
    static func noList(_ word: String, _ operand: JSONValue) -> ComparisonFailure {
        ComparisonFailure(word, .unfit) { wording in
            let (expected, actual) = ("a list to compare with", wording.json(operand))
            return Words(expected: expected, actual: actual, message: "expected \(expected), got \(actual)")
        }
    }

    static func missing(
        _ word: String, _ reason: Reason = .missing, _ absence: @escaping () -> ActualValue.Absence,
        expected: @escaping (Wording) -> String
    ) -> ComparisonFailure {
        ComparisonFailure(word, reason) { wording in
            let absence = absence()
            return Words(expected: expected(wording), actual: "nothing", absence: absence.why, hint: absence.hint)
        }
    }

    /// An empty list fails a check of its elements, also under `not`.
    static func nothingToCheck(_ word: String, expected: String) -> ComparisonFailure {
        ComparisonFailure(word, .unfit) { _ in .init(expected: expected, actual: "an empty list") }
    }

    func changing(_ change: @escaping (inout Words, Wording) -> Void) -> ComparisonFailure {
        var changed = self
        let words = words
        changed.words = { wording in
            var result = words(wording)
            change(&result, wording)
            return result
        }
        return changed
    }
}
