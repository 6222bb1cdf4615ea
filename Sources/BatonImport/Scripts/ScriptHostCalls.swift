import BatonSecrets

/// Calls of what Postman offers.
extension ScriptEvaluator {
    mutating func callHost(_ path: String, _ arguments: [JavaScriptExpression]) throws(ScriptLoss) -> ScriptValue {
        switch path {
        case "pm.test", "pm.test.skip", "it", "describe":
            return try runTest(arguments, isSkipped: path == "pm.test.skip")
        case "pm.sendRequest": return try sendRequest(arguments)
        case "setTimeout", "setImmediate": return try wait(arguments)
        case "eval": return try runShared(arguments)
        default:
            if path.hasPrefix("console.") { return log(path, arguments) }
        }
        if path.hasSuffix(".set") || path.hasSuffix("Variable"), arguments.count == 2,
            case .identifier(let name) = arguments[1].kind, let cell = scope.cell(of: name),
            state.cells[cell]?.isPending == true
        {
            // The variable that is set is the name that the value gets.
            state.cells[cell]?.isPending = false
            let values = try values(of: arguments)
            let result = try callHost(path, values: values)
            if case .string(let sourceName)? = values.first, case .term(let term)? = state.cells[cell]?.value {
                let scope = ScriptHosts.scopes[String(path.dropLast(4))]
                let variable = names.name(of: sourceName, in: scope)
                state.cells[cell]?.value = .term(ScriptTerm(CELText(variable), term.type, reads: [variable]))
            }
            return result
        }
        return try callHost(path, values: values(of: arguments))
    }

    mutating func callHost(_ path: String, values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        if let value = try callVariables(path, values) { return value }
        if let value = try callResponse(path, values) { return value }
        if let value = try callRequest(path, values) { return value }
        if let value = try callPromise(path, values) { return value }
        if let value = try callControl(path, values) { return value }
        if let value = try callLanguage(path, values) { return value }
        if let value = try callLibrary(path, values) { return value }
        throw ScriptLoss("`\(path)` has no counterpart.", "Write what it does as a step, or compute the value outside.")
    }

    // MARK: Variables

    private mutating func callVariables(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        if let legacy = Self.legacy[path] {
            let holder = legacy.scope == .environment ? "pm.environment" : "pm.globals"
            return try callVariables("\(holder).\(legacy.method)", values)
        }
        guard let point = path.lastIndex(of: ".") else { return nil }
        let (holder, method) = (String(path[..<point]), String(path[path.index(after: point)...]))
        if ScriptHosts.rows.contains(holder) {
            switch method {
            case "get": return try row(first)
            case "has": return negated(try strictEquals(row(first), .undefined))
            case "toObject", "toJSON": return .term(ScriptTerm(CELText("row"), .map, reads: ["row"]))
            default: return nil
            }
        }
        guard let scope = ScriptHosts.scopes[holder] else { return nil }
        switch method {
        case "get": return try variable(first, scope)
        case "set":
            try setVariable(first, values.count > 1 ? values[1] : .undefined, scope)
            return .undefined
        case "unset":
            try setVariable(first, .undefined, scope)
            return .undefined
        case "has": return negated(try strictEquals(variable(first, scope), .undefined))
        case "replaceIn":
            guard case .string(let text) = first else { throw ScriptLoss("A template that only a run knows.") }
            return try asText(filled(text))
        case "clear":
            guard let all = place.scopes.names(in: scope), all.count <= Self.mostCleared else {
                throw ScriptLoss("All variables of a scope are removed.", "Set those that later steps read to null.")
            }
            for name in all { try setVariable(.string(name), .undefined, scope) }
            return .undefined
        case "toObject", "toJSON", "values":
            throw ScriptLoss("All variables of a scope as one object.", "Name the variables that are read.")
        default: return nil
        }
    }

    private static let mostCleared = 40

    private static let legacy: [String: (scope: VariableNames.Scope, method: String)] = [
        "postman.setEnvironmentVariable": (.environment, "set"),
        "postman.getEnvironmentVariable": (.environment, "get"),
        "postman.clearEnvironmentVariable": (.environment, "unset"),
        "postman.clearEnvironmentVariables": (.environment, "clear"),
        "postman.setGlobalVariable": (.global, "set"), "postman.getGlobalVariable": (.global, "get"),
        "postman.clearGlobalVariable": (.global, "unset"), "postman.clearGlobalVariables": (.global, "clear"),
    ]

    // MARK: Response

    private mutating func callResponse(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        switch path {
        case "pm.expect", "expect", "pm.expect.to", "chai.expect":
            if case .lost(let loss) = first { throw loss }
            if case .host("pm.response") = first {
                return .expectation(ScriptExpectation(value: first, isResponse: true))
            }
            return .expectation(ScriptExpectation(value: first))
        case "pm.expect.fail", "expect.fail", "assert.fail":
            fail(message(of: values.last ?? .undefined))
            return .undefined
        case "pm.response.json":
            if !values.isEmpty { throw ScriptLoss("`json` with a function that changes what it reads.") }
            needJSON()
            return .term(Self.json)
        case "pm.response.text", "pm.response.body.toString", "pm.response.stream.toString": return .term(Self.body)
        case "pm.response.reason": return .term(Self.reason)
        case "postman.getResponseHeader" where isInCallback, "postman.getResponseCookie" where isInCallback:
            throw Self.olderResponse
        case "pm.response.headers.get", "postman.getResponseHeader", "pm.response.headers.one":
            let header = try header(first)
            return .term(try term(header))
        case "pm.response.headers.has": return negated(try strictEquals(header(first), .undefined))
        case "pm.response.size":
            return allocate(
                .members([("body", .term(ScriptTerm(CELText("response.size"), .integer, reads: ["response"])))]))
        case "pm.cookies.get": return try cookie(first)
        case "pm.cookies.has": return negated(try strictEquals(cookie(first), .undefined))
        case "postman.getResponseCookie" where !isInCallback:
            return allocate(.members([("name", first), ("value", try cookie(first))]))
        case "pm.response.headers.toObject": return .host("responseHeaders")
        default: return try callXML(path, values)
        }
    }

    // MARK: Request

    private mutating func callRequest(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        switch path {
        case "pm.request.url.toString", "pm.request.url.getRaw":
            guard phase == .after else { throw Self.unsent }
            return .term(try hostTerm("pm.request.url"))
        case "pm.request.headers.get", "pm.request.getHeaders.get":
            guard phase == .after else { throw Self.unsent }
            let key = try term(first)
            var result = ScriptTerm(CELText("request.headers[\(key.cel.text)]"), .string, reads: ["request"])
            result.optional = CELText("request.headers[?\(key.cel.text)]")
            return .term(result)
        case "pm.request.body.toString", "pm.request.body.raw.toString":
            guard phase == .after else { throw Self.unsent }
            return .term(ScriptTerm(CELText("request.body"), .string, reads: ["request"]))
        case "pm.request.headers.add", "pm.request.headers.upsert", "pm.request.headers.update", "pm.request.addHeader":
            throw ScriptLoss("The script adds a header.", "Write it below `headers:`, with a variable for its value.")
        case "pm.request.headers.remove", "pm.request.removeHeader":
            throw ScriptLoss("The script removes a header.", "Remove it from `headers:`.")
        default: return nil
        }
    }

    // MARK: Tests and what happens next

    private mutating func runTest(_ arguments: [JavaScriptExpression], isSkipped: Bool) throws(ScriptLoss)
        -> ScriptValue
    {
        guard arguments.count >= 2 else {
            // A test that is only named is pending.
            return .undefined
        }
        if isSkipped { return .undefined }
        let name = testName(arguments[0])
        let outer = (test, isTestWhole, isInTest)
        (test, isTestWhole, isInTest) = (name, true, true)
        checks.total += 1
        let needed = state.needed
        defer {
            if isTestWhole { checks.carried += 1 }
            (test, isTestWhole, isInTest) = (outer.0, outer.1 && isTestWhole, outer.2)
            state.needed = needed
        }
        let before = output
        do {
            let wasInExpression = isInExpression
            defer { isInExpression = wasInExpression }
            if case .function(let function) = try evaluate(arguments[1]) {
                let isNested = wasInExpression && callDepth > 12
                isInExpression = isNested
                _ = try invoke(function, function.declaration.parameters.isEmpty ? [] : [.host("end of test")])
                output = before + Self.goingOn(sequenced(Array(output[before.count...])))
            }
        } catch {
            output = before
            note(
                error, statement: source.text(arguments[0].range.lowerBound..<arguments[1].range.upperBound),
                at: arguments[0].range.lowerBound)
        }
        return .undefined
    }

    private static func isUndefined(_ value: ScriptValue) -> Bool {
        if case .undefined = value { true } else { false }
    }

    private mutating func testName(_ expression: JavaScriptExpression) -> String {
        guard let value = try? evaluate(expression) else { return source.text(expression.range) }
        switch value {
        case .string(let text): return text
        case .term(let term): return displayed(term)
        case .number(let number): return CELText.number(number)
        default: return source.text(expression.range)
        }
    }

    private mutating func callControl(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        switch path {
        case "postman.setNextRequest", "pm.execution.setNextRequest", "pm.setNextRequest":
            switch first {
            case .null: emit(.next(request: nil))
            case .string(let name): emit(.next(request: name))
            case .undefined: break
            default:
                throw ScriptLoss(
                    "The next request is one whose name only a run knows.", "Write the steps in their order, with `if`."
                )
            }
            return .undefined
        case "pm.execution.skipRequest":
            throw ScriptLoss("The script skips its request.", "Write the condition as `if` of the step.")
        case "done" where !values.isEmpty && !Self.isUndefined(first):
            throw ScriptLoss("What a promise gives is not known where it is awaited.", "Await the request itself.")
        case "pm.visualizer.set", "pm.visualizer.clear", "clearTimeout", "clearInterval", "done",
            "pm.execution.location.toString":
            return .undefined
        case "end of test":
            // What it is given is the error of the test.
            require(try isNullish(first))
            return .undefined
        case "setInterval": throw ScriptLoss("A timer.", "Use `every` or `wait`.")
        case "require", "pm.require":
            guard case .string(let name) = first, let module = ScriptHosts.modules[name] else {
                throw ScriptLoss(
                    "A module that Baton does not have.", "Compute the value by the functions of expressions.")
            }
            return .host(module)
        default:
            return path.hasPrefix("console.") ? .undefined : nil
        }
    }

    /// What a script writes to the console is no part of a verdict, unlike what its arguments change.
    private mutating func log(_ path: String, _ arguments: [JavaScriptExpression]) -> ScriptValue {
        let before = output
        let offset = arguments.first?.range.lowerBound ?? 0
        do { _ = try values(of: arguments) } catch {
            output = before
            if arguments.contains(where: \.mayChange) {
                note(error, statement: arguments.map { source.text($0.range) }.joined(separator: ", "), at: offset)
            }
        }
        emit(
            .note(
                ImportNote(
                    .harmless, request: place.request, place: "\(place.label), line \(source.source.line(at: offset))",
                    statement: "\(path)(…)", reason: "A message to the console.",
                    advice: "Where a reader needs it, write `log` with the text.")))
        return .undefined
    }

    private mutating func wait(_ arguments: [JavaScriptExpression]) throws(ScriptLoss) -> ScriptValue {
        let values = try values(of: Array(arguments.prefix(1)))
        let time = arguments.count > 1 ? try duration(arguments[1]) : ImportText("0ms")
        guard case .function(let function)? = values.first else {
            // setTimeout(resolve, 500) of a promise that is waited for.
            if arguments.count > 1 { emit(.wait(time)) }
            return .undefined
        }
        _ = try start(Deferred(wait: time, receivers: [(.callback, function)], range: statementRange))
        return .undefined
    }

    /// What a number of milliseconds is as a duration; none where it is no number.
    private mutating func duration(_ expression: JavaScriptExpression) throws(ScriptLoss) -> ImportText {
        // The number that these make of a text is the one that a timer makes of it.
        if case .call(let callee, let arguments, _) = expression.kind, let first = arguments.first,
            ["parseInt", "Number", "Number.parseInt"].contains(callee.path)
        {
            return try duration(first)
        }
        switch try evaluate(expression) {
        case .term(let term) where !term.isVolatile && term.owner == nil && term.pick == nil:
            let text = CELText.call("json", term.value)
            let isNumber = text.method("matches", CELText.quoted("^\"?[0-9]{1,8}([.][0-9]+)?\"?$"))
            let digits = text.method("replace", CELText.quoted("\""), CELText.quoted(""))
            let written = CELText.conditional(isNumber, .binary("+", digits, CELText("\"ms\"")), CELText("\"0ms\""))
            return ImportText(expression: CELText.call("duration", written).text)
        case .term: throw ScriptLoss("A time that only a run knows.", "Write `wait` with a fixed time.")
        case let constant:
            guard case .number(let value) = try number(constant) else { return ImportText("0ms") }
            return ImportText(DurationOf.milliseconds(value.isFinite ? Int(min(max(value, 0), 86_400_000)) : 0))
        }
    }
}

/// Secrets that stand in scripts.
enum SecretText {
    /// A statement as reports and comments show it: where it names a secret field, each of its texts but names of fields is
    /// hidden, and so is what follows `Bearer` or `Basic` anywhere.
    static func hiding(_ statement: String) -> String {
        let words = statement.split { !($0.isLetter || $0.isNumber || "_-".contains($0)) }
        let namesSecret = words.contains { SecretNames.documented.contains(String($0)) || isHeader($0) }
        var result = ""
        var rest = statement[...]
        while let start = rest.firstIndex(where: { "\"'`".contains($0) }) {
            let quote = rest[start]
            result += rest[...start]
            rest = rest[rest.index(after: start)...]
            let end = endOfText(rest, quote)
            let text = rest[..<end]
            let isName = SecretNames.documented.contains(String(text)) || isHeader(text) || text.utf8.count < 4
            let hasScheme = ["bearer ", "basic ", "token "].contains { text.lowercased().hasPrefix($0) }
            result += hasScheme || namesSecret && !isName ? "***" : text
            rest = rest[end...]
            if let last = rest.popFirst() { result.append(last) }
        }
        return result + rest
    }

    /// Where the quote stands that no backslash escapes.
    private static func endOfText(_ text: Substring, _ quote: Character) -> Substring.Index {
        var index = text.startIndex
        while index < text.endIndex, text[index] != quote {
            if text[index] == "\\", text.index(after: index) < text.endIndex { index = text.index(after: index) }
            index = text.index(after: index)
        }
        return index
    }

    private static func isHeader(_ text: Substring) -> Bool {
        ["authorization", "proxy-authorization", "cookie"].contains(text.lowercased())
    }
}
