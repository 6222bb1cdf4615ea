import BatonValues

/// A type as a value: the result of `type(x)`, and the value of the names `int`, `string` and so on.
package struct CELTypeName: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    static let builtIn = [
        "bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type", "optional_type",
        "google.protobuf.Timestamp", "google.protobuf.Duration", "net.IP", "net.CIDR",
    ]
}

extension CELValue {
    /// The name of this value's type, as returned by `type(x)`.
    package var typeName: String {
        switch kind {
        case .null: "null_type"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .number(let number): Numeric(number).typeName
        case .string: "string"
        case .bytes: "bytes"
        case .list, .jsonArray: "list"
        case .map, .jsonObject: "map"
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        case .type: "type"
        case .optional: "optional_type"
        case .native(let native): native.nativeType.name
        }
    }

    /// The name of the type in messages.
    package var describedType: String {
        switch kind {
        case .null: "null"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .optional: "optional"
        default: typeName
        }
    }
}

/// The form of names of variables, functions and members in expressions.
enum CELName {
    static func isStart(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte == UInt8(ascii: "_")
    }

    static func isInside(_ byte: UInt8) -> Bool { isStart(byte) || byte.isDigit }

    /// Whether a text has the form of a name, which may also be a keyword or a reserved word.
    static func isName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, isStart(first) else { return false }
        return bytes.allSatisfy(isInside)
    }
}
