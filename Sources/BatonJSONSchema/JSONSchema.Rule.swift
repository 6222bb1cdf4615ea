package import BatonJSON
import BatonRegex

extension JSONSchema {
    /// One keyword, or some that only have a meaning together, ready to be applied.
    struct Rule: Sendable {
        let keyword: String
        /// The values that it says something about.
        let types: TypeSet
        let test: Test
    }

    /// Schemas are numbers of nodes.
    enum Test: Sendable {
        case type(TypeSet)
        case const(JSONValue)
        case values(Values)
        case bound(Bound, JSONNumber)
        case multiple(Divisor)
        /// The number of code points, elements or members.
        case count(Bound, Int)
        case pattern(Pattern, written: String)
        case format(String, @Sendable (String) -> Bool)
        case unique
        case required([String])
        case dependentRequired([(name: String, needed: [String])])
        case dependentSchemas([(name: String, schema: Int)])
        case members(Members)
        case names(Int)
        case elements(prefix: [Int], rest: Int?)
        case contains(schema: Int, least: Int, most: Int?)
        case all([Int])
        case any([Int])
        case one([Int])
        case not(Int)
        case condition(if: Int, then: Int?, else: Int?)
        case reference(Int)
        /// With a name where the anchor that it leads to is a dynamic one.
        case dynamicReference(Int, anchor: String?)
        case otherElements(Int)
        case otherMembers(Int)
        case discriminated(Discriminator)
        /// A whole number of so many bits.
        case integer(format: String, bits: Int)

        /// The values that `const` or `enum` lists; none for other keywords.
        var constants: [JSONValue] {
            switch self {
            case .const(let value): [value]
            case .values(let values): values.list
            default: []
            }
        }

        /// Whether it applies other schemas that must all hold, to the same value.
        var isInclusion: Bool {
            switch self {
            case .reference, .dynamicReference, .all: true
            default: false
            }
        }

        var needsCoverage: Bool {
            switch self {
            case .otherElements, .otherMembers: true
            default: false
            }
        }
    }

    enum Bound: Sendable {
        case least, most, above, below
    }

    /// What `multipleOf` says, taken apart once.
    final class Divisor: Sendable {
        let number: JSONNumber
        private let decimal: JSONDecimal
        private let whole: Int64?

        init(_ number: JSONNumber) {
            self.number = number
            decimal = number.decimal
            whole = number.int
        }

        /// Nil when telling takes too many digits.
        func divides(_ value: JSONNumber) -> Bool? {
            if let by = whole, by != 0, let value = value.int { return by == -1 || value % by == 0 }
            return value.decimal.isMultiple(of: decimal)
        }
    }

    /// What `enum` lists; many values are found by their hash.
    final class Values: Sendable {
        let list: [JSONValue]
        private let set: Set<JSONValue>

        init(_ list: [JSONValue]) {
            self.list = list
            set = list.count > 8 ? Set(list) : []
        }

        func contains(_ value: JSONValue) -> Bool { set.isEmpty ? list.contains(value) : set.contains(value) }
    }

    /// `properties`, `patternProperties` and `additionalProperties`, which decide together.
    final class Members: Sendable {
        /// The names of `properties`, each with its position.
        private let names: JSONObject
        private let schemas: [Int]
        let patterns: [(pattern: Pattern, schema: Int)]
        let others: Int?

        init(_ properties: [(String, Int)], patterns: [(Pattern, Int)], others: Int?) {
            names = JSONObject(properties.map { ($0.0, .null) })
            schemas = properties.map(\.1)
            self.patterns = patterns
            self.others = others
        }

        func schema(of name: String) -> Int? { names.position(of: name).map { schemas[$0] } }

        /// The names of `properties`.
        var declared: [String] { names.members.map(\.name) }

        /// All schemas that apply to a member of that name. A search that is given up counts as found.
        func schemas(of name: String) -> [Int] {
            let matching = patterns.filter { (try? $0.pattern.matches(name)) ?? true }.map(\.schema)
            let own = (schema(of: name).map { [$0] } ?? []) + matching
            return own.isEmpty ? others.map { [$0] } ?? [] : own
        }

        /// Whether it has something to say about every member.
        var coversAll: Bool { others != nil }
    }

    /// Some of the types that `type` names. A whole number is a number too.
    package struct TypeSet: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let null = TypeSet(rawValue: 1)
        package static let boolean = TypeSet(rawValue: 2)
        package static let number = TypeSet(rawValue: 4)
        package static let integer = TypeSet(rawValue: 8)
        package static let string = TypeSet(rawValue: 16)
        package static let array = TypeSet(rawValue: 32)
        package static let object = TypeSet(rawValue: 64)
        /// What one text can stand for.
        package static let scalars: TypeSet = [.null, .boolean, .number, .integer, .string]
        package static let all = TypeSet(rawValue: 127)

        /// In the order in which a message lists them.
        static let named: [(name: String, set: TypeSet)] = [
            ("object", .object), ("array", .array), ("string", .string), ("integer", .integer), ("number", .number),
            ("boolean", .boolean), ("null", .null),
        ]

        package var names: [String] { Self.named.filter { contains($0.set) }.map(\.name) }
    }
}

extension JSONValue {
    package var schemaType: JSONSchema.TypeSet {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
