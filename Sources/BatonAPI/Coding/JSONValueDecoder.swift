import BatonHTTP
import BatonJSON
import BatonValues

/// Decodes `Decodable` values from JSON, without Foundation.
///
/// Nothing is converted: a number in a string is not a number. `Timestamp` is read as the API writes dates.
struct JSONValueDecoder {
    private let value: JSONValue
    private let rules: CodingRules

    init(_ value: JSONValue, rules: CodingRules) {
        self.value = value
        self.rules = rules
    }

    init(_ value: JSONValue, dates: DateForm = .rfc3339) {
        self.init(value, rules: CodingRules(dates))
    }

    /// Throws `mapping.missing`, `mapping.type` or `mapping.format` with the path of the value that does not fit.
    func decode<Value: Decodable>(_ type: Value.Type) throws(Failure) -> Value {
        do {
            return try Node(value, [], rules).decode(type)
        } catch let failure as Failure {
            throw failure
        } catch let error as DecodingError {
            throw Failure.decoding(error)
        } catch {
            throw Failure(
                .mappingFormat, "the response does not fit `\(Value.self)`: ", quoting: "\(error)", underlying: error)
        }
    }

    fileprivate static func path(_ keys: [any CodingKey]) -> String { CodedPath.text(keys) }
}

/// One value of the document that is being decoded.
private struct Node: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    let rules: CodingRules
    /// Nil inside of a dictionary, whose keys are data.
    private let keys: KeyStrategy?

    init(_ value: JSONValue, _ path: [any CodingKey], _ rules: CodingRules, keepsNames: Bool = false) {
        self.value = value
        codingPath = path
        self.rules = rules
        keys = keepsNames || rules.keys.isAsWritten ? nil : rules.keys
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let form = rules.form(of: type), let value = try form.decode(mapper) as? Value { return value }
        if let refusal = FoundationType.refusal(of: type, at: codingPath, .mappingType) { throw refusal }
        if let kind = type as? any (MappableValue & Decodable).Type, Self.isReadAsMapped(kind),
            let value = try kind.mapped(from: mapper) as? Value
        {
            return value
        }
        if keys != nil, type is any NamedByData.Type {
            return try Value(from: Node(value, codingPath, rules, keepsNames: true))
        }
        return try Value(from: self)
    }

    /// Types of Baton without a JSON type of their own.
    private static func isReadAsMapped(_ type: any (MappableValue & Decodable).Type) -> Bool {
        type == Timestamp.self || type == JSONValue.self || type == JSONNumber.self || type == URLText.self
    }

    private var mapper: Mapper { Mapper(value, path: JSONValueDecoder.path(codingPath), dates: rules.dates) }

    func mismatch(_ wanted: String) -> Failure { mapper.mismatch(wanted) }

    func child(_ value: JSONValue, _ key: any CodingKey) -> Node { Node(value, codingPath + [key], rules) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(Members(node: self, names: MemberNames(object, keys)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch("a list") }
        return Elements(node: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(node: self) }

    // MARK: Scalars

    func bool() throws -> Bool {
        guard case .bool(let flag) = value else { throw mismatch("a boolean") }
        return flag
    }

    func string() throws -> String {
        guard case .string(let text) = value else { throw mismatch("a string") }
        return text
    }

    func double() throws -> Double {
        guard case .number(let number) = value else { throw mismatch("a number") }
        guard number.double.isFinite else { throw mismatch("a number that a `Double` can hold") }
        return number.double
    }

    func float() throws -> Float {
        let number = Float(try double())
        guard number.isFinite else { throw mismatch("a number that a `Float` can hold") }
        return number
    }

    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard case .number(let number) = value, number.isInteger else { throw mismatch("an integer") }
        if let whole = number.int, let exact = Value(exactly: whole) { return exact }
        if let whole = number.uint, let exact = Value(exactly: whole) { return exact }
        if Value.bitWidth > 64, let exact = Value(number.text) { return exact }
        throw mismatch("an integer between \(Value.min) and \(Value.max)")
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: Node
    let names: MemberNames

    var codingPath: [any CodingKey] { node.codingPath }
    var allKeys: [Key] { names.decoded.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { names.find(key.stringValue) != nil }

    private func child(_ key: Key, _ wanted: String) throws -> Node {
        guard let member = names.find(key.stringValue) else {
            let path = JSONValueDecoder.path(codingPath + [names.step(key)])
            throw Failure(.mappingMissing, "`\(path)` is missing, and should be \(wanted)")
        }
        return node.child(member.value, member.name == key.stringValue ? key : StepKey(stringValue: member.name))
    }

    func decodeNil(forKey key: Key) throws -> Bool { names.find(key.stringValue)?.value.isNull ?? true }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key, "a boolean").bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key, "a string").string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key, "a number").double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try child(key, "a number").float() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try child(key, "`\(type)`").decode(type)
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
        try child(key, "an integer").integer(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try child(key, "an object").container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key, "a list").unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        node.child(names.object["super"] ?? .null, StepKey(stringValue: "super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key, "a value") }
}

private struct Elements: UnkeyedDecodingContainer {
    let node: Node
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(node: Node, elements: [JSONValue]) {
        self.node = node
        self.elements = elements
    }

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Reads the next element. One that could not be read stays the next one, as with other decoders.
    private mutating func next<Value>(_ wanted: String, _ read: (Node) throws -> Value) throws -> Value {
        let key = StepKey(currentIndex)
        guard !isAtEnd else {
            let path = JSONValueDecoder.path(codingPath + [key])
            throw Failure(.mappingMissing, "`\(path)` is missing, and should be \(wanted)")
        }
        let value = try read(node.child(elements[currentIndex], key))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next("a boolean") { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next("a string") { try $0.string() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next("a number") { try $0.double() } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next("a number") { try $0.float() } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next("an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next("an integer") { try $0.integer(type) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next("`\(type)`") { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next("an object") { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next("a list") { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next("a value") { $0 } }
}

private struct Single: SingleValueDecodingContainer {
    let node: Node

    var codingPath: [any CodingKey] { node.codingPath }

    func decodeNil() -> Bool { node.value.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try node.bool() }
    func decode(_ type: String.Type) throws -> String { try node.string() }
    func decode(_ type: Double.Type) throws -> Double { try node.double() }
    func decode(_ type: Float.Type) throws -> Float { try node.float() }
    func decode(_ type: Int.Type) throws -> Int { try node.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try node.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try node.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try node.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try node.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try node.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try node.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try node.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try node.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try node.integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try node.integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try node.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try node.decode(type) }
}
