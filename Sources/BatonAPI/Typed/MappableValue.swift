public import BatonHTTP
public import BatonJSON
public import BatonValues

/// A type that a mapper can make of one value of a response.
///
/// Text, numbers, booleans, dates and URLs are read leniently, as APIs write them: `"12"` is a number, `"true"` and `0`
/// are booleans. An enum with a raw value only has to declare the conformance.
public protocol MappableValue: Sendable {
    /// Throws `mapping.type` or `mapping.format` with the path, the wanted type and the value.
    static func mapped(from mapper: Mapper) throws(Failure) -> Self

    /// The value that stands for a missing one; nil: a missing value is a failure.
    static var absent: Self? { get }
}

extension MappableValue {
    /// A missing value is a failure.
    public static var absent: Self? { nil }
}

extension MappableValue where Self: RawRepresentable, RawValue: MappableValue {
    /// Reads the raw value; throws `mapping.format` when no case has it.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Self {
        guard let value = Self(rawValue: try RawValue.mapped(from: mapper)) else {
            throw mapper.mismatch("a value of `\(Self.self)`", kind: .mappingFormat)
        }
        return value
    }
}

extension MappableValue where Self: RawRepresentable & CaseIterable, RawValue: MappableValue {
    /// Reads the raw value; throws `mapping.format` with the list of valid values.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Self {
        if let value = Self(rawValue: try RawValue.mapped(from: mapper)) { return value }
        let listed = allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
        throw mapper.mismatch("one of \(listed)", kind: .mappingFormat)
    }
}

extension Optional: MappableValue where Wrapped: MappableValue {
    /// Null and a missing value become nil.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Wrapped? {
        mapper.value.isNull ? nil : try Wrapped.mapped(from: mapper)
    }

    /// A missing value becomes nil.
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
    /// Reads each member; a failure names the member.
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
    /// Reads text; numbers and booleans become their JSON text.
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
    /// Reads a date as the API writes it; see `Mapper.date` for a date in another form.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Timestamp { try mapper.date(mapper.dates) }
}

extension URLText: MappableValue {
    /// Reads a URL; a relative one is resolved against that of the response.
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

/// A type whose properties are read from certain paths of a response.
///
/// ```swift
/// struct User: Mappable {
///     var id: Int
///     var favourite: String?
///     init(mapper: Mapper) throws {
///         id = try mapper("id")
///         favourite = try mapper("favorite_pizza.name")
///     }
/// }
/// ```
public protocol Mappable: MappableValue {
    /// Rethrows the failures of the mapper; an error of another type becomes `mapping.format` at the value's path.
    init(mapper: Mapper) throws

    /// How the dates of this type are written, unless a field names another form; nil: as the API writes them.
    static var dates: DateForm? { get }
}

extension Mappable {
    /// Dates as the API writes them.
    public static var dates: DateForm? { nil }

    /// Maps an object; throws `mapping.type` for any other value.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Self {
        guard case .object = mapper.value else { throw mapper.mismatch("an object") }
        do {
            return try Self(mapper: mapper.ofType(dates: Self.dates))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.mappingFormat, "\(mapper.path): ", quoting: "\(error)", underlying: error)
        }
    }
}
