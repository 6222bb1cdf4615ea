// A `MappableValue` is made by a `Mapper`, which stands at one place of a response and gives a mapper for each place
// below it, so that a failure names the path. A `Mappable` type takes its properties from a mapper when it is made.

public import BatonHTTP
public import BatonJSON
public import BatonValues

/// Reads typed values from one place of a response, by their paths.
///
/// The context determines the wanted type: `name = try mapper("user.name")`. A path is a dotted key path such as
/// `ordered_pizzas.0.name`, or a JSONPath (RFC 9535) when it starts with `$`.
public struct Mapper: Sendable {
    /// The value at this place.
    public let value: JSONValue
    /// The path of this place in failures: `$.orders[2]`.
    public let path: String
    /// How dates are written unless a field names another form.
    public let dates: DateForm
    private let source: Source

    /// Settings for a whole response.
    private struct Source: Sendable {
        /// How the API writes dates: used inside a type that does not name a form of its own.
        var dates: DateForm
        /// Relative URLs in the response are resolved against it.
        var url: URLText?
    }

    /// A mapper for that value.
    public init(_ value: JSONValue, path: String = "$", dates: DateForm = .rfc3339) {
        self.init(value, path, dates, Source(dates: dates))
    }

    /// A mapper for a response from that URL.
    init(_ value: JSONValue, from url: URLText, dates: DateForm) {
        self.init(value, "$", dates, Source(dates: dates, url: url))
    }

    private init(_ value: JSONValue, _ path: String, _ dates: DateForm, _ source: Source) {
        self.value = value
        self.path = path
        self.dates = dates
        self.source = source
    }

    /// The value at the path.
    ///
    /// Throws `mapping.missing` when there is none and the type has no value for a missing one, `mapping.type` and
    /// `mapping.format` when the value does not fit.
    public func callAsFunction<Value: MappableValue>(
        _ path: String, as type: Value.Type = Value.self
    ) throws(Failure) -> Value {
        guard let inner = try find(path) else {
            if let absent = Value.absent { return absent }
            throw missing(path, "\(Value.self)")
        }
        return try Value.mapped(from: inner)
    }

    /// Stands where nothing says what the value is, for which the compiler has no words.
    @available(*, unavailable, message: "say what the value is: `let name: String = try mapper(\"name\")`")
    public func callAsFunction(_ path: String) throws(Failure) -> Never { fatalError("cannot be called") }

    /// The value at the path, or the default when the value is missing or null.
    public func callAsFunction<Value: MappableValue>(_ path: String, default other: Value) throws(Failure) -> Value {
        guard let inner = try find(path), !inner.value.isNull else { return other }
        return try Value.mapped(from: inner)
    }

    /// A date in the given form.
    public func date(_ path: String, _ form: DateForm) throws(Failure) -> Timestamp {
        guard let inner = try find(path) else { throw missing(path, "a date") }
        return try inner.date(form)
    }

    /// A date in the given form; nil when it is missing or null.
    public func optionalDate(_ path: String, _ form: DateForm) throws(Failure) -> Timestamp? {
        guard let inner = try find(path), !inner.value.isNull else { return nil }
        return try inner.date(form)
    }

    /// Whether there is a value at the path, null included.
    public func has(_ path: String) throws(Failure) -> Bool { try find(path) != nil }

    /// A failure with the wanted type and the value at this place.
    public func mismatch(_ wanted: String, kind: Failure.Kind = .mappingType) -> Failure {
        Failure(kind, "`\(path)` should be \(wanted), and is ", quoting: ValueExcerpt.brief(value))
    }

    // MARK: - Paths

    /// Nil when nothing is at the path; throws `request.bad_input` for an invalid path.
    private func find(_ path: String) throws(Failure) -> Mapper? {
        do throws(JSONPathError) {
            guard path.utf8.first == UInt8(ascii: "$") else {
                let keyPath = try JSONKeyPath.parse(path)
                return keyPath.value(in: value).map { inner($0, "." + path) }
            }
            return try matches(try JSONPath.parse(path), path)
        } catch {
            throw Failure(.badInput, "the path `\(path)` is none: \(error.message)")
        }
    }

    /// A path that can match several places gives the list of its matches; nil where something is not there that it names
    /// before its first wildcard, slice, filter or `..`.
    private func matches(_ query: JSONPath, _ path: String) throws(JSONPathError) -> Mapper? {
        let place = String(path.dropFirst())
        if query.isSingular { return query.singularValue(in: value).map { inner($0, place) } }
        guard query.hasPlace(in: value) else { return nil }
        do {
            return inner(.array(try query.query(value)), place)
        } catch {
            throw JSONPathError(message: "the document makes it too much work", range: 0..<path.utf8.count)
        }
    }

    func inner(_ value: JSONValue, _ step: String) -> Mapper {
        Mapper(value, path + step, dates, source)
    }

    /// This mapper for the fields of a type that writes dates in that form.
    func ofType(dates: DateForm?) -> Mapper {
        Mapper(value, path, dates ?? source.dates, source)
    }

    private func missing(_ path: String, _ wanted: String) -> Failure {
        let step = path.utf8.first == UInt8(ascii: "$") ? String(path.dropFirst()) : "." + path
        return Failure(.mappingMissing, "`\(self.path)\(step)` is missing, and should be \(Self.words(wanted))")
    }

    private static func words(_ type: String) -> String {
        switch type {
        case "String": "a string"
        case "Bool": "a boolean"
        case "Double", "Float", "JSONNumber": "a number"
        case "Timestamp": "a date"
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": "an integer"
        case _ where type.hasPrefix("Array<"): "a list"
        case _ where type.hasPrefix("a "): type
        default: "`\(type)`"
        }
    }

    // MARK: - Conversions

    func string() throws(Failure) -> String {
        guard case .json(.string(let text)) = try converted(.string) else { throw mismatch("a string") }
        return text
    }

    func boolean() throws(Failure) -> Bool {
        guard case .json(.bool(let flag)) = try converted(.boolean) else { throw mismatch("a boolean") }
        return flag
    }

    func number() throws(Failure) -> JSONNumber {
        guard case .json(.number(let number)) = try converted(.number) else { throw mismatch("a number") }
        return number
    }

    func integer() throws(Failure) -> JSONNumber {
        guard case .json(.number(let number)) = try converted(.integer) else { throw mismatch("an integer") }
        return number
    }

    func url() throws(Failure) -> String {
        guard case .json(.string(let text)) = try converted(.url) else { throw mismatch("a URL") }
        return text
    }

    func date(_ form: DateForm) throws(Failure) -> Timestamp {
        guard case .timestamp(let moment) = try converted(.date(form)) else { throw mismatch("a date") }
        return moment
    }

    private func converted(_ wanted: Conversion) throws(Failure) -> MappedValue {
        do {
            return try (source.url.map { ValueConverter(base: $0) } ?? ValueConverter()).convert(value, to: wanted)
        } catch {
            let quote = error.brief + (error.hint.map { "; \($0)" } ?? "")
            throw Failure(error.kind, "`\(path)` should be \(error.wanted), and is ", quoting: quote)
        }
    }
}
