/// The type of a value as known at compile time.
package indirect enum CELType: Sendable, Equatable {
    /// Any type: nothing is known.
    case dyn
    case null
    case bool
    case int
    case uint
    case double
    case string
    case bytes
    case timestamp
    case duration
    case type
    case list(CELType)
    case map(CELType, CELType)
    case optional(CELType)
    case native(CELNativeType)

    package static let anyList = CELType.list(.dyn)
    package static let anyMap = CELType.map(.dyn, .dyn)
    package static let anyOptional = CELType.optional(.dyn)

    package static func == (left: CELType, right: CELType) -> Bool {
        switch (left, right) {
        case (.list(let left), .list(let right)): left == right
        case (.optional(let left), .optional(let right)): left == right
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            leftKey == rightKey && leftValue == rightValue
        case (.native(let left), .native(let right)): left === right
        default: left.family == right.family && left.isPlain && right.isPlain
        }
    }

    private var isPlain: Bool {
        switch self {
        case .list, .map, .optional, .native: false
        default: true
        }
    }

    /// Whether a value of this type may have the type `other` at run time: number types mix, and null matches every
    /// type.
    package func mayBe(_ other: CELType) -> Bool {
        switch (self, other) {
        case (.dyn, _), (_, .dyn), (.null, _), (_, .null): true
        case (.int, .uint), (.int, .double), (.uint, .int), (.uint, .double), (.double, .int), (.double, .uint): true
        case (.list(let left), .list(let right)): left.mayBe(right)
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            leftKey.mayBe(rightKey) && leftValue.mayBe(rightValue)
        case (.optional(let left), .optional(let right)): left.mayBe(right)
        case (.native(let left), .native(let right)):
            left === right || left.isOpen || right.isOpen || left.isRecord && right.isRecord
        case (.native(let type), .map), (.map, .native(let type)): type.isOpen || type.isRecord
        default: family == other.family
        }
    }

    package var isNumeric: Bool {
        switch self {
        case .int, .uint, .double: true
        default: false
        }
    }

    var isDyn: Bool {
        if case .dyn = self { true } else { false }
    }

    private var family: Int {
        switch self {
        case .dyn: 0
        case .null: 1
        case .bool: 2
        case .int: 3
        case .uint: 4
        case .double: 5
        case .string: 6
        case .bytes: 7
        case .timestamp: 8
        case .duration: 9
        case .type: 10
        case .list: 11
        case .map: 12
        case .optional: 13
        case .native: 14
        }
    }
}

extension CELType: CustomStringConvertible {
    package var description: String {
        switch self {
        case .dyn: "dyn"
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .type: "type"
        case .list: "list"
        case .map: "map"
        case .optional: "optional"
        case .native(let type): type.name
        }
    }
}
