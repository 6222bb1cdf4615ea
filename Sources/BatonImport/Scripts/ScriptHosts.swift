/// What Postman offers to scripts: names, members and calls by their paths.
enum ScriptHosts {
    /// Names that are there without a declaration.
    private static let roots: Set<String> = [
        "pm", "postman", "console", "JSON", "Math", "Date", "Object", "Array", "String", "Number", "Boolean", "RegExp",
        "Error", "TypeError", "Promise", "Set", "Map", "Symbol", "Intl",
        "parseInt", "parseFloat", "isNaN", "isFinite", "encodeURIComponent", "decodeURIComponent", "encodeURI",
        "decodeURI",
        "escape", "unescape", "_", "moment", "CryptoJS", "tv4", "Ajv", "xml2Json", "atob", "btoa", "require", "eval",
        "setTimeout", "setInterval", "clearTimeout", "clearInterval", "setImmediate", "tests", "environment", "globals",
        "data", "iteration", "request", "responseHeaders", "responseCookies", "assert", "expect", "chai", "cheerio",
        "responseCode", "uuid", "Buffer", "insomnia", "bru", "this", "globalThis", "URL", "URLSearchParams",
    ]

    static func isKnown(_ name: String) -> Bool {
        roots.contains(name) || ["undefined", "NaN", "Infinity", "responseBody", "responseTime"].contains(name)
    }

    static func isFunction(_ path: String) -> Bool {
        path.contains(".")
            && !["pm.environment", "pm.globals", "pm.response", "pm.request", "pm.variables"].contains(path)
            || ["parseInt", "require", "xml2Json", "atob", "btoa", "moment", "Date", "String", "Number"].contains(path)
    }

    static func isRoot(_ name: String) -> Bool { roots.contains(name) }

    /// Objects and functions that are there in any case.
    private static let certain: Set<String> = [
        "pm.environment", "pm.globals", "pm.collectionVariables", "pm.variables", "pm.iterationData", "pm.response",
        "pm.request", "pm.info", "pm.cookies", "pm.test", "pm.expect", "pm.sendRequest", "pm.execution",
        "pm.request.url", "pm.request.headers", "request.url", "pm.response.headers", "pm.response.json",
        "pm.response.text", "pm.response.cookies", "pm.response.to", "pm.response.to.have", "pm.response.to.be",
    ]

    /// Whether what a path names is known to be an object or a function: a member of the request may as well be a text, a list
    /// or nothing.
    static func isCertain(_ path: String) -> Bool {
        let root = path.prefix { $0 != "." }
        return certain.contains(path) || !["pm", "request", "postman"].contains(root) || root == path
    }

    /// Modules of `require` by the name that scripts have without it.
    static let modules: [String: String] = [
        "lodash": "_", "xml2js": "xml2js", "moment": "moment", "crypto-js": "CryptoJS", "cryptojs": "CryptoJS",
        "tv4": "tv4", "ajv": "Ajv",
        "chai": "chai",
        "uuid": "uuid", "uuid/v4": "uuid.v4", "atob": "atob", "btoa": "btoa", "cheerio": "cheerio",
        "postman-collection": "sdk", "assert": "assert",
        "buffer": "bufferModule",
    ]

    /// Holders of variables with the scope that their writes go to; reads of `pm.variables` see all.
    static let scopes: [String: VariableNames.Scope] = [
        "pm.environment": .environment, "pm.globals": .global, "pm.collectionVariables": .collection,
        "pm.variables": .local, "environment": .environment, "globals": .global, "pm.globals.variables": .global,
    ]

    static let rows: Set<String> = ["pm.iterationData", "data"]
}

extension ScriptEvaluator {
    static let olderResponse = ScriptLoss(
        "The response of the step is read when another one has come.", "Store what is needed in a variable before.")

    func unknownName(_ name: String) throws(ScriptLoss) -> ScriptValue {
        if isInCallback, name.hasPrefix("response"), ScriptHosts.isKnown(name) { throw Self.olderResponse }
        switch name {
        case "undefined": return .undefined
        case "NaN": return .number(.nan)
        case "Infinity": return .number(.infinity)
        case "responseBody", "responseTime":
            guard phase == .after else {
                throw ScriptLoss("There is no response before the request is sent.", "Read it in the test script.")
            }
            return .term(name == "responseBody" ? Self.body : Self.duration)
        case "iteration": return try iteration()
        default:
            if ScriptHosts.isRoot(name) { return .host(name) }
            throw ScriptLoss("The name `\(name)` is declared nowhere.", "Give it a value before it is read.")
        }
    }

    private func iteration() throws(ScriptLoss) -> ScriptValue {
        throw ScriptLoss("The number of the iteration.", "Name the rows, and read a member of `row`.")
    }

    // MARK: Members

    /// Refuses a part of Postman's objects whose value is not known.
    func refuseUncertain(_ value: ScriptValue) throws(ScriptLoss) {
        guard case .host(let path) = value, !ScriptHosts.isCertain(path) else { return }
        throw ScriptLoss("The value of `\(path)`.", "Write the value that is meant, or read `request` or `response`.")
    }

    mutating func hostMember(_ path: String, _ name: String) throws(ScriptLoss) -> ScriptValue {
        let full = path == "this" || path == "globalThis" ? name : "\(path).\(name)"
        if path == "pm", name == "response" || name == "cookies", isInCallback { throw Self.olderResponse }
        if path.hasPrefix("promise ") {
            throw ScriptLoss("A response is read that has not come.", "Await the request where it is sent.")
        }
        if path == "pm", name == "response", phase == .before {
            throw ScriptLoss("There is no response before the request is sent.", "Read it in the test script.")
        }
        switch path {
        case "tests": throw ScriptLoss("The script reads what a test of it has found.")
        case "pm.response": return try responseMember(name)
        case "this", "globalThis": return try value(of: name)
        case "pm.info": return try info(name)
        case "request" where name == "url":
            guard phase == .after else { throw Self.unsent }
            return .term(try hostTerm("request.url"))
        case "pm.request", "request": return try requestMember(name)
        case "responseCode":
            guard phase == .after else { break }
            return try responseMember(name == "name" ? "status" : name)
        case "responseHeaders", "pm.response.headers.members": return try header(.string(name))
        case "pm.cookies" where !["get", "has", "toObject", "jar"].contains(name): return try cookie(.string(name))
        case "Math" where name == "PI": return .number(.pi)
        case "Number" where name == "MAX_SAFE_INTEGER": return .number(9_007_199_254_740_991)
        case "tv4" where name == "error": return .null
        case "tv4" where name == "missing": return allocate(.list([]))
        case "ajv" where name == "errors": return .null
        case "Error", "error":
            return name == "message" || name == "name" || name == "stack" ? .string("an error") : .undefined
        case "pm.request.url", "pm.request.headers", "pm.request.body": return try requestPart(path, name)
        case "sdk", "chai", "bufferModule":
            return .host(path == "chai" ? (name == "expect" ? "pm.expect" : name) : name)
        case "pm.execution.location": if name == "current" { return .string(place.requestName) }
        default: break
        }
        if full == "pm.expect.to" { return .expectation(ScriptExpectation(value: .undefined)) }
        if let scope = ScriptHosts.scopes[path], path == "environment" || path == "globals" {
            return try variable(.string(name), scope)
        }
        if path == "data" { return try row(.string(name)) }
        if path == "pm.environment", name == "name" { return .string(place.environmentName) }
        return .host(full)
    }

    mutating func hostElement(_ path: String, _ key: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        switch path {
        case "responseHeaders": return try header(.term(key))
        default:
            if let scope = ScriptHosts.scopes[path] { return try variable(.term(key), scope) }
            if ScriptHosts.rows.contains(path) { return try row(.term(key)) }
            throw ScriptLoss("A member of `\(path)` whose name only a run knows.")
        }
    }

    func hostTerm(_ path: String) throws(ScriptLoss) -> ScriptTerm {
        switch path {
        case "data", "pm.iterationData":
            return place.hasRows ? ScriptTerm(CELText("row"), .map, reads: ["row"]) : ScriptTerm(CELText("{}"), .map)
        case "pm.request.url", "request.url": return ScriptTerm(CELText("request.url"), .string, reads: ["request"])
        case "responseHeaders", "pm.response.headers":
            return ScriptTerm(CELText("response.headers"), reads: ["response"])
        case "pm.response":
            throw ScriptLoss("The whole response as a value.", "Read `response.body` or `response.json`.")
        case "Error": return ScriptTerm(CELText("\"an error\""), .string)
        default: throw ScriptLoss("`\(path)` as a value.")
        }
    }

    func hostHas(_ path: String, _ name: String) throws(ScriptLoss) -> Bool {
        if path == "pm.response" {
            return ["code", "status", "headers", "responseTime", "responseSize", "json", "text"].contains(name)
        }
        throw ScriptLoss("A member of `\(path)` is asked for.")
    }

    func hostIncludes(_ path: String, _ part: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        throw ScriptLoss("A part of `\(path)` is looked for.")
    }

    mutating func assignHost(_ path: String, _ name: String, _ value: ScriptValue) throws(ScriptLoss) {
        switch path {
        case "environment", "globals": try setVariable(.string(name), value, ScriptHosts.scopes[path])
        case "this", "globalThis": assign(name, value)
        default:
            throw ScriptLoss(
                "The script changes `\(path).\(name)`.",
                "Write what is sent in the request, with a variable where it differs.")
        }
    }

    private func info(_ name: String) throws(ScriptLoss) -> ScriptValue {
        switch name {
        case "requestName": .string(place.requestName)
        case "eventName": .string(phase == .before ? "prerequest" : "test")
        case "iteration": try iteration()
        case "iterationCount":
            throw ScriptLoss("The number of iterations.", "Name the rows, and read a member of `row`.")
        case "requestId": .term(ScriptTerm(CELText("case.id"), .string, reads: ["case"]))
        default: .undefined
        }
    }

    private func requestMember(_ name: String) throws(ScriptLoss) -> ScriptValue {
        switch name {
        case "to" where isInCallback, "url" where isInCallback, "headers" where isInCallback, "body" where isInCallback:
            throw Self.olderResponse
        case "name": return .string(place.requestName)
        case "description": return .string(place.requestDescription)
        case "method": return .string(place.method)
        case "id": return .term(ScriptTerm(CELText("case.id"), .string, reads: ["case"]))
        case "to": return .expectation(ScriptExpectation(value: .host("pm.request"), isRequest: true))
        case "url", "headers", "body": return .host("pm.request.\(name)")
        case "data":
            throw ScriptLoss(
                "The body that was sent, as text or as fields.",
                "Read `request.body`, or the fields of a form by `query_params(request.body)`.")
        default: return .host("pm.request.\(name)")
        }
    }

    static let unsent = ScriptLoss(
        "The script reads the request before it is sent.",
        "Compute the value from the variables that the request is made of.")

    private func requestPart(_ path: String, _ name: String) throws(ScriptLoss) -> ScriptValue {
        switch (path, name) {
        case ("pm.request.url", "protocol") where place.hasScheme:
            guard phase == .after else { throw Self.unsent }
            let scheme = CELText("request.url").method("split", CELText.quoted("://")).element("0")
            return .term(ScriptTerm(scheme, .string, reads: ["request"]))
        case ("pm.request.body", "raw"):
            guard phase == .after else { throw Self.unsent }
            return .term(ScriptTerm(CELText("request.body"), .string, reads: ["request"]))
        default: return .host("\(path).\(name)")
        }
    }

    // MARK: Variables

    /// The variable of the workflow for one of the source.
    mutating func variable(_ name: ScriptValue, _ scope: VariableNames.Scope?) throws(ScriptLoss) -> ScriptValue {
        guard let sourceName = storedText(name) else {
            return try computed(name, scope)
        }
        let scope = scope == .local ? nil : scope
        if let scope {
            names.note(.read, of: sourceName, in: scope)
            if names.isAbsent(sourceName, in: scope) || place.scopes.isElsewhere(sourceName, scope) {
                return .undefined
            }
        }
        names.noteReadByScript(sourceName)
        let variable = names.name(of: sourceName, in: scope)
        if place.isRepeated, !state.assigned.contains(variable), !place.scopes.isConstant(sourceName),
            scope != nil || !place.columns.contains(sourceName)
        {
            throw ScriptLoss(
                "`\(sourceName)` may hold what an earlier row of the data has set; here each row begins anew.",
                "Give each row its own value, or loop over the rows in one workflow.")
        }
        if let empty = state.empty[variable] {
            if case .lost(let loss) = empty { throw loss }
            return empty
        }
        var term = ScriptTerm(CELText(variable), type(of: variable), reads: [variable])
        term.variable = sourceName
        if let known = state.known[variable], let exact = known.exact {
            term.whole = exact
            term.reads.formUnion(known.reads)
        }
        return .term(term)
    }

    func row(_ name: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if !place.hasRows { return .undefined }
        let base = ScriptTerm(CELText("row"), .map, reads: ["row"])
        switch name {
        case .string(let text):
            var term = extend(base, text)
            term.type = .unknown
            return .term(term)
        default:
            let key = try term(name)
            var term = ScriptTerm(base.cel.element(key.value.text), reads: key.reads.union(["row"]))
            term.optional = base.cel.optionalElement(key.value.text)
            return .term(term)
        }
    }

    /// `set` of a variable. A missing value of the response gives null.
    mutating func setVariable(
        _ name: ScriptValue, _ value: ScriptValue, _ scope: VariableNames.Scope? = nil
    ) throws(ScriptLoss) {
        guard let sourceName = storedText(name) else {
            return try setComputed(name, value, scope)
        }
        names.noteGiven(sourceName)
        let isSet =
            switch value {
            case .null, .undefined: false;
            default: true
            }
        if let scope {
            names.note(isSet ? .set : .unset, of: sourceName, in: scope)
            if names.isAbsent(sourceName, in: scope) { return }
        }
        let variable = names.name(of: sourceName, in: scope)
        let merged = scope.flatMap { names.merged(sourceName, after: $0, isSet: isSet) }
        // Shared code, which stands where it is called.
        if case .function = value {
            state.assigned.insert(variable)
            return
        }
        if case .string(let text) = value, place.sharedCode[sourceName] == text,
            text.contains("function") || text.contains("=>")
        {
            state.assigned.insert(variable)
            return
        }
        let filled = try withVariables(value)
        let term = try self.term(filled)
        if term.isCheckOnly { throw ScriptLoss("The result of a schema is stored.") }
        for variable in [variable, merged?.name].compactMap(\.self)
        where term.reads.contains(variable) || state.cells.values.contains(where: { reads($0.value, variable) }) {
            try keepValues(reading: variable)
        }
        if let source = captured(term) {
            emit(.capture(name: variable, source: source))
        } else {
            emit(.set(name: variable, expression: term.value.text))
        }
        let mayBeNothing = term.type == .unknown || term.type == .null || term.optional != nil
        if mayBeNothing { names.noteNullable(variable) }
        forgetExact(reading: [variable, merged?.name ?? variable])
        let isExact = mayBeNothing && !term.isVolatile && !term.reads.contains(variable)
        state.known[variable] = Known(
            type: term.optional == nil ? term.type : .unknown, exact: isExact ? term.exactly : nil, reads: term.reads)
        switch value {
        case .undefined, .null: state.empty[variable] = value
        default: state.empty[variable] = nil
        }
        state.assigned.formUnion([variable, merged?.name].compactMap(\.self))
        if let merged {
            emit(.set(name: merged.name, expression: merged.expression))
            state.known[merged.name] = nil
        }
    }

    /// What a variable was given reads another value from here on.
    mutating func forgetExact(reading names: Set<String>) {
        for (variable, known) in state.known where !known.reads.isDisjoint(with: names) {
            state.known[variable]?.exact = nil
        }
    }

    func reads(_ value: ScriptValue, _ variable: String) -> Bool {
        switch value {
        case .term(let term), .moment(let term, _), .digest(let term): term.reads.contains(variable)
        default: false
        }
    }

    /// The source of a capture: what lies deeper would fail in the script where its parent is missing, so it stays an expression.
    private func captured(_ term: ScriptTerm) -> ImportedSource? {
        guard phase == .after else { return nil }
        switch term.subject {
        case .path(let path) where term.isTopMember && path != "$": return .path(path)
        case .header(let name): return .header(name)
        case .cookie(let name): return .cookie(name)
        default: return term.value.text.contains("response.") ? .expression(term.value.text) : nil
        }
    }

    // MARK: Templates

    /// A text of the script with the variables that Postman puts into it when it is used.
    mutating func withVariables(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .string(let text) = value, text.contains("{{") else { return value }
        return try filled(text)
    }

    mutating func filled(_ text: String) throws(ScriptLoss) -> ScriptValue {
        var result = ScriptValue.string("")
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let (before, name, after) = Self.splitTemplate(rest, from: open) {
            result = try concatenate(result, .string(before))
            if let expression = place.dynamicExpressions[name] ?? Self.dynamic[name] {
                var made = ScriptTerm(CELText(expression), ScriptAcceptance.kind(of: expression))
                made.isVolatile = true
                if before.isEmpty, after.isEmpty, case .string("") = result { return .term(made) }
                result = try concatenate(result, asText(.term(made)))
            } else {
                names.noteRead(name)
                let variable = names.name(of: name)
                let term = ScriptTerm(CELText(variable), type(of: variable), reads: [variable])
                if before.isEmpty, after.isEmpty, case .string("") = result { return .term(term) }
                result = try concatenate(result, asText(.term(term)))
            }
            rest = after
        }
        return try concatenate(result, .string(String(rest)))
    }

    private static func splitTemplate(
        _ text: Substring, from: Substring.Index
    ) -> (before: String, name: String, after: Substring)? {
        var open = from
        while true {
            let next = text.index(after: open)
            if next < text.endIndex, text[next] == "{", let close = text[next...].firstIndex(of: "}") {
                let name = text[text.index(after: next)..<close]
                let end = text.index(after: close)
                if !name.isEmpty, !name.contains("{"), end < text.endIndex, text[end] == "}" {
                    return (String(text[..<open]), String(name), text[text.index(after: end)...])
                }
            }
            guard next < text.endIndex, let another = text[next...].firstIndex(of: "{") else { return nil }
            open = another
        }
    }

    private static let dynamic = [
        "$guid": "uuid()", "$randomUUID": "uuid()", "$timestamp": "int(now())", "$randomInt": "random_int(0, 1000)",
        "$isoTimestamp": #"format_date(now(), "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")"#,
    ]
}
