package import BatonAPI
package import BatonDiagnostics

/// `call: accounts.login`: what makes a request a call of an endpoint.
package final class CallTemplate: Sendable {
    /// As written: `accounts.login`.
    package let name: String
    package let arguments: [Argument]
    package let endpoint: EndpointTemplate
    /// What URLs of the endpoint that begin with `/` are put after.
    package let base: TextTemplate?

    init(name: String, arguments: [Argument], endpoint: EndpointTemplate, base: TextTemplate?) {
        self.name = name
        self.arguments = arguments
        self.endpoint = endpoint
        self.base = base
    }

    /// A value for an input of the endpoint.
    package struct Argument: Sendable {
        package let name: String
        package let slot: Int
        /// What the call gives, or the input's default; nil is null.
        package let value: Template?
        /// One of `Language.typeNames`; nil takes any.
        package let type: String?
        package let isSecret: Bool
        package let range: SourceRange
    }
}

/// What an endpoint says of its responses, compiled for one workflow.
package final class EndpointTemplate: Sendable {
    /// Where its name is written in the API file.
    package let range: SourceRange
    /// Where expressions of the endpoint find `inputs`; nil where none reads it as a whole.
    package let inputsSlot: Int?
    package let outcomes: [Outcome]
    package let result: Result?
    package let sample: Sample?
    /// Whether its outcomes read headers or body of `request`.
    package let readsSentHeaders: Bool

    init(
        range: SourceRange, inputsSlot: Int?, outcomes: [Outcome], result: Result?, sample: Sample?,
        readsSentHeaders: Bool
    ) {
        self.range = range
        self.inputsSlot = inputsSlot
        self.outcomes = outcomes
        self.result = result
        self.sample = sample
        self.readsSentHeaders = readsSentHeaders
    }

    package struct Outcome: Sendable {
        package let name: String
        package let condition: Expression
        package let range: SourceRange
    }

    package enum Result: Sendable {
        /// The whole body becomes this.
        case mapped(MappedType, SourceRange)
        /// A member for each capture.
        case captures([Capture])
    }

    /// `sample`: the response under `--stub`.
    package struct Sample: Sendable {
        package let status: Int
        package let headers: MapTemplate?
        package let body: BodyTemplate?
        package let range: SourceRange
    }
}
