package import BatonJSON

/// A set of the words that `type` knows.
package struct ValueTypes: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let string = ValueTypes(rawValue: 1)
    static let integer = ValueTypes(rawValue: 2)
    package static let number = ValueTypes(rawValue: 4)
    static let boolean = ValueTypes(rawValue: 8)
    package static let object = ValueTypes(rawValue: 16)
    package static let array = ValueTypes(rawValue: 32)
    static let null = ValueTypes(rawValue: 64)

    /// The types that `integer` and `number` name.
    static let numbers: ValueTypes = [.integer, .number]
}

extension ValueTypes {
    /// The type of a word; nil for a word that `type` does not know.
    package init?(word: String) {
        switch word {
        case "string": self = .string
        case "integer": self = .integer
        case "number": self = .number
        case "boolean": self = .boolean
        case "object": self = .object
        case "array": self = .array
        case "null": self = .null
        default: return nil
        }
    }

    /// The types of several words; nil where one of them is unknown.
    package init?(words: [String]) {
        self = []
        for word in words {
            guard let type = ValueTypes(word: word) else { return nil }
            insert(type)
        }
    }

    package init(of value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number: self = .number
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
