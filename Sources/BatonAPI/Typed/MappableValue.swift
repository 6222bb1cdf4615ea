public import BatonHTTP
public import BatonJSON
public import BatonTime

/// A type that a mapper can make of one value of a response.
///
/// Texts, numbers, booleans, dates and URLs are read as leniently as APIs write them: `"12"` is a number, `"true"` and
/// `0` are booleans. An enum with a raw value conforms by saying so.
public protocol MappableValue: Sendable {
    /// Throws `mapping.type` or `mapping.format`, naming the path, what was wanted and what was there.
    static func mapped(from mapper: Mapper) throws(Failure) -> Self

    /// What stands for a value that is not there; nil: it has to be there.
    static var absent: Self? { get }
}

extension MappableValue {
    /// Nothing stands for it: it has to be there.
    public static var absent: Self? { nil }
}

extension MappableValue where Self: RawRepresentable, RawValue: MappableValue {
    /// Reads the raw value; throws `mapping.format` when none of the cases has it.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Self {
        guard let value = Self(rawValue: try RawValue.mapped(from: mapper)) else {
            throw mapper.mismatch("a value of `\(Self.self)`", kind: .mappingFormat)
        }
        return value
    }
}

extension MappableValue where Self: RawRepresentable & CaseIterable, RawValue: MappableValue {
    /// Reads the raw value; throws `mapping.format` with the values that there are.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Self {
        if let value = Self(rawValue: try RawValue.mapped(from: mapper)) { return value }
        let listed = allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
        throw mapper.mismatch("one of \(listed)", kind: .mappingFormat)
    }
}

extension Optional: MappableValue where Wrapped: MappableValue {
    /// Null and what is missing are nil.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Wrapped? {
        mapper.value.isNull ? nil : try Wrapped.mapped(from: mapper)
    }

    /// Nil.
    public static var absent: Wrapped?? { .some(nil) }
}

extension Array: MappableValue where Element: MappableValue {
    /// Reads each element; a failure names its position.
    public static func mapped(from mapper: Mapper) throws(Failure) -> [Element] {
        guard case .array(let items) = mapper.value else { throw mapper.mismatch("a list") }
        var values: [Element] = []
        values.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            values.append(try Element.mapped(from: mapper.inner(item, "[\(index)]")))
        }
        return values
    }
}

extension Dictionary: MappableValue where Key == String, Value: MappableValue {
    /// Reads each member; a failure names it.
    public static func mapped(from mapper: Mapper) throws(Failure) -> [String: Value] {
        guard case .object(let object) = mapper.value else { throw mapper.mismatch("an object") }
        var values: [String: Value] = [:]
        for member in object.members {
            values[member.name] = try Value.mapped(from: mapper.inner(member.value, ".\(member.name)"))
        }
        return values
    }
}

extension JSONValue: MappableValue {
    /// Takes the value as it is.
    public static func mapped(from mapper: Mapper) -> JSONValue { mapper.value }
}

extension String: MappableValue {
    /// Reads text; numbers and booleans become their characters.
    public static func mapped(from mapper: Mapper) throws(Failure) -> String { try mapper.string() }
}

extension Bool: MappableValue {
    /// Reads a boolean, also as text or as 0 and 1.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Bool { try mapper.boolean() }
}

extension Double: MappableValue {
    /// Reads a number, also as text.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Double { try mapper.number().double }
}

extension Float: MappableValue {
    /// Reads a number, also as text.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Float { Float(try mapper.number().double) }
}

extension JSONNumber: MappableValue {
    /// Reads a number with all its digits, also as text.
    public static func mapped(from mapper: Mapper) throws(Failure) -> JSONNumber { try mapper.number() }
}

extension MappableValue where Self: FixedWidthInteger {
    /// Reads a whole number, also as text.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Self {
        let number = try mapper.integer()
        if let value = number.int, let exact = Self(exactly: value) { return exact }
        if let value = number.uint, let exact = Self(exactly: value) { return exact }
        throw mapper.mismatch("an integer between \(Self.min) and \(Self.max)")
    }
}

extension Int: MappableValue {}
extension Int8: MappableValue {}
extension Int16: MappableValue {}
extension Int32: MappableValue {}
extension Int64: MappableValue {}
extension UInt: MappableValue {}
extension UInt8: MappableValue {}
extension UInt16: MappableValue {}
extension UInt32: MappableValue {}
extension UInt64: MappableValue {}

extension Timestamp: MappableValue {
    /// As the API writes dates; see `Mapper.date` for one that is written in another way.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Timestamp { try mapper.date(mapper.dates) }
}

extension URLText: MappableValue {
    /// A URL; a relative one counts from that of the response.
    public static func mapped(from mapper: Mapper) throws(Failure) -> URLText {
        do {
            return try URLText.parse(try mapper.url())
        } catch let failure as Failure {
            throw failure
        } catch {
            throw mapper.mismatch("a URL", kind: .mappingFormat)
        }
    }
}
