import BatonValues

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
