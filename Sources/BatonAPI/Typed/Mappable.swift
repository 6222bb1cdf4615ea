public import BatonHTTP

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
