extension CELLibrary {
    /// CEL's standard library with the extensions strings, math, encoders, lists, sets, network and optional
    /// types.
    package static let standard = CELLibrary(
        CoreFunctions.list + ConversionFunctions.list + TimeFunctions.list + StringFunctions.list
            + MathFunctions.list + BitFunctions.list + CollectionFunctions.list + OptionalFunctions.list
            + EncoderFunctions.list + NetworkFunctions.list)
}

extension CELDeclarations {
    /// No variables, and the functions of the standard library.
    package init() { self.init(library: .standard) }
}

extension CELFunction {
    /// A function of one argument.
    package static func unary(
        _ name: String, _ style: Style, _ overloads: [(CELType, CELType)], prepare: Preparation? = nil,
        _ body: @escaping @Sendable (CELValue) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(name, style, overloads.map { Overload([$0.0], $0.1) }, body: .unary(body), prepare: prepare)
    }

    /// The preparation of a function that converts a text: a literal is converted once, when the file is loaded, and a
    /// literal that cannot be converted is a mistake in the file.
    package static func converted(
        _ convert: @escaping @Sendable (CELValue) throws(CELError) -> CELValue
    ) -> Preparation {
        { constants throws(CELArgumentDiagnostic) in
            guard constants.text(0) != nil, let constant = constants[0] else { return nil }
            do throws(CELError) {
                let value = try convert(constant)
                return .unary { _ throws(CELError) in value }
            } catch {
                throw CELArgumentDiagnostic(error.message, at: 0, help: error.help)
            }
        }
    }

    package static func binary(
        _ name: String, _ style: Style, _ overloads: [(CELType, CELType, CELType)], isCostly: Bool = false,
        help: String? = nil, prepare: Preparation? = nil,
        _ body: @escaping @Sendable (CELValue, CELValue) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(
            name, style, overloads.map { Overload([$0.0, $0.1], $0.2) }, isCostly: isCostly, help: help,
            body: .binary(body), prepare: prepare)
    }

    /// A function that reads deep into its arguments and counts that work.
    package static func metered(
        _ name: String, _ style: Style, _ overloads: [([CELType], CELType)],
        _ body: @escaping @Sendable ([CELValue], inout CELMeter) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(name, style, overloads.map { Overload($0.0, $0.1) }, body: .metered(body))
    }

    /// A function with overloads of different argument counts.
    package static func various(
        _ name: String, _ style: Style, _ overloads: [([CELType], CELType)],
        _ body: @escaping @Sendable ([CELValue]) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(name, style, overloads.map { Overload($0.0, $0.1) }, body: .any(body))
    }
}

extension [CELValue?] {
    /// The text of a literal argument; nil for any other argument.
    package func text(_ position: Int) -> String? {
        indices.contains(position) ? self[position]?.stringValue : nil
    }
}
