/// Requests that scripts send, and what waits for them.
extension ScriptEvaluator {
    mutating func sendRequest(_ arguments: [JavaScriptExpression]) throws(ScriptLoss) -> ScriptValue {
        let values = try values(of: arguments)
        guard let first = values.first else { throw ScriptLoss("A request without a URL.") }
        let request = try request(first)
        var callback: ScriptFunction?
        if values.count > 1 {
            guard case .function(let function) = values[1] else {
                throw ScriptLoss("The callback of a request is no function of the script.")
            }
            callback = function
        }
        deferred.append(Deferred(request: request, callback: callback, line: statementEnd))
        return .host("promise")
    }

    /// `then` of a request: its function gets the response.
    mutating func then(_ values: [ScriptValue]) {
        guard case .function(let function)? = values.first, let last = deferred.indices.last else { return }
        if deferred[last].callback == nil {
            deferred[last].callback = function
            deferred[last].isPromise = true
        }
    }

    /// What waited for the end of the script, in the order in which it was started.
    mutating func runDeferred() throws(ScriptLoss) {
        var count = 0
        while !deferred.isEmpty {
            count += 1
            guard count <= 40 else {
                throw ScriptLoss("A script that goes on sending requests.", "Write them as a loop.")
            }
            let item = deferred.removeFirst()
            if let wait = item.wait, wait.literal != "0ms" { emit(.wait(wait)) }
            guard var request = item.request else {
                if let callback = item.callback { _ = try invoke(callback, []) }
                continue
            }
            if let callback = item.callback {
                let names = callback.declaration.parameters.count
                let arguments: [ScriptValue] =
                    item.isPromise || names == 0 ? [.host("pm.response")] : [.null, .host("pm.response")]
                request.after = try response(readBy: callback.declaration.body, in: callback.scope) {
                    evaluator throws(ScriptLoss) in
                    _ = try evaluator.invoke(callback, arguments)
                }
            }
            emit(.request(request))
        }
    }

    /// What is said while another response is the current one.
    private mutating func response(
        readBy body: [JavaScriptStatement], in inner: ScriptScope,
        _ read: (inout ScriptEvaluator) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> [ImportedStatement] {
        if let first = body.first, let last = body.last {
            let outer = scope
            scope = inner
            try keepValues(reading: "response", usedIn: first.range.lowerBound..<last.range.upperBound)
            scope = outer
        }
        let outer = (output, phase, test, deferred, isInCallback)
        (output, phase, test, deferred, isInCallback) = ([], .after, nil, [], true)
        defer { (output, phase, test, deferred, isInCallback) = outer }
        try read(&self)
        endByAssertions()
        try runDeferred()
        return Self.pruned(output).map(\.statement)
    }

    /// `const response = await pm.sendRequest(…)`: what follows reads its response. Nil for any other statement.
    mutating func awaited(
        _ statement: JavaScriptStatement, rest: ArraySlice<JavaScriptStatement>
    ) throws(ScriptLoss) -> ScriptFlow? {
        var pattern: JavaScriptPattern?
        let value: JavaScriptExpression
        switch statement.kind {
        case .variables(_, let declarators):
            guard declarators.count == 1, let expression = declarators[0].value else { return nil }
            (pattern, value) = (declarators[0].pattern, expression)
        case .expression(let expression):
            if case .assignment("=", let target, let inner) = expression.kind {
                (pattern, value) = (target, inner)
            } else {
                value = expression
            }
        default: return nil
        }
        guard case .unary("await", let call) = value.kind, case .call(let callee, let arguments, _) = call.kind,
            case .member(let owner, "sendRequest", _) = callee.kind, owner.rootName == "pm"
        else { return nil }
        count(statement.range.lowerBound)
        statementEnd = statement.range.upperBound
        var sent: ImportedRequest
        let before = deferred.count
        do {
            _ = try sendRequest(arguments)
            guard let request = deferred[before].request else { return nil }
            sent = request
            deferred.removeSubrange(before...)
        } catch {
            if isInExpression { throw error }
            for name in pattern?.names ?? [] { declare(name, .lost(error.named)) }
            note(error, statement: source.text(statement.range), at: statement.range.lowerBound)
            return nil
        }
        var flow = ScriptFlow.normal
        sent.after = try response(readBy: Array(rest), in: scope) { evaluator throws(ScriptLoss) in
            if let pattern { try evaluator.bind(pattern, to: .host("pm.response"), isVariable: false, declares: true) }
            flow = try evaluator.execute(rest)
        }
        emit(.request(sent))
        if case .normal = flow { return .returned(.undefined) }
        return flow
    }

    // MARK: The request

    private mutating func request(_ value: ScriptValue) throws(ScriptLoss) -> ImportedRequest {
        guard case .object(let index) = value, case .members(let members) = content(index) else {
            let url = try text(value)
            return named(ImportedRequest(name: "", url: url))
        }
        func member(_ name: String) -> ScriptValue? { members.first { $0.name == name }?.value }
        guard let url = member("url") else { throw ScriptLoss("A request without a URL.") }
        var request = ImportedRequest(name: "", url: try self.url(url))
        if let method = member("method") {
            guard case .string(let word) = method else { throw ScriptLoss("A method that only a run knows.") }
            request.method = word.uppercased()
        }
        if let headers = member("header") ?? member("headers") { request.headers = try fields(headers) }
        if let auth = member("auth") { request.auth = try self.auth(auth) } else { request.auth = .none }
        if let body = member("body") { request.body = try self.body(body, request.headers) }
        return named(request)
    }

    private func named(_ request: ImportedRequest) -> ImportedRequest {
        var request = request
        let place = request.url.pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .expression(let expression): "{\(expression)}"
            }
        }.joined()
        request.name = "\(request.method) \(place)"
        return request
    }

    private mutating func url(_ value: ScriptValue) throws(ScriptLoss) -> ImportText {
        if case .object(let index) = value, case .members(let members) = content(index) {
            guard let raw = members.first(where: { $0.name == "raw" })?.value else {
                throw ScriptLoss("A URL of parts.", "Write it as one text.")
            }
            return try text(raw)
        }
        return try text(value)
    }

    private mutating func text(_ value: ScriptValue) throws(ScriptLoss) -> ImportText {
        let filled = try withVariables(asText(value))
        let term = try term(filled)
        return term.text ?? ImportText(expression: term.value.text)
    }

    private mutating func fields(_ value: ScriptValue) throws(ScriptLoss) -> [ImportedField] {
        if let elements = elementsOf(value) {
            return try elements.map { (element) throws(ScriptLoss) in try field(element) }
        }
        switch value {
        case .object(let index):
            guard case .members(let members) = content(index) else { throw ScriptLoss("Fields that only a run knows.") }
            return try members.map { (member) throws(ScriptLoss) in
                ImportedField(name: ImportText(member.name), value: try text(member.value))
            }
        case .string(let text):
            return try text.split(separator: "\n").map { (line) throws(ScriptLoss) in try field(.string(String(line))) }
        case .undefined, .null: return []
        default: return [try field(value)]
        }
    }

    private mutating func field(_ value: ScriptValue) throws(ScriptLoss) -> ImportedField {
        if case .object(let index) = value, case .members(let members) = content(index) {
            func member(_ name: String) -> ScriptValue { members.first { $0.name == name }?.value ?? .string("") }
            var field = ImportedField(name: try text(member("key")), value: try text(member("value")))
            if case .boolean(true) = member("disabled") { field.isDisabled = true }
            return field
        }
        var text = try text(value)
        guard case .literal(let start)? = text.pieces.first, let colon = start.firstIndex(of: ":") else {
            throw ScriptLoss("A header that is no text with a colon.")
        }
        let name = String(start[..<colon])
        var rest = ImportText(String(start[start.index(after: colon)...]).trimmingPrefixSpaces)
        for piece in text.pieces.dropFirst() { rest.append(piece) }
        text = rest
        return ImportedField(name: ImportText(name), value: text)
    }

    private mutating func auth(_ value: ScriptValue) throws(ScriptLoss) -> ImportedAuth {
        guard case .object(let index) = value, case .members(let members) = content(index),
            case .string(let type)? = members.first(where: { $0.name == "type" })?.value
        else { throw ScriptLoss("An authorization that only a run knows.") }
        let parameters =
            try members.first { $0.name == type }.map { (member) throws(ScriptLoss) in try fields(member.value) } ?? []
        func parameter(_ name: String) -> ImportText {
            parameters.first { $0.name.literal == name }?.value ?? ImportText()
        }
        switch type {
        case "noauth": return .none
        case "bearer": return .bearer(parameter("token"))
        case "basic": return .basic(username: parameter("username"), password: parameter("password"))
        default:
            throw ScriptLoss(
                "The authorization `\(type)` of a request that a script sends.", "Write the request as a step.")
        }
    }

    private mutating func body(_ value: ScriptValue, _ headers: [ImportedField]) throws(ScriptLoss) -> ImportedBody? {
        let type = headers.first { $0.name.literal?.lowercased() == "content-type" }?.value.literal
        guard case .object(let index) = value, case .members(let members) = content(index) else {
            if case .undefined = value { return nil }
            if case .null = value { return nil }
            return try raw(value, type)
        }
        func member(_ name: String) -> ScriptValue { members.first { $0.name == name }?.value ?? .undefined }
        guard case .string(let mode) = member("mode") else { throw ScriptLoss("A body whose kind only a run knows.") }
        switch mode {
        case "raw": return try raw(member("raw"), type)
        case "urlencoded": return .form(try fields(member("urlencoded")))
        case "formdata":
            return .multipart(
                try fields(member("formdata")).map { ImportedPart(name: $0.name, content: .text($0.value)) })
        default: throw ScriptLoss("A body of the kind `\(mode)`.", "Write the request as a step.")
        }
    }

    private mutating func raw(_ value: ScriptValue, _ type: String?) throws(ScriptLoss) -> ImportedBody {
        if case .term(let term) = value, let parsed = term.parsed {
            if let known = stringifiedObjects[term.cel.text] { return .json(try imported(known)) }
            return .json(.text(ImportText(expression: parsed.text)))
        }
        return .text(try text(value), type: type)
    }
}

extension String {
    fileprivate var trimmingPrefixSpaces: String { String(drop { $0 == " " }) }
}
