/// A function that expressions may call, of the library or of the host.
package final class CELFunction: Sendable {
    package enum Style: Sendable {
        /// `f(x, y)`
        case function
        /// `x.f(y)`
        case method
        /// Both.
        case either
    }

    /// One list of parameter types, the receiver first, with the type of the result.
    package struct Overload: Sendable {
        package let parameters: [CELType]
        package let result: CELType

        package init(_ parameters: [CELType], _ result: CELType) {
            self.parameters = parameters
            self.result = result
        }
    }

    /// A body for one or two arguments spares the array.
    package enum Body: Sendable {
        case unary(@Sendable (CELValue) throws(CELError) -> CELValue)
        case binary(@Sendable (CELValue, CELValue) throws(CELError) -> CELValue)
        case any(@Sendable ([CELValue]) throws(CELError) -> CELValue)
    }

    /// As it is called, with its namespace: `size`, `math.greatest`.
    package let name: String
    package let style: Style
    /// What arguments are checked against before anything runs; the body still meets values of any type.
    package let overloads: [Overload]
    /// Whether any number of further arguments of the last parameter's type may follow.
    package let isVariadic: Bool
    /// Whether the same arguments give the same result: false for `uuid()` and `now()`.
    package let isPure: Bool
    package let body: Body

    package init(
        _ name: String, _ style: Style = .function, _ overloads: [Overload], isVariadic: Bool = false,
        isPure: Bool = true, body: Body
    ) {
        self.name = name
        self.style = style
        self.overloads = overloads
        self.isVariadic = isVariadic
        self.isPure = isPure
        self.body = body
    }

    package convenience init(
        _ name: String, _ parameters: [CELType], _ result: CELType, isPure: Bool = true,
        _ body: @escaping @Sendable ([CELValue]) throws(CELError) -> CELValue
    ) {
        self.init(name, .function, [Overload(parameters, result)], isPure: isPure, body: .any(body))
    }
}
