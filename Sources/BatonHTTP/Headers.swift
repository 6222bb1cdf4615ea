/// Header fields in their order, with their names as written; names are compared regardless of case.
///
/// All fields live in one block of bytes as `Name: value` with a zero byte after each, which is how libcurl wants
/// them, so that an answer costs two allocations however many fields it has. Text is made when a field is read.
public struct Headers: Sendable {
    /// One line of a head.
    public struct Field: Sendable, Hashable {
        /// As written.
        public var name: String
        /// Without blanks around it.
        public var value: String
        /// Whether the field is meant for one origin only, because it proves who the sender is or is the
        /// environment's: it never follows a redirect to another origin.
        public var isCredential = false

        /// A field; one that proves who the sender is says so.
        public init(_ name: String, _ value: String, isCredential: Bool = false) {
            self.name = name
            self.value = value
            self.isCredential = isCredential
        }
    }

    /// Where a field stands in the block.
    package struct Slot: Sendable {
        package var nameStart: UInt32
        package var nameLength: UInt32
        package var valueLength: UInt32
        package var isCredential: Bool

        package var valueStart: Int { Int(nameStart) + Int(nameLength) + 2 }
        package var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameLength) }
        package var valueRange: Range<Int> { valueStart..<valueStart + Int(valueLength) }
    }

    /// Every field as `Name: value` and a zero byte.
    package private(set) var block: [UInt8] = []
    package private(set) var slots: [Slot] = []

    /// No fields.
    public init() {}

    /// Fields in this order.
    public init(_ fields: some Sequence<Field>) {
        for field in fields { append(field.name, field.value, isCredential: field.isCredential) }
    }

    package mutating func reserve(fields: Int, bytes: Int) {
        slots.reserveCapacity(fields)
        block.reserveCapacity(bytes)
    }

    /// Adds a field behind those already there, also when one of that name is.
    ///
    /// Nothing is refused here: `Request.checked()` refuses what may not be sent.
    public mutating func append(_ name: String, _ value: String, isCredential: Bool = false) {
        let start = block.count
        block.append(contentsOf: name.utf8)
        let nameLength = block.count - start
        block.append(UInt8(ascii: ":"))
        block.append(UInt8(ascii: " "))
        block.append(contentsOf: value.utf8)
        finishField(start: start, nameLength: nameLength, isCredential: isCredential)
    }

    package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let start = block.count
        block.append(contentsOf: name)
        block.append(UInt8(ascii: ":"))
        block.append(UInt8(ascii: " "))
        block.append(contentsOf: value)
        finishField(start: start, nameLength: name.count, isCredential: false)
    }

    /// Continues the value of the last field, as an obsolete folded line does (RFC 9112 section 5.2).
    package mutating func extendLast(with text: UnsafeRawBufferPointer) {
        guard var slot = slots.popLast() else { return }
        block.removeLast()
        if !text.isEmpty {
            if slot.valueLength > 0 { block.append(0x20) }
            block.append(contentsOf: text)
        }
        slot.valueLength = UInt32(truncatingIfNeeded: block.count - slot.valueStart)
        slots.append(slot)
        block.append(0)
    }

    private mutating func finishField(start: Int, nameLength: Int, isCredential: Bool) {
        let slot = Slot(
            nameStart: UInt32(truncatingIfNeeded: start), nameLength: UInt32(truncatingIfNeeded: nameLength),
            valueLength: UInt32(truncatingIfNeeded: block.count - start - nameLength - 2), isCredential: isCredential)
        slots.append(slot)
        block.append(0)
    }
}

extension Headers {
    /// The first value of that name, in any case of letters.
    public subscript(_ name: String) -> String? {
        for slot in slots where isNamed(slot, name) {
            return String(decoding: block[slot.valueRange], as: UTF8.self)
        }
        return nil
    }

    /// All values of that name, in any case of letters.
    public func values(_ name: String) -> [String] {
        slots.filter { isNamed($0, name) }.map { String(decoding: block[$0.valueRange], as: UTF8.self) }
    }

    /// Whether there is a field of that name, in any case of letters.
    public func contains(_ name: String) -> Bool {
        slots.contains { isNamed($0, name) }
    }

    /// Puts the value in the place of the first field of that name, and takes all others of that name away.
    public mutating func set(_ name: String, _ value: String, isCredential: Bool = false) {
        guard contains(name) else { return append(name, value, isCredential: isCredential) }
        var result = Headers()
        result.reserve(fields: slots.count, bytes: block.count + value.utf8.count)
        var isWritten = false
        for slot in slots {
            if !isNamed(slot, name) {
                result.append(self, slot)
            } else if !isWritten {
                isWritten = true
                result.append(name, value, isCredential: isCredential)
            }
        }
        self = result
    }

    /// Takes all fields of that name away.
    public mutating func remove(_ name: String) {
        let original = self
        removeAll { original.isNamed($0, name) }
    }

    package mutating func removeAll(where isUnwanted: (Slot) -> Bool) {
        guard slots.contains(where: isUnwanted) else { return }
        var result = Headers()
        result.reserve(fields: slots.count, bytes: block.count)
        for slot in slots where !isUnwanted(slot) { result.append(self, slot) }
        self = result
    }

    private mutating func append(_ other: Headers, _ slot: Slot) {
        let start = block.count
        block.append(contentsOf: other.block[Int(slot.nameStart)..<slot.valueRange.upperBound])
        finishField(start: start, nameLength: Int(slot.nameLength), isCredential: slot.isCredential)
    }

    package func isNamed(_ slot: Slot, _ name: String) -> Bool {
        guard name.utf8.count == Int(slot.nameLength) else { return false }
        var index = Int(slot.nameStart)
        for byte in name.utf8 {
            if byte.asciiLowercased != block[index].asciiLowercased { return false }
            index += 1
        }
        return true
    }
}

extension Headers: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many fields there are.
    public var endIndex: Int { slots.count }

    /// The field at a position.
    public subscript(position: Int) -> Field {
        let slot = slots[position]
        return Field(
            String(decoding: block[slot.nameRange], as: UTF8.self),
            String(decoding: block[slot.valueRange], as: UTF8.self), isCredential: slot.isCredential)
    }
}

extension Headers: Equatable, ExpressibleByDictionaryLiteral {
    /// Whether both have the same fields in the same order, written alike.
    public static func == (one: Headers, other: Headers) -> Bool {
        one.elementsEqual(other)
    }

    /// Fields in this order.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}
