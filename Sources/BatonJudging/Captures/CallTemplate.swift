import BatonAPI
package import BatonDiagnostics
package import BatonLanguage

/// The call of an endpoint, which a request belongs to: `call: accounts.login`.
package final class CallTemplate: Sendable {
    /// The name as written: `accounts.login`.
    package let name: String
    package let arguments: [Argument]
    package let endpoint: EndpointTemplate
    /// The base URL for URLs of the endpoint that begin with `/`.
    package let base: TextTemplate?

    package init(name: String, arguments: [Argument], endpoint: EndpointTemplate, base: TextTemplate?) {
        self.name = name
        self.arguments = arguments
        self.endpoint = endpoint
        self.base = base
    }

    /// A value for an input of the endpoint.
    package struct Argument: Sendable {
        package let name: String
        package let slot: Int
        /// The value that the call gives, or the input's default; nil means null.
        package let value: Template?
        /// One of `Language.typeNames`; nil takes any.
        package let type: String?
        package let isSecret: Bool
        package let range: SourceRange

        package init(name: String, slot: Int, value: Template?, type: String?, isSecret: Bool, range: SourceRange) {
            self.name = name
            self.slot = slot
            self.value = value
            self.type = type
            self.isSecret = isSecret
            self.range = range
        }
    }
}

/// The parts of an endpoint about its responses, compiled for one workflow.
package final class EndpointTemplate: Sendable {
    /// The place of its name in the API file.
    package let range: SourceRange
    /// The slot of the endpoint's `inputs`; nil where no expression reads the map as a whole.
    package let inputsSlot: Int?
    package let outcomes: [Outcome]
    package let result: Result?
    /// Whether the outcomes of the endpoint read headers or body of `request`.
    package let readsSentHeaders: Bool
    /// Whether its result or outcomes read the response as JSON.
    package let readsJSON: Bool

    package init(
        range: SourceRange, inputsSlot: Int?, outcomes: [Outcome], result: Result?, readsSentHeaders: Bool,
        readsJSON: Bool
    ) {
        self.range = range
        self.inputsSlot = inputsSlot
        self.outcomes = outcomes
        self.result = result
        self.readsSentHeaders = readsSentHeaders
        self.readsJSON = readsJSON
    }

    package struct Outcome: Sendable {
        package let name: String
        package let condition: Expression
        package let range: SourceRange

        package init(name: String, condition: Expression, range: SourceRange) {
            self.name = name
            self.condition = condition
            self.range = range
        }
    }

    package enum Result: Sendable {
        /// The whole body, mapped to a type.
        case mapped(MappedType, SourceRange)
        /// A member for each capture.
        case captures([Capture])

        package var isMapped: Bool { if case .mapped = self { true } else { false } }

        package var mayHoldSecret: Bool {
            switch self {
            case .mapped(let type, _): type.mayHoldSecret
            case .captures(let captures): captures.contains(where: \.mayHoldSecret)
            }
        }
    }
}

/// `sample` of an endpoint or a request: the response under `--stub`.
package struct SampleTemplate: Sendable {
    package let status: Int
    package let headers: MapTemplate?
    package let body: BodyTemplate?
    package let range: SourceRange

    package init(status: Int, headers: MapTemplate?, body: BodyTemplate?, range: SourceRange) {
        self.status = status
        self.headers = headers
        self.body = body
        self.range = range
    }
}
