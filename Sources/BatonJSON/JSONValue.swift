/// A JSON value (RFC 8259) that keeps what the text said: the order of members and every digit of a number.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// With every digit of the text.
    case number(JSONNumber)
    /// With its escapes resolved.
    case string(String)
    /// In its order.
    case array([JSONValue])
    /// With its members in their order.
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

    /// The element of a list; nil outside of it and for everything that is not a list.
    @inlinable public subscript(_ index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether it is JSON's `null`, which is a value.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The boolean, if this is one; nothing is converted.
    @inlinable public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if this is one; numeric text is not.
    @inlinable public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The text of a string; nil for everything else, numbers too.
    @inlinable public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of a list.
    @inlinable public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object.
    @inlinable public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// JSON's own word for the kind of value: `null`, `boolean`, `number`, `string`, `array` or `object`.
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
