/// The response as scripts read it, and what `pm.response.to` asserts about it.
extension ScriptEvaluator {
    static let json: ScriptTerm = {
        var term = ScriptTerm(CELText("response.json"), reads: ["response"])
        term.subject = .path("$")
        return term
    }()
    static let body: ScriptTerm = part("response.body", .string, .body)
    static let status: ScriptTerm = part("response.status", .integer, .status)

    private static func part(_ cel: String, _ type: ScriptType, _ subject: ScriptTerm.Subject) -> ScriptTerm {
        var term = ScriptTerm(CELText(cel), type, reads: ["response"])
        term.subject = subject
        return term
    }

    static let duration: ScriptTerm = part(
        "response.duration.getSeconds() * 1000 + response.duration.getMilliseconds()", .integer, .duration)
    static let reason = part("response.reason", .string, .reason)

    func header(_ name: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let key = try term(name)
        var result = ScriptTerm(
            CELText("response.headers[\(key.cel.text)]"), .string, reads: key.reads.union(["response"]))
        result.optional = CELText("response.headers[?\(key.cel.text)]")
        if case .string(let text) = name { result.subject = .header(text) }
        return .term(result)
    }

    func cookie(_ name: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let key = try term(name)
        var result = ScriptTerm(
            CELText("response.cookies[\(key.cel.text)]"), .string, reads: key.reads.union(["response"]))
        result.optional = CELText("response.cookies[?\(key.cel.text)]")
        if case .string(let text) = name { result.subject = .cookie(text) }
        return .term(result)
    }

    /// The status whose reason phrase a text is.
    private static let reasons: [String: Int] = [
        "OK": 200, "Created": 201, "Accepted": 202, "No Content": 204, "Moved Permanently": 301, "Found": 302,
        "See Other": 303, "Not Modified": 304, "Bad Request": 400, "Unauthorized": 401, "Payment Required": 402,
        "Forbidden": 403, "Not Found": 404, "Method Not Allowed": 405, "Not Acceptable": 406, "Conflict": 409,
        "Gone": 410, "Precondition Failed": 412, "Unsupported Media Type": 415, "Unprocessable Entity": 422,
        "Too Many Requests": 429, "Internal Server Error": 500, "Not Implemented": 501, "Bad Gateway": 502,
        "Service Unavailable": 503, "Gateway Timeout": 504,
    ]

    /// The phrase in its own letters, as chai compares it.
    func reasonEquals(_ term: ScriptTerm, _ value: ScriptValue) -> ScriptValue {
        guard case .string(let text) = value, let code = Self.reasons[text] else { return .boolean(false) }
        return statusFact("==", code)
    }

    private func statusFact(_ sign: String, _ code: Int) -> ScriptValue {
        let number = CELText("\(code)")
        let value = ImportedValue.number("\(code)")
        guard sign == "==" else {
            return fact(
                .binary(sign, Self.status.cel, number), nil, Self.status,
                checks: check(.status, sign == ">=" ? .gte : .lt, value),
                opposite: check(.status, sign == ">=" ? .lt : .gte, value))
        }
        return fact(
            .binary("==", Self.status.cel, number), .binary("!=", Self.status.cel, number), Self.status,
            checks: check(.status, .eq, value), opposite: check(.status, .ne, value))
    }

    private static let codes: [String: Int] = [
        "ok": 200, "accepted": 202, "withoutContent": 204, "badRequest": 400, "unauthorized": 401, "unauthorised": 401,
        "forbidden": 403, "notFound": 404, "notAcceptable": 406, "rateLimited": 429,
    ]
    private static let classes: [String: Int] = [
        "info": 1, "success": 2, "redirection": 3, "clientError": 4, "serverError": 5,
    ]

    /// Assertions about the response as a whole; any other is one about an object.
    mutating func responseCondition(
        _ name: String, _ arguments: [ScriptValue], _ expectation: ScriptExpectation
    ) throws(ScriptLoss) -> ScriptValue {
        let first = arguments.first ?? .undefined
        if let code = Self.codes[name] { return statusFact("==", code) }
        if let digit = Self.classes[name] { return statusClass(digit) }
        switch name {
        case "error": return statusFact(">=", 400)
        case "status": return try hasStatus(first)
        case "statusCode":
            let code = try number(first)
            return try strictEquals(.term(Self.status), code)
        case "statusReason": return reasonEquals(Self.reason, first)
        case "statusCodeClass":
            guard case .number(let digit) = first, (1...5).contains(digit) else { return .boolean(false) }
            return statusClass(Int(digit))
        case "header": return try hasHeader(arguments)
        case "json": return isJSON
        case "withBody": return negated(try isEmpty(.term(Self.body)))
        case "body": return try hasBody(arguments)
        case "jsonBody": return try hasJSONBody(arguments)
        case "jsonSchema": return try fitsSchema(.term(Self.json), first)
        case "responseTime": return .boolean(true)
        case "property":
            guard case .string(let key) = first else { throw Self.unknown(name) }
            guard arguments.count > 1 else { return .boolean(try hostHas("pm.response", key)) }
            return try strictEquals(hostMember("pm.response", key), arguments[1])
        case "null", "undefined", "empty", "true", "false", "equal", "eql", "string": return .boolean(false)
        case "exist", "exists", "postmanResponse", "postmanRequestOrResponse": return .boolean(true)
        default: throw Self.unknown(name)
        }
    }

    private func statusClass(_ digit: Int) -> ScriptValue {
        let within = CELText.binary(
            "&&", .binary(">=", Self.status.cel, CELText("\(digit)00")),
            .binary("<", Self.status.cel, CELText("\(digit + 1)00")))
        let classes: (Int) -> ImportedValue = { .text(ImportText("\($0)xx")) }
        let others = ImportedValue.list((2...5).filter { $0 != digit }.map(classes))
        return fact(
            within, nil, Self.status, checks: check(.status, .eq, classes(digit)),
            opposite: check(.status, .in, others))
    }

    private func hasStatus(_ expected: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch expected {
        case .string: reasonEquals(Self.reason, expected)
        default: try strictEquals(.term(Self.status), expected)
        }
    }

    private func hasHeader(_ arguments: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard let name = arguments.first, case .term(let header) = try header(name) else {
            throw Self.unknown("header")
        }
        if arguments.count > 1 { return try strictEquals(.term(header), arguments[1]) }
        return negated(try isUndefined(header))
    }

    var isJSON: ScriptValue {
        let form = ImportedValue.text(ImportText("json"))
        var result = ScriptTerm(CELText("has(response.json)"), .boolean, reads: ["response"])
        result.checks = check(.body, .is, form)
        result.oppositeChecks = check(.body, .not, .map([.init(name: ImportText("is"), value: form)]))
        return .term(result)
    }

    private mutating func hasBody(_ arguments: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard let content = arguments.first else { return negated(try isEmpty(.term(Self.body))) }
        switch content {
        case .regex: return try matches(.term(Self.body), content)
        case .object(let index):
            if case .members = self.content(index) { return try deepEquals(.term(Self.json), content) }
            return .boolean(false)
        default: return try strictEquals(.term(Self.body), content)
        }
    }

    private mutating func hasJSONBody(_ arguments: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard let path = arguments.first else { return isJSON }
        guard case .string(let text) = path else {
            emit(
                .note(
                    ImportNote(
                        .harmless, request: place.request, place: place.label, statement: test ?? "jsonBody(…)",
                        reason: "Postman looks at nothing here: `jsonBody` reads a path, and no object.",
                        advice: "Write the document that is meant as `json` of `expect`.")))
            return .boolean(true)
        }
        let (owner, key) = try nested(.term(Self.json), text)
        guard arguments.count > 1 else { return try hasMember(owner, key) }
        let member = try element(of: owner, key)
        return try deepEquals(member, arguments[1])
    }

    // MARK: Members of hosts of the response

    mutating func responseMember(_ name: String) throws(ScriptLoss) -> ScriptValue {
        guard phase == .after else {
            throw ScriptLoss("There is no response before the request is sent.", "Read it in the test script.")
        }
        switch name {
        case "code", "statusCode": return .term(Self.status)
        case "status": return .term(Self.reason)
        case "responseTime": return .term(Self.duration)
        case "responseSize": return .term(ScriptTerm(CELText("response.size"), .integer, reads: ["response"]))
        case "to": return .expectation(ScriptExpectation(value: .host("pm.response"), isResponse: true))
        case "not":
            return .expectation(ScriptExpectation(value: .host("pm.response"), flags: ["not"], isResponse: true))
        default: return .host("pm.response.\(name)")
        }
    }
}
