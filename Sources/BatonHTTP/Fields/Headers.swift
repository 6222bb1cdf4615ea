// How this folder works together: `Headers` keeps fields as they are sent; the values of some are read here, each without
// the others: the type of a body (`MediaType`), a date (`CookieDate`), and the `Method` beside them.

import BatonValues

/// Header fields in order, with their names as written; names are compared case-insensitively.
///
/// All fields are stored in one block of bytes as `Name: value` with a zero byte after each, the format that libcurl
/// takes, so that a response costs two allocations however many fields it has. Strings are made when a field is read.
public struct Headers: Sendable {
    /// One header field.
    public struct Field: Sendable, Hashable {
        /// As written.
        public var name: String
        /// Without spaces around it.
        public var value: String
        /// Whether the field is meant for one origin only, because it is a credential or comes from the environment: it
        /// never follows a redirect to another origin.
        public var isCredential = false

        /// A field; pass true for one that is a credential.
        public init(_ name: String, _ value: String, isCredential: Bool = false) {
            self.name = name
            self.value = value
            self.isCredential = isCredential
        }
    }

    /// The position of a field in the block.
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

    /// Adds a field at the end, even if there are fields of that name already.
    ///
    /// Accepts any name and value: `Request.check()` throws for those that must not be sent.
    public mutating func append(_ name: String, _ value: String, isCredential: Bool = false) {
        var (name, value) = (name, value)
        name.withUTF8 { name in
            value.withUTF8 { value in
                append(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer(value), isCredential: isCredential)
            }
        }
    }

    package mutating func append(
        name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, isCredential: Bool = false
    ) {
        append(name, value, isCredential: isCredential)
    }

    /// Adds a field whose bytes are already `Name: value`, with one space.
    package mutating func append(field: UnsafeRawBufferPointer, nameLength: Int) {
        let start = block.count
        block.append(contentsOf: field)
        block.append(0)
        slots.append(
            Slot(
                nameStart: UInt32(truncatingIfNeeded: start), nameLength: UInt32(truncatingIfNeeded: nameLength),
                valueLength: UInt32(truncatingIfNeeded: field.count - nameLength - 2), isCredential: false))
    }

    private mutating func append(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, isCredential: Bool
    ) {
        let start = block.count
        // The line is assembled outside of the block, so that the block grows only once.
        withUnsafeTemporaryAllocation(byteCount: name.count + value.count + 3, alignment: 1) { line in
            UnsafeMutableRawBufferPointer(rebasing: line[..<name.count]).copyMemory(from: name)
            line[name.count] = UInt8(ascii: ":")
            line[name.count + 1] = UInt8(ascii: " ")
            let end = line.count - 1
            UnsafeMutableRawBufferPointer(rebasing: line[(name.count + 2)..<end]).copyMemory(from: value)
            line[end] = 0
            block.append(contentsOf: UnsafeRawBufferPointer(line))
        }
        slots.append(
            Slot(
                nameStart: UInt32(truncatingIfNeeded: start), nameLength: UInt32(truncatingIfNeeded: name.count),
                valueLength: UInt32(truncatingIfNeeded: value.count), isCredential: isCredential))
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
}

extension Headers {
    /// The values of all fields of that name, in any case of letters, joined to one value.
    ///
    /// They are joined with `, ` (RFC 9110 section 5.3), the values of `Cookie` with `; ` (RFC 9113 section 8.2.3). The
    /// values of `Set-Cookie` cannot be joined to one list (RFC 6265 section 3): each becomes a line of the value.
    public subscript(_ name: String) -> String? {
        guard let index = firstSlot(named: name) else { return nil }
        guard firstSlot(named: name, from: index + 1) != nil else { return value(of: slots[index]) }
        let separator =
            isNamed(slots[index], "set-cookie") ? "\n" : isNamed(slots[index], "cookie") ? "; " : ", "
        return values(name).joined(separator: separator)
    }

    /// The first value of that name: for headers that have one value and not a list, even if a server sends several.
    package func first(_ name: String) -> String? {
        firstSlot(named: name).map { value(of: slots[$0]) }
    }

    /// The values of all fields of that name, in any case of letters.
    public func values(_ name: String) -> [String] {
        var values: [String] = []
        var next = firstSlot(named: name)
        while let index = next {
            values.append(value(of: slots[index]))
            next = firstSlot(named: name, from: index + 1)
        }
        return values
    }

    /// Whether there is a field of that name, in any case of letters.
    public func contains(_ name: String) -> Bool { firstSlot(named: name) != nil }

    /// Replaces the value of the first field of that name, and removes all other fields of that name.
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

    /// Removes all fields of that name.
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

    mutating func append(_ other: Headers, _ slot: Slot) {
        var moved = slot
        moved.nameStart = UInt32(truncatingIfNeeded: block.count)
        block.append(contentsOf: other.block[Int(slot.nameStart)...slot.valueRange.upperBound])
        slots.append(moved)
    }

    package func isNamed(_ slot: Slot, _ name: String) -> Bool {
        var name = name
        return name.withUTF8 { name in
            block.withUnsafeBufferPointer { block in
                name.count == Int(slot.nameLength) && Self.isEqual(name, block[slot.nameRange])
            }
        }
    }

    /// The index of the first field of that name, at or after a start index.
    private func firstSlot(named name: String, from start: Int = 0) -> Int? {
        guard start < slots.count else { return nil }
        var name = name
        return name.withUTF8 { name in
            block.withUnsafeBufferPointer { block in
                slots.withUnsafeBufferPointer { slots in
                    for index in start..<slots.count where Int(slots[index].nameLength) == name.count {
                        if Self.isEqual(name, block[slots[index].nameRange]) { return index }
                    }
                    return nil
                }
            }
        }
    }

    /// Compares names of equal length; different names mostly differ in the first or last letter.
    @inline(__always)
    private static func isEqual(_ one: UnsafeBufferPointer<UInt8>, _ other: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let other = UnsafeBufferPointer(rebasing: other)
        guard let last = one.indices.last else { return true }
        guard one[last] | 0x20 == other[last] | 0x20 else { return false }
        return one.indices.allSatisfy { one[$0].asciiLowercased == other[$0].asciiLowercased }
    }

    package func value(of slot: Slot) -> String {
        block.withUnsafeBufferPointer { Self.text(of: UnsafeBufferPointer(rebasing: $0[slot.valueRange])) }
    }
}

extension Headers: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { slots.count }

    /// The field at a position.
    public subscript(position: Int) -> Field {
        let slot = slots[position]
        return Field(
            String(decoding: block[slot.nameRange], as: UTF8.self),
            value(of: slot), isCredential: slot.isCredential)
    }
}

extension Headers: Equatable, ExpressibleByDictionaryLiteral {
    /// Whether both have the same fields, with the same spelling, in the same order.
    public static func == (one: Headers, other: Headers) -> Bool {
        one.elementsEqual(other)
    }

    /// Fields in this order.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension Headers: CustomStringConvertible, CustomDebugStringConvertible {
    /// A line for each field; of credentials only the name.
    public var description: String {
        map { PrintableText.line("\($0.name): \($0.isCredential ? "***" : $0.value)") }.joined(separator: "\n")
    }
    /// As `description`.
    public var debugDescription: String { description }
}

extension Headers {
    /// Why headers cannot be sent.
    enum Violation {
        case name(String)
        case value(of: String, UInt8)
    }

    /// The first name that is not a token, or the first value with a control character.
    var violation: Violation? {
        let token = ASCIISet.token
        return block.withUnsafeBufferPointer { block in
            for slot in slots {
                func name() -> String { String(decoding: block[slot.nameRange], as: UTF8.self) }
                let letters = UnsafeBufferPointer(rebasing: block[slot.nameRange])
                guard !letters.isEmpty, letters.allSatisfy({ token.contains($0) }) else {
                    return .name(name())
                }
                if let byte = ControlBytes.first(in: UnsafeBufferPointer(rebasing: block[slot.valueRange])) {
                    return .value(of: name(), byte)
                }
            }
            return nil
        }
    }
}

/// The octets of values: servers also send some that are no UTF-8 (RFC 9110 section 5.5). They are shown and compared as
/// Latin-1, and go back as they came.
extension Headers {
    /// The text of octets: as UTF-8 where they are valid, else as Latin-1.
    static func text(of octets: some Collection<UInt8>) -> String {
        // Validating takes five times as long as decoding, and nearly every value is ASCII.
        if octets.allSatisfy({ $0 < 0x80 }) { return String(decoding: octets, as: UTF8.self) }
        return String(validating: octets, as: UTF8.self) ?? latin1(octets)
    }

    /// The text of octets that are no UTF-8.
    static func latin1(_ octets: some Collection<UInt8>) -> String {
        String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    }

    /// The octets of such a text.
    static func octets(of text: String, isLatin1: Bool) -> [UInt8] {
        isLatin1 ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    }

    /// The values of that name as URI references: octets that are no UTF-8 are percent-encoded one by one (RFC 3986
    /// section 2.1).
    package func references(_ name: String) -> [String] {
        octets(name).map { octets in
            if let text = String(validating: octets, as: UTF8.self) { return text }
            return octets.reduce(into: "") { text, octet in
                if octet < 0x80 {
                    text.unicodeScalars.append(Unicode.Scalar(octet))
                } else {
                    text += "%" + String(octet, radix: 16, uppercase: true)
                }
            }
        }
    }

    /// Adds all fields of other headers at the end, as they are.
    package mutating func append(_ other: Headers) {
        for slot in other.slots { append(other, slot) }
    }

    /// The octets of the values of that name.
    func octets(_ name: String) -> [ArraySlice<UInt8>] {
        slots.filter { isNamed($0, name) }.map { block[$0.valueRange] }
    }

    /// Adds a field with these octets at the end.
    mutating func append(_ name: String, octets: [UInt8], isCredential: Bool = false) {
        var name = name
        name.withUTF8 { name in
            octets.withUnsafeBytes {
                append(name: UnsafeRawBufferPointer(name), value: $0, isCredential: isCredential)
            }
        }
    }
}
