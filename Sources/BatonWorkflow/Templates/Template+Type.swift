import BatonCEL
import BatonJSON

extension Template {
    /// What is known of the value before it is computed.
    var type: CELType {
        switch self {
        case .literal(let value): value.expressionType
        case .expression(let expression): expression.program.resultType
        case .text: .string
        case .list: .anyList
        case .map: .anyMap
        }
    }
}

extension JSONValue {
    /// The type that expressions give such a value; null says nothing about what stands there another time.
    var expressionType: CELType {
        switch self {
        case .null: .dyn
        case .bool: .bool
        case .number(let number): number.int == nil ? .double : .int
        case .string: .string
        case .array: .anyList
        case .object: .anyMap
        }
    }
}
