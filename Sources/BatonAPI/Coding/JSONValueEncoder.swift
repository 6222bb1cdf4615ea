public import BatonHTTP
public import BatonJSON
import BatonValues

extension JSONValue {
    /// Encodes an `Encodable` value as JSON, without Foundation.
    ///
    /// Throws `request.bad_input` for a value without a JSON form, such as an infinite number.
    public static func encoding(_ value: some Encodable) throws(Failure) -> JSONValue {
        try JSONValueEncoder(.standard).encode(value)
    }
}

/// Encodes `Encodable` values as JSON, without Foundation.
struct JSONValueEncoder {
    let rules: CodingRules

    init(_ rules: CodingRules) {
        self.rules = rules
    }

    /// Throws `request.bad_input` for a value without a JSON form.
    func encode(_ value: some Encodable) throws(Failure) -> JSONValue {
        if let json = value as? JSONValue { return json }
        let slot = EncodingSlot(rules)
        do {
            try slot.encode(value, [])
        } catch {
            throw .encoding(error, of: value)
        }
        return slot.value
    }
}

/// Holds one value while it encodes itself: its containers fill the slot.
private final class EncodingSlot {
    private enum Kind { case nothing, scalar, object, list }

    private var kind = Kind.nothing
    private var scalar = JSONValue.null
    // Outside of the kind, so that they grow in place.
    private var members: [(String, EncodingSlot)] = []
    private var elements: [EncodingSlot] = []
    let rules: CodingRules

    init(_ rules: CodingRules) {
        self.rules = rules
    }

    /// A value that wrote nothing is an empty object, like a structure without members.
    var value: JSONValue {
        switch kind {
        case .nothing: .object(JSONObject())
        case .scalar: scalar
        case .object: .object(JSONObject(members.map { ($0.0, $0.1.value) }))
        case .list: .array(elements.map(\.value))
        }
    }

    var count: Int { kind == .list ? elements.count : 0 }

    func becomeObject() { become(.object) }
    func becomeList() { become(.list) }

    func set(_ value: JSONValue) {
        kind = .scalar
        scalar = value
    }

    /// The last container that was asked for counts.
    private func become(_ wanted: Kind) {
        guard kind != wanted else { return }
        kind = wanted
        members = []
        elements = []
    }

    func member(_ name: String) -> EncodingSlot {
        becomeObject()
        let slot = EncodingSlot(rules)
        members.append((name, slot))
        return slot
    }

    func element() -> EncodingSlot {
        becomeList()
        let slot = EncodingSlot(rules)
        elements.append(slot)
        return slot
    }

    /// Takes away what failed to encode itself, so that `try?` leaves nothing of it.
    func dropLast() {
        if kind == .list { elements.removeLast() } else { members.removeLast() }
    }

    /// Each level takes room on the stack of a thread, which has 512 kB.
    private static let deepest = 128

    func encode(_ value: some Encodable, _ path: [any CodingKey]) throws {
        guard path.count <= Self.deepest else {
            throw Failure(.badInput, "a `\(type(of: value))` is nested more than \(Self.deepest) levels deep")
        }
        if let json = try rules.form(of: type(of: value))?.encode(value, rules.dates, at: path) { return set(json) }
        if let refusal = FoundationType.refusal(of: type(of: value), at: path, .badInput) { throw refusal }
        switch value {
        case let moment as Timestamp: set(try rules.dates.json(of: moment))
        case let json as JSONValue: set(json)
        case let number as JSONNumber: set(.number(number))
        default: try value.encode(to: SlotEncoder(slot: self, codingPath: path, keepsNames: value is any NamedByData))
        }
    }

    func encode(_ value: Double, _ path: [any CodingKey]) throws {
        guard let number = JSONNumber(exactly: value) else {
            throw Failure(.badInput, "JSON has no \(value)\(path.isEmpty ? "" : " (`\(CodedPath.text(path))`)")")
        }
        set(.number(number))
    }

    func encode(_ value: some FixedWidthInteger) {
        let number =
            Int64(exactly: value).map { JSONNumber($0) } ?? UInt64(exactly: value).map { JSONNumber($0) }
            ?? JSONNumber(text: String(value))
        if let number { set(.number(number)) }
    }
}

private struct SlotEncoder: Encoder {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]
    /// Whether this is a dictionary, whose keys are data.
    var keepsNames = false
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.becomeObject()
        return KeyedEncodingContainer(
            MemberWriter(slot: slot, codingPath: codingPath, keys: keepsNames ? .asWritten : slot.rules.keys))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.becomeList()
        return ElementWriter(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ValueWriter(slot: slot, codingPath: codingPath) }
}

private struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]
    let keys: KeyStrategy

    private func at(_ key: Key) -> ValueWriter {
        let name = keys.encode(key.stringValue)
        return ValueWriter(slot: slot.member(name), codingPath: codingPath + [StepKey(stringValue: name)])
    }

    private func attempt(_ key: Key, _ encode: (ValueWriter) throws -> Void) throws {
        do {
            try encode(at(key))
        } catch {
            slot.dropLast()
            throw error
        }
    }

    func encodeNil(forKey key: Key) throws { at(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: String, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try attempt(key) { try $0.encode(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try attempt(key) { try $0.encode(value) } }
    func encode(_ value: Int, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: Int128, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: UInt128, forKey key: Key) throws { at(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try attempt(key) { try $0.encode(value) } }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { SlotEncoder(slot: slot.member("super"), codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: Key) -> SlotEncoder {
        let writer = at(key)
        return SlotEncoder(slot: writer.slot, codingPath: writer.codingPath)
    }
}

private struct ElementWriter: UnkeyedEncodingContainer {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]
    var count: Int { slot.count }

    private func next() -> ValueWriter {
        let path = codingPath + [StepKey(slot.count)]
        return ValueWriter(slot: slot.element(), codingPath: path)
    }

    private func attempt(_ encode: (ValueWriter) throws -> Void) throws {
        do {
            try encode(next())
        } catch {
            slot.dropLast()
            throw error
        }
    }

    func encodeNil() throws { next().encodeNil() }
    func encode(_ value: Bool) throws { next().encode(value) }
    func encode(_ value: String) throws { next().encode(value) }
    func encode(_ value: Double) throws { try attempt { try $0.encode(value) } }
    func encode(_ value: Float) throws { try attempt { try $0.encode(value) } }
    func encode(_ value: Int) throws { next().encode(value) }
    func encode(_ value: Int8) throws { next().encode(value) }
    func encode(_ value: Int16) throws { next().encode(value) }
    func encode(_ value: Int32) throws { next().encode(value) }
    func encode(_ value: Int64) throws { next().encode(value) }
    func encode(_ value: UInt) throws { next().encode(value) }
    func encode(_ value: UInt8) throws { next().encode(value) }
    func encode(_ value: UInt16) throws { next().encode(value) }
    func encode(_ value: UInt32) throws { next().encode(value) }
    func encode(_ value: UInt64) throws { next().encode(value) }
    func encode(_ value: Int128) throws { next().encode(value) }
    func encode(_ value: UInt128) throws { next().encode(value) }
    func encode(_ value: some Encodable) throws { try attempt { try $0.encode(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> SlotEncoder {
        let path = codingPath + [StepKey(slot.count)]
        return SlotEncoder(slot: slot.element(), codingPath: path)
    }
}

private struct ValueWriter: SingleValueEncodingContainer {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]

    func encodeNil() { slot.set(.null) }
    func encode(_ value: Bool) { slot.set(.bool(value)) }
    func encode(_ value: String) { slot.set(.string(value)) }
    func encode(_ value: Double) throws { try slot.encode(value, codingPath) }
    // Through its shortest decimal text: converted directly, 0.1 would become 0.10000000149011612.
    func encode(_ value: Float) throws { try slot.encode(Double(value.description) ?? Double(value), codingPath) }
    func encode(_ value: Int) { slot.encode(value) }
    func encode(_ value: Int8) { slot.encode(value) }
    func encode(_ value: Int16) { slot.encode(value) }
    func encode(_ value: Int32) { slot.encode(value) }
    func encode(_ value: Int64) { slot.encode(value) }
    func encode(_ value: UInt) { slot.encode(value) }
    func encode(_ value: UInt8) { slot.encode(value) }
    func encode(_ value: UInt16) { slot.encode(value) }
    func encode(_ value: UInt32) { slot.encode(value) }
    func encode(_ value: UInt64) { slot.encode(value) }
    func encode(_ value: Int128) { slot.encode(value) }
    func encode(_ value: UInt128) { slot.encode(value) }
    func encode(_ value: some Encodable) throws { try slot.encode(value, codingPath) }
}
