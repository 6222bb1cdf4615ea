extension CELLibrary {
    /// CEL's standard library with the extensions strings, math, encoders, lists, sets, network and optional
    /// types.
    package static let standard = CELLibrary(
        CoreFunctions.list + ConversionFunctions.list + TimeFunctions.list + StringFunctions.list
            + MathFunctions.list + BitFunctions.list + CollectionFunctions.list + OptionalFunctions.list
            + EncoderFunctions.list + NetworkFunctions.list)
}

extension CELFunction {
    /// A function of one argument that is written here with its types.
    static func unary(
        _ name: String, _ style: Style, _ overloads: [(CELType, CELType)],
        _ body: @escaping @Sendable (CELValue) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(name, style, overloads.map { Overload([$0.0], $0.1) }, body: .unary(body))
    }

    static func binary(
        _ name: String, _ style: Style, _ overloads: [(CELType, CELType, CELType)],
        _ body: @escaping @Sendable (CELValue, CELValue) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(name, style, overloads.map { Overload([$0.0, $0.1], $0.2) }, body: .binary(body))
    }

    /// A function with several counts of arguments.
    static func various(
        _ name: String, _ style: Style, _ overloads: [([CELType], CELType)],
        _ body: @escaping @Sendable ([CELValue]) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(name, style, overloads.map { Overload($0.0, $0.1) }, body: .any(body))
    }
}

extension CELError {
    /// The function has no form for values of these types.
    static func noOverload(_ name: String, _ values: CELValue...) -> CELError { noOverload(name, values) }

    static func noOverload(_ name: String, _ values: [CELValue]) -> CELError {
        CELError(
            .type, "`\(name)` does not work on \(values.map(\.describedType).joined(separator: ", "))")
    }
}
