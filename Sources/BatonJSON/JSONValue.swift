import BatonSystem
import BatonValues

// How a text becomes a value: `JSONParser` is what callers ask. `JSONReader` walks through the text once with a
// `JSONCursor`, checks it, and notes where each value lies (`JSONOutline`). `JSONTree` makes values from outline and text:
// all of them for a `JSONValue`, only those that are asked for in a `JSONDocument`. `JSONWriter` goes the other way. Numbers
// stay the text that they are (`JSONNumber`), and are compared as `JSONDecimal`.

/// A JSON value (RFC 8259) that keeps the order of members and every digit of a number.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with every digit of the text.
    case number(JSONNumber)
    /// A string, with its escapes resolved.
    case string(String)
    /// A list, in the order of the text.
    case array([JSONValue])
    /// An object, with its members in the order of the text.
    case object(JSONObject)
}

extension JSONValue {
    /// A whole number.
    @inlinable public static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }

    /// The value of an object's member; nil for a missing member and for everything that is not an object.
    @inlinable public subscript(_ name: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    /// The element of a list; nil for an index out of range and for everything that is not a list.
    @inlinable public subscript(_ index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether the value is JSON's `null`.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The boolean, if this is one; nothing is converted.
    @inlinable public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if this is one; a string of digits is not converted.
    @inlinable public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The string, if this is one; numbers are not converted.
    @inlinable public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, if this is a list.
    @inlinable public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    @inlinable public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// JSON's name for the kind of value: `null`, `boolean`, `number`, `string`, `array` or `object`.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONValue: Hashable {
    /// Equality by value: `1.0` equals `1`, the order of members does not matter, strings are compared code point by
    /// code point (Swift's own `==` would call composed and decomposed accents equal).
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Equal values have equal hashes, whatever the notation of numbers and the order of members.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value):
            hasher.combine(1 as UInt8)
            hasher.combine(value)
        case .number(let value):
            hasher.combine(2 as UInt8)
            value.hash(into: &hasher)
        case .string(let value):
            hasher.combine(3 as UInt8)
            value.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .array(let elements):
            hasher.combine(4 as UInt8)
            hasher.combine(elements.count)
            for element in elements { element.hash(into: &hasher) }
        case .object(let object):
            hasher.combine(5 as UInt8)
            object.hash(into: &hasher)
        }
    }
}

// There is no `nil` literal: in `flag ? value : nil` it would silently mean JSON's null instead of no value.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `true` and `false` in source text.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number in source text.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// A number with a fraction in source text, with the digits of the double.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
    /// A string in source text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list in source text.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object in source text, with its members in that order.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members))
    }
}

/// JSON text from values and values from JSON text (RFC 8259).
extension JSONValue {
    /// Reads a JSON text.
    ///
    /// A byte order mark in front is skipped; of a repeated member name the last value counts. Lists and objects may be
    /// nested 512 deep. The error names line and column.
    public init(parsing text: String) throws(JSONParseError) {
        self = try JSONParser.parse(text)
    }

    /// Reads a JSON text in UTF-8, such as the body of a response. Other bytes than UTF-8 are an error.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONParseError) {
        self = try JSONParser.parse(Array(bytes))
    }

    /// The value as JSON text: numbers as they were written, members in their order.
    ///
    /// - Parameter pretty: whether each member and element has a line of its own, two spaces deeper on each level.
    public func jsonText(pretty: Bool = false) -> String {
        pretty ? JSONWriter.pretty(self) : JSONWriter.compact(self)
    }

    /// The bytes of `jsonText` in UTF-8.
    public func jsonBytes(pretty: Bool = false) -> [UInt8] {
        pretty ? Array(JSONWriter.pretty(self).utf8) : JSONWriter.compactBytes(self)
    }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as compact JSON text.
    public var description: String { jsonText() }
    /// The value as compact JSON text.
    public var debugDescription: String { jsonText() }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible {
    /// The object as compact JSON text.
    public var description: String { JSONValue.object(self).jsonText() }
    /// The object as compact JSON text.
    public var debugDescription: String { description }
}

extension String {
    /// Equality of code points, as JSON and its relatives want it, without Unicode normalisation.
    package func hasSameBytes(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        return withUTF8Bytes { left in
            other.withUTF8Bytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, count) == 0
            }
        }
    }

    /// Order by code points, which is also the order of the UTF-8 bytes.
    func precedesByCodePoints(_ other: String) -> Bool {
        withUTF8Bytes { left in other.withUTF8Bytes { right in left.lexicographicallyPrecedes(right) } }
    }
}
