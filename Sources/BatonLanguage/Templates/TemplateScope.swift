package import BatonCEL
package import BatonJSON
package import BatonValues

/// The values of a running workflow, from which templates are filled.
package protocol TemplateScope: CELActivation {
    /// Notes that this text came from a secret, so that it is masked in every output from now on.
    func noteSecret(_ text: String)
    /// Notes a piece of a secret, which may be no text, or a text too short to be masked everywhere.
    func noteSecret(_ part: SecretPart)
    /// Notes that a URL consists of literal text and of secrets that are all noted: it is no secret as a whole.
    func noteURL(_ text: String)
    /// Whether the value contains a known secret, such as one that a server sends back; a part computed from the value
    /// would not be recognised as secret.
    func holdsSecret(_ value: CELValue) -> Bool
    /// The reason why a variable has no value, and what to do about it; nil where the scope does not know the reason.
    func whyUnset(_ variable: String) -> (message: String, hint: String?)?
    /// The clock, random numbers and files that functions use.
    var host: any FunctionHost { get }
}

extension TemplateScope {
    package func noteSecret(_ part: SecretPart) {
        switch part {
        case .text(let text): noteSecret(text)
        case .bytes(let bytes): noteSecret(String(decoding: bytes, as: UTF8.self))
        case .number, .word: break
        }
    }

    /// Notes the secret parts of a value.
    package func noteSecret(_ value: CELValue) {
        if value.holdsTaint { value.forEachSecretPart { noteSecret($0) } }
    }

    package func holdsSecret(_ value: CELValue) -> Bool { false }

    package func whyUnset(_ variable: String) -> (message: String, hint: String?)? { nil }

    package func noteURL(_ text: String) {}
}

/// The clock, random bits and files that functions read. It is a parameter, so that tests can replace it.
package protocol FunctionHost: Sendable {
    func now() throws(CELError) -> Timestamp
    /// 64 unpredictable bits.
    func random() throws(CELError) -> UInt64
    func uuid4() throws(CELError) -> String
    func uuid7() throws(CELError) -> String
    /// The contents of a regular file inside the file root; a relative path counts from the folder of the workflow.
    func read(_ path: String, limit: Int) throws(CELError) -> [UInt8]
}

extension TemplateScope {
    package var host: any FunctionHost { NoHost() }
}

extension FunctionHost {
    /// The host of the scope in which an expression is evaluated.
    static func of(_ activation: any CELActivation) -> any FunctionHost {
        (activation as? any TemplateScope)?.host ?? NoHost()
    }
}

/// The host of expressions outside of a workflow.
package struct NoHost: FunctionHost {
    private static let error = CELError("there is neither a clock nor a file here")

    package init() {}

    package func now() throws(CELError) -> Timestamp { throw Self.error }
    package func random() throws(CELError) -> UInt64 { throw Self.error }
    package func uuid4() throws(CELError) -> String { throw Self.error }
    package func uuid7() throws(CELError) -> String { throw Self.error }
    package func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] { throw Self.error }
}

extension CELValue {
    package init(_ json: JSONValue) {
        self.init(json: json)
    }

    package static func duration(microseconds: Int64) -> CELValue { .duration(.microseconds(microseconds)) }

    /// A computed duration in whole microseconds; nil for a value that is no duration.
    package var durationMicroseconds: Int64? {
        guard case .duration(let duration) = kind else { return nil }
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : whole + attoseconds / 1_000_000_000_000
    }
}

extension CELError {
    /// An error that a host object reports.
    package init(_ message: String) {
        self.init(.host, message)
    }
}

extension CELType {
    /// Whether a condition may turn out to be of this type.
    package var mayBeBoolean: Bool { mayBe(.bool) }

    /// Whether an expression of this type may give a list.
    package var mayBeList: Bool {
        switch self {
        case .list, .dyn, .optional, .native: true
        case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type, .map: false
        }
    }
}

/// The names that every expression knows without a declaration; the raw value is the slot.
package enum Root: Int, Sendable, CaseIterable {
    case response, env, secrets, steps, run, process, vars, inputs, request, outcome, result, item, index, cached, row
    case needs, `case`

    package var name: String {
        switch self {
        case .response: "response"
        case .env: "env"
        case .secrets: "secrets"
        case .steps: "steps"
        case .run: "run"
        case .process: "process"
        case .vars: "vars"
        case .inputs: "inputs"
        case .request: "request"
        case .outcome: "outcome"
        case .result: "result"
        case .item: "item"
        case .index: "index"
        case .cached: "cached"
        case .row: "row"
        case .needs: "needs"
        case .case: "case"
        }
    }

    /// Names that belong to the language, also in a later version; no variable may have one of them.
    package static let reserved = NameIndex(allCases.map(\.name))

    /// The root of a name; nil for any other name.
    package init?(named name: String) {
        guard let position = Self.reserved[name] else { return nil }
        self.init(rawValue: position)
    }
}
