/// Requests that scripts send, and what is done with their responses.
extension ScriptEvaluator {
    mutating func sendRequest(_ arguments: [JavaScriptExpression]) throws(ScriptLoss) -> ScriptValue {
        let values = try values(of: arguments)
        guard let first = values.first else { throw ScriptLoss("A request without a URL.") }
        var item = Deferred(request: try request(first), range: statementRange)
        if values.count > 1 {
            guard case .function(let function) = values[1] else {
                throw ScriptLoss("The callback of a request is no function of the script.")
            }
            item.receivers.append((.callback, function))
        }
        return .host("promise \(try start(item))")
    }

    /// The number of what a promise waits for.
    private static func promise(_ path: String) -> Int? {
        path.hasPrefix("promise ") ? Int(path.dropFirst(8)) : nil
    }

    /// `then`, `catch` and `finally` of a request.
    mutating func callPromise(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        guard path.hasPrefix("promise "), let point = path.firstIndex(of: "."),
            let id = Self.promise(String(path[..<point])), let item = deferred[id]
        else { return nil }
        let promise = ScriptValue.host("promise \(id)")
        let kind: Deferred.Receiver
        switch path[path.index(after: point)...] {
        case "catch": kind = .catching
        case "then": kind = .then
        case "finally": kind = .finally
        default: return nil
        }
        guard case .function(let function)? = values.first, item.block == state.block,
            !item.receivers.contains(where: { $0.kind == .callback })
        else {
            throw ScriptLoss(
                "What waits for a request that is sent elsewhere.", "Give the request its function at once.")
        }
        deferred[id]?.receivers.append((kind, function))
        return promise
    }

    /// What the functions that wait for a request do with its response.
    mutating func after(_ id: Int) throws(ScriptLoss) -> [ImportedStatement] {
        guard let receivers = deferred[id]?.receivers, let function = receivers.first?.function else { return [] }
        let places = receivers.flatMap(\.function.declaration.body).map(\.range)
        let range = (places.map(\.lowerBound).min() ?? 0)..<(places.map(\.upperBound).max() ?? 0)
        let outer = source
        source = function.source
        defer { source = outer }
        return try response(usedIn: range, in: function.scope) { evaluator throws(ScriptLoss) in
            _ = try evaluator.receive(receivers, .host("pm.response"))
        }.statements
    }

    /// Gives each function what the one before it gives; where that is another request, the others wait for it.
    private mutating func receive(
        _ receivers: [(kind: Deferred.Receiver, function: ScriptFunction)], _ response: ScriptValue
    ) throws(ScriptLoss) -> ScriptValue {
        var (value, receivers) = (response, receivers)
        // It takes what the functions before it throw. A request that fails does so in its step.
        if let last = receivers.lastIndex(where: { $0.kind == .catching }) {
            let (inner, handler) = (receivers[..<last], receivers[last].function)
            receivers.removeSubrange(...last)
            _ = try attempt { evaluator throws(ScriptLoss) in
                value = try evaluator.receive(Array(inner), response)
                return .normal
            } catching: { evaluator throws(ScriptLoss) in
                _ = try evaluator.invoke(handler, [.host("Error")])
                return .normal
            }
            if receivers.contains(where: { !$0.function.declaration.parameters.isEmpty }) {
                throw ScriptLoss("What a promise gives behind `catch`.", "Await the request itself.")
            }
        }
        for (position, receiver) in receivers.enumerated() {
            switch receiver.kind {
            case .catching: continue
            case .callback:
                let isAlone = receiver.function.declaration.parameters.isEmpty
                value = try invoke(receiver.function, isAlone ? [value] : [.null, value])
                continue
            case .then: value = try invoke(receiver.function, [value])
            case .finally: _ = try invoke(receiver.function, [])
            }
            if case .host(let path) = value, let inner = Self.promise(path) {
                deferred[inner]?.receivers += receivers[(position + 1)...]
                return value
            }
        }
        return value
    }

    /// What is said while another response is the current one. `range` is the text that is read.
    private mutating func response(
        usedIn range: Range<Int>, in inner: ScriptScope,
        _ read: (inout ScriptEvaluator) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> (statements: [ImportedStatement], ending: Ending) {
        let aside = try leaveResponse(usedIn: range, in: inner)
        let known = Set(state.cells.keys)
        let outer = (output, phase, test, isInCallback)
        (output, phase, test, isInCallback) = ([], .after, nil, true)
        defer { (output, phase, test, isInCallback) = outer }
        let ending: Ending
        do {
            try read(&self)
            let own = Self.ending(of: output)
            endByAssertions()
            ending = kept(own)
            try runDeferred()
        } catch {
            restore(aside)
            throw error
        }
        try returnToResponse(aside, knowing: known, readIn: range)
        return (Self.said(output), ending)
    }

    /// The ending of a request: what is behind it reads no longer its response.
    private mutating func kept(_ ending: Ending) -> Ending {
        if ending.isNever { return ending }
        let texts = ending.conditions.compactMap(\.text)
        let isAssertion = ending.isEnded || ending.conditions.contains(where: \.isAssertion)
        guard !ending.isEnded, texts.count == ending.conditions.count, let all = CELText.all(texts) else {
            return Ending(conditions: [Ending.Condition(isAssertion: isAssertion)])
        }
        var said: [Output] = []
        let variable = CELText(keepCheck(all, in: &said))
        output += said
        return Ending(conditions: [Ending.Condition(text: variable, isAssertion: isAssertion)])
    }

    // MARK: await

    enum Awaited {
        /// The statement awaits nothing.
        case nothing
        /// The statement is read.
        case done
        /// All that follows in its block is read as well.
        case rest(ScriptFlow)
    }

    /// `const response = await pm.sendRequest(…)`: what follows in its block reads its response.
    mutating func awaited(
        _ statement: JavaScriptStatement, rest: ArraySlice<JavaScriptStatement>
    ) throws(ScriptLoss) -> Awaited {
        guard let (pattern, promise) = Self.awaiting(statement) else { return .nothing }
        count(statement.range.lowerBound)
        statementRange = statement.range
        let before = (output, scope, test, phase, isInExpression, callDepth)
        do {
            let value = try evaluate(promise)
            if case .host(let path) = value, let id = Self.promise(path) {
                return .rest(try resume(id, pattern, of: statement, rest: rest))
            }
            try give(pattern, value, by: statement)
            try accept()
            return .done
        } catch {
            (output, scope, test, phase, isInExpression, callDepth) = before
            poison(statement, error)
            if isInExpression { throw error }
            note(error, statement: source.text(statement.range), at: statement.range.lowerBound)
            return .done
        }
    }

    private static func awaiting(_ statement: JavaScriptStatement) -> (JavaScriptPattern?, JavaScriptExpression)? {
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
        guard case .unary("await", let promise) = value.kind else { return nil }
        return (pattern, promise)
    }

    private mutating func give(
        _ pattern: JavaScriptPattern?, _ value: ScriptValue, by statement: JavaScriptStatement
    ) throws(ScriptLoss) {
        guard let pattern else { return }
        guard case .variables(let keyword, _) = statement.kind else {
            return try bind(pattern, to: value, isVariable: false, declares: false)
        }
        try bind(pattern, to: value, isVariable: keyword == "var", declares: true)
    }

    private mutating func resume(
        _ id: Int, _ pattern: JavaScriptPattern?, of statement: JavaScriptStatement,
        rest: ArraySlice<JavaScriptStatement>
    ) throws(ScriptLoss) -> ScriptFlow {
        guard let item = deferred[id], var request = item.request else {
            throw ScriptLoss("What is awaited has come already.")
        }
        guard output.last.flatMap({ Self.mark($0.statement) }) == id else {
            throw ScriptLoss("A request is awaited elsewhere than where it is sent.", "Await it at once.")
        }
        output.removeLast()
        let range = statement.range.upperBound..<max(statement.range.upperBound, rest.last?.range.upperBound ?? 0)
        var flow = ScriptFlow.normal
        let after = try response(usedIn: range, in: scope) { evaluator throws(ScriptLoss) in
            let value = try evaluator.receive(item.receivers, .host("pm.response"))
            if case .host(let path) = value, Self.promise(path) != nil {
                throw ScriptLoss("A request is awaited that another one sends.", "Await each by itself.")
            }
            try evaluator.give(pattern, value, by: statement)
            flow = try evaluator.execute(rest)
            if case .returned(let value) = flow { flow = .returned(evaluator.kept(value, "result")) }
        }
        request.after = after.statements
        output.append(Output(statement: .request(request), ending: after.ending))
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
