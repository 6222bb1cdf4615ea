public import BatonHTTP
public import BatonJSON
public import BatonValues

/// A value that may stand in `Parameters` and in a `RequestPath`.
///
/// Texts, numbers, booleans, `JSONValue`, `Timestamp` and `URLText` are such values, and so are optionals (nil leaves the
/// name out), lists and dictionaries of them. An enum with a raw value and an `Encodable` type only have to declare it:
///
/// ```swift
/// enum Size: String, ParameterValue { case small, large }
/// extension Address: ParameterValue {}      // any `Encodable` type
/// ```
public protocol ParameterValue: Sendable {
    /// The value as a parameter. A value without a JSON form is found out when the request is made.
    var parameter: Parameter { get }

    /// Whether there is no value, so that its name is left out; only an empty optional says so.
    var isAbsent: Bool { get }
}

extension ParameterValue {
    /// There is a value.
    public var isAbsent: Bool { false }
}

extension ParameterValue where Self: Encodable {
    /// The value's JSON, made when the request is.
    public var parameter: Parameter { .encoding(self) }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// The raw value.
    public var parameter: Parameter { rawValue.parameter }
}

extension ParameterValue where Self: RawRepresentable & Encodable, RawValue: ParameterValue {
    /// The raw value.
    public var parameter: Parameter { rawValue.parameter }
}

extension ParameterValue where Self: FixedWidthInteger {
    /// The number with all its digits.
    public var parameter: Parameter {
        if let small = Int64(exactly: self) { return .json(.number(JSONNumber(small))) }
        return JSONNumber(text: String(self)).map { .json(.number($0)) } ?? .null
    }
}

extension ParameterValue where Self: FixedWidthInteger & Encodable {
    /// The number with all its digits.
    public var parameter: Parameter {
        if let small = Int64(exactly: self) { return .json(.number(JSONNumber(small))) }
        return JSONNumber(text: String(self)).map { .json(.number($0)) } ?? .null
    }
}

extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension Int128: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension UInt128: ParameterValue {}

extension Double: ParameterValue {
    /// The number in its shortest form; an infinite one fails the request.
    public var parameter: Parameter {
        JSONNumber(exactly: self).map { .json(.number($0)) } ?? .encoding(self)
    }
}

extension Float: ParameterValue {
    /// The number in its shortest form, 0.1 and not 0.10000000149011612; an infinite one fails the request.
    public var parameter: Parameter { (Double(description) ?? Double(self)).parameter }
}

extension Bool: ParameterValue {
    /// A boolean; `true` or `false` in a query.
    public var parameter: Parameter { .json(.bool(self)) }
}

extension String: ParameterValue {
    /// A text.
    public var parameter: Parameter { .json(.string(self)) }
}

extension Substring: ParameterValue {
    /// A text.
    public var parameter: Parameter { .json(.string(String(self))) }
}

extension Character: ParameterValue {
    /// A text.
    public var parameter: Parameter { .json(.string(String(self))) }
}

extension JSONValue: ParameterValue {
    /// The value as it is.
    public var parameter: Parameter { .json(self) }
}

extension JSONNumber: ParameterValue {
    /// The number as it is written.
    public var parameter: Parameter { .json(.number(self)) }
}

extension JSONObject: ParameterValue {
    /// The object as it is.
    public var parameter: Parameter { .json(.object(self)) }
}

// The date is written as the API writes dates: when the request is made.
extension Timestamp: ParameterValue {}

extension URLText: ParameterValue {
    /// The URL with its fragment.
    public var parameter: Parameter { .json(.string(description)) }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
    /// The value; in a list nil is JSON's `null`.
    public var parameter: Parameter { self?.parameter ?? .null }

    /// Whether it is nil.
    public var isAbsent: Bool { self?.isAbsent ?? true }
}

extension Array: ParameterValue where Element: ParameterValue {
    /// A list; a query and a form repeat the name.
    public var parameter: Parameter { Parameter(.array(map(\.parameter))) }
}

extension ArraySlice: ParameterValue where Element: ParameterValue {
    /// A list; a query and a form repeat the name.
    public var parameter: Parameter { Array(self).parameter }
}

extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
    /// An object whose members are sorted by their names, because a dictionary has no order of its own.
    public var parameter: Parameter { .object(Parameters(self)) }
}
