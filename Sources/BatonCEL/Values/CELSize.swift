package import BatonJSON

/// The size of a value when everything in it is written out, so that shared parts count each time.
///
/// A list that contains the same list ten times shares it and takes little memory, but writing or comparing it is ten
/// times the work. Lists and maps store their size, so that shared parts need not be visited again.
package struct CELSize: Sendable, Equatable {
    /// 32 for each value, plus the bytes of texts. At most `mostBytes`.
    package private(set) var bytes: UInt32
    /// Nesting depth of lists and maps.
    package private(set) var levels: UInt16

    /// The maximum that is counted, far above every limit.
    static let mostBytes: UInt32 = 1 << 30

    package static let scalar = CELSize(textBytes: 0)

    init(bytes: UInt32, levels: UInt16) {
        self.bytes = bytes
        self.levels = levels
    }

    package init(textBytes: Int) {
        self.init(bytes: UInt32(min(32 + textBytes, Int(Self.mostBytes))), levels: 0)
    }

    /// Adds the size of a contained value.
    package mutating func add(_ part: CELSize) {
        bytes = min(bytes + part.bytes, Self.mostBytes)
        levels = max(levels, part.levels == .max ? .max : part.levels + 1)
    }

    /// Adds the size of a member's name.
    package mutating func add(name: String) {
        bytes = UInt32(min(Int(bytes) + name.utf8.count, Int(Self.mostBytes)))
    }

    /// The size of a number, which has a million digits in some JSON texts.
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

    /// The size of an empty list or map.
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
    /// Maximum nesting depth of lists and maps, because code that walks through a value recurses that deep.
    package static let levels = 1000

    /// The error for a value that is too large or nested too deep; nil if it is within the limits.
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
