package import BatonJSON
package import BatonTime

/// What an expression works on and yields: a kind with its content, and whether a secret went into it.
///
/// JSON stays JSON inside: an array or object is looked into where it lies and converted nowhere.
package struct CELValue: Sendable {
    package enum Kind: Sendable {
        case null
        case bool(Bool)
        case int(Int64)
        case uint(UInt64)
        case double(Double)
        /// A JSON number that is written as no `Int64`; keeps its characters.
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

    /// What is taken out of a tainted value is tainted: `elements`, `entries` and the like see to that, so that their users
    /// need not know of it. What becomes tainted as a whole, as the result of a function does, has it in its elements.
    package private(set) var kind: Kind
    /// Whatever is made of a tainted value is tainted: text, numbers and booleans alike.
    package var isTainted: Bool {
        get { flags & 1 != 0 }
        set {
            if newValue, flags & 1 == 0 { kind = kind.tainted }
            flags = newValue ? flags | 1 : flags & ~1
        }
    }
    /// Whether elements of a list or map are tainted though the whole is not.
    package private(set) var isPartlyTainted: Bool {
        get { flags & 2 != 0 }
        set { flags = newValue ? flags | 2 : flags & ~2 }
    }

    // Flags and size fill the room that the alignment of `kind` leaves.
    private var flags: UInt8
    /// Known from the beginning for lists and maps; nil where it is asked for when it is needed.
    private var levels: UInt16 = 0
    private var bytes: UInt32 = 0

    /// With everything in it. What stands in a JSON value is gone through each time that this is asked.
    package var size: CELSize { bytes == 0 ? CELSize(of: kind) : CELSize(bytes: bytes, levels: levels) }

    /// The same value, whose maker knows its size.
    package func measured(_ size: CELSize) -> CELValue {
        var copy = self
        (copy.bytes, copy.levels) = (size.bytes, size.levels)
        return copy
    }

    /// The same value, which knows its size from now on.
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

    /// A list or map that is spelled out: what is tainted of it says what is to be masked, beside the rest that is not.
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

    /// Whether whatever takes all of it takes something tainted: it is, or a part of a native object in it is.
    package var holdsTaint: Bool {
        if isTainted || isPartlyTainted { return true }
        switch kind {
        case .native(let native): return native.isPartlyTainted
        case .optional(let optional): return optional.value?.holdsTaint ?? false
        default: return false
        }
    }

    /// A list is tainted when one of its elements is, or holds something that is.
    package static func list(_ elements: [CELValue]) -> CELValue {
        CELValue(gathered: .list(elements), isTainted: elements.contains { $0.holdsTaint })
    }

    /// A list of which only those elements are tainted that are: one secret part does not make secrets of the others.
    package static func listOfParts(_ elements: [CELValue]) -> CELValue {
        var list = CELValue(.list(elements))
        list.isPartlyTainted = elements.contains(where: \.holdsTaint)
        return list
    }

    /// The same of a map.
    package static func mapOfParts(_ map: CELMap) -> CELValue {
        var whole = CELValue(.map(map))
        whole.isPartlyTainted = map.entries.contains { $0.key.isTainted || $0.value.holdsTaint }
        return whole
    }

    /// A map is tainted when one of its keys or values is, or holds something that is.
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
    /// The same with everything in it tainted; JSON is tainted as it is taken out, and an object of the host as well.
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
