package import BatonDiagnostics
import BatonJSON

/// A check that passed although it looked at nothing: no element was there, or its operand is of another type than the
/// value, so that it could not fail.
package struct HollowCheck: Sendable {
    package enum Reason: String, Sendable {
        case noElement = "no-element"
        case otherType = "other-type"
        case emptyOperand = "empty-operand"

        /// The reason as a message says it.
        package var sentence: String {
            switch self {
            case .noElement: "there is no element to look at"
            case .otherType: "the value is of another type than the operand"
            case .emptyOperand: "the operand is empty"
            }
        }
    }

    /// The name of the check in reports: `$.items[*].id`.
    package let label: String
    package let reason: Reason
    package let range: SourceRange
}

extension ActualValue {
    /// Whether the value cannot equal the operand because their types differ; never of null, which is no type that
    /// somebody mixes up. A text from outside JSON is of the type that it spells.
    func differsInType(from operand: JSONValue) -> Bool {
        switch (self, operand) {
        case (_, .null), (.missing, _), (.text, .string): false
        case (.text(let text), .number): JSONNumber(text: text) == nil
        case (.text(let text), .bool): text != "true" && text != "false"
        case (.text, .array), (.text, .object), (.duration, _): true
        case (.matches, _), (.texts, _): operand.typeName != "array"
        case (.json(let value), _): value.typeName != operand.typeName
        }
    }
}
