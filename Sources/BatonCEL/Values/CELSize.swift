package import BatonJSON

/// What a value would take if everything in it stood there once for each place that shares it.
///
/// A list of ten times the same list shares it and takes little memory, but whatever writes or compares it does ten times
/// the work. So that nothing has to walk through shared parts, lists and maps carry their size.
package struct CELSize: Sendable, Equatable {
    /// 32 for each value, and the bytes of texts. Never more than `mostBytes`.
    package private(set) var bytes: UInt32
    /// Lists and maps within each other.
    package private(set) var levels: UInt16

    /// What counting ends at: far beyond every limit.
    static let mostBytes: UInt32 = 1 << 30

    package static let scalar = CELSize(textBytes: 0)

    init(bytes: UInt32, levels: UInt16) {
        self.bytes = bytes
        self.levels = levels
    }

    package init(textBytes: Int) {
        self.init(bytes: UInt32(min(32 + textBytes, Int(Self.mostBytes))), levels: 0)
    }

    /// Counts a value that stands in this one.
    package mutating func add(_ part: CELSize) {
        bytes = min(bytes + part.bytes, Self.mostBytes)
        levels = max(levels, part.levels == .max ? .max : part.levels + 1)
    }

    /// Counts the name of a member.
    package mutating func add(name: String) {
        bytes = UInt32(min(Int(bytes) + name.utf8.count, Int(Self.mostBytes)))
    }

    /// A number of a JSON text may have a million digits.
    private init(of number: JSONNumber) {
        self = number.writtenInteger == nil ? CELSize(textBytes: number.text.utf8.count) : .scalar
    }

    package init(of json: JSONValue) {
        switch json {
        case .null, .bool: self = .scalar
        case .number(let number): self = CELSize(of: number)
        case .string(let text): self = CELSize(textBytes: text.utf8.count)
        case .array(let elements):
            self = .container
            for element in elements where bytes < Self.mostBytes { add(CELSize(of: element)) }
        case .object(let object):
            self = .container
            for member in object.members where bytes < Self.mostBytes {
                add(name: member.name)
                add(CELSize(of: member.value))
            }
        }
    }

    /// Of a list or map without anything in it.
    package static let container = CELSize(bytes: 32, levels: 1)

    init(of kind: CELValue.Kind) {
        switch kind {
        case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: self = .scalar
        case .number(let number): self = CELSize(of: number)
        case .string(let text): self = CELSize(textBytes: text.utf8.count)
        case .bytes(let bytes): self = CELSize(textBytes: bytes.count)
        case .list(let elements):
            self = .container
            for element in elements { add(element.size) }
        case .map(let map):
            self = .container
            for entry in map.entries {
                add(entry.key.size)
                add(entry.value.size)
            }
        case .jsonArray(let elements): self = CELSize(of: .array(elements))
        case .jsonObject(let object): self = CELSize(of: .object(object))
        case .optional(let optional):
            self = .scalar
            if let value = optional.value { add(value.size) }
        case .native(let native): self = native.size
        }
    }
}

extension CELLimits {
    /// Lists and maps within each other: what walks through a value stands as deep.
    package static let levels = 1000

    /// Why a value may not be: it is too large or too deep. Nil for one that may.
    package func excess(of size: CELSize) -> CELError? {
        if size.bytes > madeBytes {
            return CELError(.limit, "a value takes more than \(madeBytes >> 20) MB with everything in it")
        }
        if size.levels > Self.levels {
            return CELError(.limit, "a value has more than \(Self.levels) lists and maps within each other")
        }
        return nil
    }
}
