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
        /// Goes deep into its arguments, and counts that.
        case metered(@Sendable ([CELValue], inout CELMeter) throws(CELError) -> CELValue)
        /// Asks the world around the expression, such as a clock: the same arguments may give another result.
        case contextual(@Sendable ([CELValue], any CELActivation) throws(CELError) -> CELValue)
    }

    /// Looks at the arguments that are written out, nil standing for all others, before anything runs. May give a body
    /// in which they are already made into what the function works with.
    package typealias Preparation = @Sendable ([CELValue?]) throws(CELArgumentIssue) -> Body?

    /// As it is called, with its namespace: `size`, `math.greatest`.
    package let name: String
    package let style: Style
    /// What arguments are checked against before anything runs; the body still meets values of any type.
    package let overloads: [Overload]
    /// Whether any number of further arguments of the last parameter's type may follow.
    package let isVariadic: Bool
    /// Whether one call may take long however short its arguments are, as a search with a pattern may.
    package let isCostly: Bool
    /// What to say when the arguments are of the wrong type.
    package let help: String?
    package let body: Body
    package let prepare: Preparation?

    package init(
        _ name: String, _ style: Style, _ overloads: [Overload], isVariadic: Bool = false,
        isCostly: Bool = false, help: String? = nil, body: Body, prepare: Preparation? = nil
    ) {
        self.name = name
        self.style = style
        self.overloads = overloads
        self.isVariadic = isVariadic
        self.isCostly = isCostly
        self.help = help
        self.body = body
        self.prepare = prepare
    }

    /// A function that is called as one.
    package convenience init(
        _ name: String, _ overloads: [Overload], isCostly: Bool = false, help: String? = nil, body: Body,
        prepare: Preparation? = nil
    ) {
        self.init(name, .function, overloads, isCostly: isCostly, help: help, body: body, prepare: prepare)
    }

    /// Whether the same arguments give the same result: false for `uuid()` and `now()`.
    var isPure: Bool {
        if case .contextual = body { false } else { true }
    }
}

/// What is wrong with an argument as it is written, found before anything runs.
package struct CELArgumentIssue: Error, Sendable {
    /// The last part of the issue's code: `pattern` makes `expression.pattern`.
    package var code: String
    /// One sentence without a full stop.
    package var message: String
    /// Which argument, the receiver counted as the first.
    package var position: Int
    /// Where in the argument's text, in UTF-8 offsets; the whole argument without it.
    package var part: Range<Int>?
    package var help: String?

    package init(
        _ code: String, _ message: String, at position: Int, part: Range<Int>? = nil, help: String? = nil
    ) {
        self.code = code
        self.message = message
        self.position = position
        self.part = part
        self.help = help
    }
}
