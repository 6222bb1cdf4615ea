package import BatonCEL

/// The types of the roots, for checking expressions when a file is loaded.
package enum Roots {
    package static let headersType = CELNativeType(
        "headers", methods: [.init("values", [.string], .list(.string))], openType: .string)

    package static let timingsType = CELNativeType(
        "timings",
        members: ["dns", "connect", "tls", "send", "wait", "receive"].map { .init($0, .duration) })

    package static let certificateType = CELNativeType(
        "certificate",
        members: [
            .init("subject", .string), .init("issuer", .string), .init("serial", .string), .init("starts", .timestamp),
            .init("expires", .timestamp), .init("names", .list(.string)),
        ],
        synonyms: [
            "expire_date": "expires", "expiry": "expires", "valid_to": "expires", "not_after": "expires",
            "start_date": "starts", "valid_from": "starts", "not_before": "starts", "serial_number": "serial",
            "san": "names", "hosts": "names",
        ])

    /// One event of a stream.
    package static let eventType = CELNativeType(
        "event",
        members: [.init("event", .string), .init("data", .dyn), .init("id", .string), .init("ms", .double)],
        isRecord: true,
        synonyms: ["type": "event", "name": "event", "json": "data", "text": "data", "time": "ms", "elapsed": "ms"])

    /// A response before the last one, such as 103 Early Hints.
    package static let interimType = CELNativeType(
        "interim", members: [.init("status", .int), .init("headers", .native(headersType))])

    /// The order of the members is that of `StepResponse.member(at:)`.
    package static let responseType = CELNativeType(
        "response",
        members: [
            .init("status", .int), .init("json", .dyn), .init("body", .string), .init("bytes", .bytes),
            .init("size", .int), .init("headers", .native(headersType)), .init("duration", .duration),
            .init("timings", .native(timingsType)), .init("url", .string), .init("http_version", .string),
            .init("ip", .string), .init("from_cache", .bool), .init("attempt", .int),
            .init("redirects", .list(.map(.string, .dyn))), .init("cookies", .map(.string, .string)),
            .init("certificate", .native(certificateType)), .init("events", .list(.native(eventType))),
            .init("trailers", .native(headersType)), .init("interim", .list(.native(interimType))),
        ],
        synonyms: [
            "code": "status", "statusCode": "status", "status_code": "status", "text": "body", "data": "json",
            "header": "headers", "time": "duration", "length": "size",
        ])

    /// `response` of a program.
    package static let programType = CELNativeType(
        "response",
        members: [
            .init("exit_code", .int), .init("stdout", .string), .init("stderr", .string), .init("json", .dyn),
            .init("bytes", .bytes), .init("size", .int), .init("duration", .duration),
        ],
        synonyms: [
            "status": "exit_code", "code": "exit_code", "exit": "exit_code", "body": "stdout", "text": "stdout",
            "output": "stdout", "error": "stderr", "errors": "stderr", "time": "duration", "length": "size",
        ])

    package static let requestType = CELNativeType(
        "request",
        members: [
            .init("method", .string), .init("url", .string), .init("headers", .native(headersType)),
            .init("body", .string), .init("json", .dyn), .init("sha256", .string),
        ],
        synonyms: ["uri": "url", "header": "headers", "text": "body", "data": "json", "verb": "method"])

    package static let environmentType = CELNativeType(
        "env",
        members: [.init("name", .string), .init("base_url", .string), .init("vars", .native(environmentVariablesType))])
    package static let environmentVariablesType = CELNativeType("env.vars", openType: .dyn)
    package static let secretsType = CELNativeType("secrets", openType: .string)
    package static let stepType = CELNativeType(
        "step", members: [.init("ran", .bool), .init("response", .native(responseType))], openType: .dyn)
    package static let stepsType = CELNativeType("steps", openType: .native(stepType))
    package static let needType = CELNativeType("need", openType: .dyn)
    package static let needsType = CELNativeType("needs", openType: .native(needType))
    package static let runType = CELNativeType("run", members: [.init("id", .string), .init("started", .timestamp)])
    package static let caseType = CELNativeType("case", members: [.init("id", .string)])
    package static let processVariablesType = CELNativeType("process.env", openType: .string)
    package static let processType = CELNativeType("process", members: [.init("env", .native(processVariablesType))])
    package static let inputsType = CELNativeType("inputs", openType: .dyn)
    package static let variablesType = CELNativeType("vars", openType: .dyn)

    /// Built once: each file adds its own variables to a copy.
    package static let declarations: CELDeclarations = {
        var declarations = CELDeclarations(library: FunctionLibrary.library)
        for root in Root.allCases { declarations.declare(root.name, slot: root.rawValue, type: type(of: root)) }
        return CELDeclarations(inside: declarations)
    }()

    /// The declarations for the name of a row, which may read the row only.
    package static func rowDeclarations(_ type: CELType) -> CELDeclarations {
        CELDeclarations(library: FunctionLibrary.library).declaring(
            Root.row.name, slot: Root.row.rawValue, type: type)
    }

    /// The declarations for baton.yaml, which may read only the process environment.
    package static let projectDeclarations = CELDeclarations().declaring(
        Root.process.name, slot: Root.process.rawValue, type: .native(processType))

    private static func type(of root: Root) -> CELType {
        switch root {
        case .response: .native(responseType)
        case .request: .native(requestType)
        case .env: .native(environmentType)
        case .secrets: .native(secretsType)
        case .steps: .native(stepsType)
        case .run: .native(runType)
        case .case: .native(caseType)
        case .process: .native(processType)
        case .vars: .native(variablesType)
        case .inputs: .native(inputsType)
        case .needs: .native(needsType)
        case .outcome: .string
        case .result, .item, .cached, .row: .dyn
        case .index: .int
        }
    }
}
