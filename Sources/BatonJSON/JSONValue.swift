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
