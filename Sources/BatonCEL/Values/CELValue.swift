package import BatonJSON
package import BatonValues

/// A value in expressions: a kind with its content, and whether it was computed from a secret (tainted).
///
/// JSON arrays and objects are not converted; their elements and members are read in place.
package struct CELValue: Sendable {
    package enum Kind: Sendable {
        case null
        case bool(Bool)
        case int(Int64)
        case uint(UInt64)
        case double(Double)
        /// A JSON number that is not written as an `Int64`; keeps its characters.
        case number(JSONNumber)
        case string(String)
        case bytes([UInt8])
        case list([CELValue])
        case map(CELMap)
        case jsonArray([JSONValue])
        case jsonObject(JSONObject)
        case timestamp(Timestamp)
        case duration(Duration)
        case type(CELTypeName)
        case optional(CELOptional)
        case native(any CELNative)
    }

    /// The content. Parts of a tainted value are tainted too: `elements`, `entries` and similar members ensure this, so
    /// that callers need not care. A list or map that becomes tainted as a whole, such as the result of a function,
    /// gets tainted elements.
    package private(set) var kind: Kind
    /// Whether the value was computed from a secret. Everything computed from a tainted value is tainted: text, numbers
    /// and booleans alike.
    package var isTainted: Bool {
        get { flags & 1 != 0 }
        set {
            if newValue, flags & 1 == 0 { kind = kind.tainted }
            flags = newValue ? flags | 1 : flags & ~1
        }
    }
    /// Whether only some elements of a list or map are tainted.
    package private(set) var isPartlyTainted: Bool {
        get { flags & 2 != 0 }
        set { flags = newValue ? flags | 2 : flags & ~2 }
    }

    // Flags and size fit into the padding behind `kind`.
    private var flags: UInt8
    /// The stored size. Lists and maps always have one; for other kinds `bytes` is 0 until the size is set.
    private var levels: UInt16 = 0
    private var bytes: UInt32 = 0

    /// The size with all contents. Without a stored size, a JSON value is walked through at each call.
    package var size: CELSize { bytes == 0 ? CELSize(of: kind) : CELSize(bytes: bytes, levels: levels) }

    /// The same value with a size that the caller knows.
    package func measured(_ size: CELSize) -> CELValue {
        var copy = self
        (copy.bytes, copy.levels) = (size.bytes, size.levels)
        return copy
    }

    /// The same value with its size computed and stored.
    package var measured: CELValue {
        var copy = self
        copy.measure()
        return copy
    }

    private mutating func measure() {
        let size = size
        (bytes, levels) = (size.bytes, size.levels)
    }

    package init(_ kind: Kind, isTainted: Bool = false) {
        self.init(gathered: isTainted ? kind.tainted : kind, isTainted: isTainted)
    }

    /// Makes a value whose elements keep their own taint: the tainted elements are masked, the others are not.
    private init(gathered kind: Kind, isTainted: Bool) {
        self.kind = kind
        flags = isTainted ? 1 : 0
        switch kind {
        case .list, .map: measure()
        default: break
        }
    }

    package init(json: JSONValue, isTainted: Bool = false) {
        flags = isTainted ? 1 : 0
        kind =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): Self.kind(of: number)
            case .string(let text): .string(text)
            case .array(let elements): .jsonArray(elements)
            case .object(let object): .jsonObject(object)
            }
    }

    private static func kind(of number: JSONNumber) -> Kind {
        guard let integer = number.writtenInteger else { return .number(number) }
        return .int(integer)
    }

    package static let null = CELValue(.null)
    package static let `true` = CELValue(.bool(true))
    package static let `false` = CELValue(.bool(false))
    package static func bool(_ value: Bool) -> CELValue { CELValue(.bool(value)) }
    package static func int(_ value: Int64) -> CELValue { CELValue(.int(value)) }
    package static func int(_ value: Int) -> CELValue { CELValue(.int(Int64(value))) }
    package static func uint(_ value: UInt64) -> CELValue { CELValue(.uint(value)) }
    package static func double(_ value: Double) -> CELValue { CELValue(.double(value)) }
    package static func string(_ value: String) -> CELValue { CELValue(.string(value)) }
    package static func bytes(_ value: [UInt8]) -> CELValue { CELValue(.bytes(value)) }
    package static func timestamp(_ value: Timestamp) -> CELValue { CELValue(.timestamp(value)) }
    package static func duration(_ value: Duration) -> CELValue { CELValue(.duration(value)) }
    package static func native(_ value: any CELNative) -> CELValue { CELValue(.native(value)) }

    /// Whether this is an optional without a value.
    package var isEmptyOptional: Bool {
        if case .optional(let optional) = kind { optional.value == nil } else { false }
    }

    /// Whether the value, an element of it, or a part of a native object in it is tainted.
    package var holdsTaint: Bool {
        if isTainted || isPartlyTainted { return true }
        switch kind {
        case .native(let native): return native.isPartlyTainted
        case .optional(let optional): return optional.value?.holdsTaint ?? false
        default: return false
        }
    }

    /// A list in which only the tainted elements are tainted: one secret element does not make the others secret.
    package static func list(_ elements: [CELValue]) -> CELValue {
        var list = CELValue(.list(elements))
        list.isPartlyTainted = elements.contains(where: \.holdsTaint)
        return list
    }

    /// A map in which only the tainted keys and values are tainted.
    package static func mapOfParts(_ map: CELMap) -> CELValue {
        var whole = CELValue(.map(map))
        whole.isPartlyTainted = map.entries.contains { $0.key.isTainted || $0.value.holdsTaint }
        return whole
    }

    /// A map, tainted if one of its keys or values is tainted or contains a tainted value.
    package static func map(_ map: CELMap) -> CELValue {
        CELValue(gathered: .map(map), isTainted: map.entries.contains { $0.key.isTainted || $0.value.holdsTaint })
    }

    package static func optional(_ value: CELValue?) -> CELValue {
        CELValue(.optional(CELOptional(value)), isTainted: value?.isTainted ?? false)
    }

    package func tainted(_ alsoTainted: Bool) -> CELValue {
        var copy = self
        if alsoTainted { copy.isTainted = true }
        return copy
    }
}

extension CELValue.Kind {
    /// The same kind with tainted elements. Parts of JSON values and host objects are tainted on access instead.
    fileprivate var tainted: Self {
        switch self {
        case .list(let elements): .list(elements.map { $0.tainted(true) })
        case .map(let map): .map(map.withTaintedValues())
        case .optional(let optional): .optional(CELOptional(optional.value?.tainted(true)))
        case .null, .bool, .int, .uint, .double, .number, .string, .bytes, .jsonArray, .jsonObject, .timestamp,
            .duration,
            .type, .native:
            self
        }
    }
}

/// A value that may be absent, as CEL's optional types define it.
package final class CELOptional: Sendable {
    package let value: CELValue?

    package init(_ value: CELValue?) { self.value = value }
}
