/// A function that expressions may call, from the standard library or from the host.
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

    /// The implementation. Those for one or two arguments avoid an array.
    package enum Body: Sendable {
        case unary(@Sendable (CELValue) throws(CELError) -> CELValue)
        case binary(@Sendable (CELValue, CELValue) throws(CELError) -> CELValue)
        case any(@Sendable ([CELValue]) throws(CELError) -> CELValue)
        /// Puts parts of its arguments together and computes nothing from them; the taint of the result is that of its
        /// parts.
        case gathering(@Sendable ([CELValue]) throws(CELError) -> CELValue)
        /// Reads deep into its arguments and counts that work.
        case metered(@Sendable ([CELValue], inout CELMeter) throws(CELError) -> CELValue)
        /// Depends on the environment of the expression, such as a clock: the same arguments may give another result.
        case contextual(@Sendable ([CELValue], any CELActivation) throws(CELError) -> CELValue)
    }

    /// Checks the literal arguments at compile time; an argument that is not a literal is nil. May return a body in
    /// which the literals are already converted, such as a compiled pattern.
    package typealias Preparation = @Sendable ([CELValue?]) throws(CELArgumentDiagnostic) -> Body?

    /// The name in a call, with its namespace: `size`, `math.greatest`.
    package let name: String
    package let style: Style
    /// The types that arguments are checked against at compile time; at run time the body may still get values of any
    /// type.
    package let overloads: [Overload]
    /// Whether any number of further arguments of the last parameter's type is accepted.
    package let isVariadic: Bool
    /// Whether one call may take long even with short arguments, such as a search with a pattern.
    package let isCostly: Bool
    /// The help for arguments of the wrong type.
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

    /// Makes a function with the style `.function`.
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

/// A mistake in a literal argument, found at compile time.
package struct CELArgumentDiagnostic: Error, Sendable {
    /// One sentence without a full stop.
    package var message: String
    /// Position of the argument; the receiver is the first.
    package var position: Int
    /// The wrong part of the argument's text, in UTF-8 offsets; nil for the whole argument.
    package var part: Range<Int>?
    package var help: String?

    package init(_ message: String, at position: Int, part: Range<Int>? = nil, help: String? = nil) {
        self.message = message
        self.position = position
        self.part = part
        self.help = help
    }
}

/// An immutable table of functions, built once and shared by every file.
package final class CELLibrary: Sendable {
    private let functions: [String: CELFunction]
    private let methods: [String: CELFunction]
    /// The words before the dot of qualified functions: `math`, `base64`.
    private let namespaces: Set<String>
    /// What is written for a name that other languages have, for the message about an unknown one; nil for other names.
    package let advice: @Sendable (String) -> String?

    package init(
        _ list: [CELFunction], extending base: CELLibrary? = nil, advice: (@Sendable (String) -> String?)? = nil
    ) {
        var functions = base?.functions ?? [:]
        var methods = base?.methods ?? [:]
        var namespaces = base?.namespaces ?? []
        for function in list {
            if function.style != .method { functions[function.name] = function }
            if function.style != .function { methods[function.name] = function }
            if let dot = function.name.firstIndex(of: ".") { namespaces.insert(String(function.name[..<dot])) }
        }
        self.functions = functions
        self.methods = methods
        self.namespaces = namespaces
        if let advice {
            self.advice = advice
        } else if let base {
            self.advice = base.advice
        } else {
            self.advice = { _ in nil }
        }
    }

    package func function(_ name: String) -> CELFunction? { functions[name] }
    package func method(_ name: String) -> CELFunction? { methods[name] }
    package func isNamespace(_ name: String) -> Bool { namespaces.contains(name) }
    package var functionNames: [String] { functions.keys.sorted() }
    package var methodNames: [String] { methods.keys.sorted() }
}
