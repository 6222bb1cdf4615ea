package import BatonHTTP
import BatonJSON
import BatonJSONSchema
import BatonLanguage

extension ContractJudge {
    /// - Parameters:
    ///   - values: the percent-encoded values in the path.
    ///   - headers: all headers that are sent, those of the session too.
    package func request(
        _ request: Request, _ headers: Headers, _ operation: Contract.Operation, values: [(name: String, text: String)]
    ) -> [ContractViolation] {
        let sent = SentParameters(
            path: values, query: WrittenPairs(query: request.url.query), headers: headers,
            cookies: WrittenPairs(cookies: headers["cookie"]))
        var found: [ContractViolation] = []
        for parameter in operation.parameters {
            let schema = contract.requestSchema(parameter.schema)
            let label = "request \(parameter.location.rawValue).\(wording.mask(parameter.name))"
            // Every cookie is secret.
            let isHidden = { parameter.location == .cookie || isSecret(parameter.name, sent.texts(of: parameter)) }
            let violation = judge(
                parameter, schema, .request, label, hidden: HiddenParts(isWhole: isHidden(), names: names)
            ) { () throws(MisplacedText) in
                try sent.value(of: parameter, schema) { isTaken($0, from: parameter, operation) }
            }
            guard var violation else { continue }
            if violation.hint == nil, sent.hasEncodedComma(parameter) {
                violation.hint =
                    "a comma between values is written as it is, in the URL itself: `%2C` belongs to a value"
            }
            found.append(violation)
        }
        found += unknown(sent.query, operation)
        if let violation = body(of: request, headers, operation) { found.append(violation) }
        return found
    }

    /// Whether a name of a query or of cookies belongs to another parameter: by its own name, or as a member that only
    /// another object declares.
    private func isTaken(
        _ name: String, from parameter: Contract.Parameter, _ operation: Contract.Operation
    ) -> Bool {
        if contract.credentialParameters.contains(name) { return true }
        func declares(_ parameter: Contract.Parameter) -> Bool {
            guard case .styled(.form, explodes: true) = parameter.notation else { return false }
            return contract.requestSchema(parameter.schema)?.schema.reach.declaredNames.contains(name) == true
        }
        let others = operation.parameters.filter { $0.location == parameter.location && $0.name != parameter.name }
        return others.contains { $0.takes(name) } || others.contains(where: declares) && !declares(parameter)
    }

    /// Holds a parameter or a header against its schema.
    ///
    /// - Parameters:
    ///   - hidden: what of its value no message shows.
    ///   - read: its value; nil where it is not there.
    func judge(
        _ parameter: Contract.Parameter, _ schema: CompiledSchema?, _ subject: ContractViolation.Subject,
        _ label: String, hidden: @autoclosure () -> HiddenParts, read: () throws(MisplacedText) -> WrittenValue?
    ) -> ContractViolation? {
        do {
            guard let value = try read() else {
                return parameter.isRequired ? missing(subject, label, "a value", at: parameter.place) : nil
            }
            guard let schema, !(parameter.allowsEmpty && value.isEmptyText) else { return nil }
            return judge(value, by: schema, subject, label, at: parameter.place, hidden: hidden())
        } catch {
            return violation(error, subject, label, at: parameter.place, isSecret: hidden().isWhole)
        }
    }

    /// Query parameters that the operation does not declare.
    private func unknown(_ query: WrittenPairs, _ operation: Contract.Operation) -> [ContractViolation] {
        let declared = operation.parameters.filter { $0.location == .query }
        // The members of an exploded object are parameters of any name.
        let isOpen = declared.contains { parameter in
            guard case .styled(.form, explodes: true) = parameter.notation else { return false }
            return contract.requestSchema(parameter.schema)?.schema.reach.types.contains(.object) == true
        }
        if isOpen { return [] }
        var seen: Set<String> = []
        return query.pairs.compactMap { pair in
            let name = pair.name
            let isKnown = declared.contains { $0.takes(name) }
            if isKnown || contract.credentialParameters.contains(name) || !seen.insert(name).inserted { return nil }
            let shown = ValueText.cut(wording.mask(name), limit: 100)
            return ContractViolation(
                .undeclaredRequest, "request query.\(shown): \(operation.title) declares no such parameter",
                isAdvice: true, at: range(of: operation.place))
        }
    }

    // MARK: - The body

    private func body(
        of request: Request, _ headers: Headers, _ operation: Contract.Operation
    ) -> ContractViolation? {
        if request.body.isNone {
            guard let body = operation.body, body.isRequired else { return nil }
            return missing(.request, "request body", "a body", at: body.place)
        }
        guard let body = operation.body else {
            var found = ContractViolation(
                .undeclaredRequest, "request body: \(operation.title) declares none", at: range(of: operation.place))
            found.expected = "no body"
            found.actual = "a body"
            return found
        }
        if body.content.isEmpty { return nil }
        let type = headers["content-type"] ?? ""
        guard let media = body.content.closest(to: type, \.type) else {
            return violation(
                .request, "request content-type", expected: Self.list(body.content),
                actual: type.isEmpty ? "nothing" : wording.text(type), at: body.place)
        }
        let schema = contract.requestSchema(media.schema)
        let value: WrittenValue
        do {
            guard let written = try written(request.body, ContentKind(type), media, schema) else { return nil }
            value = written
        } catch {
            guard let field = error.field else {
                return violation(error, .request, "request body", at: media.place, isSecret: false)
            }
            return violation(
                error, .request, "request $\(wording.mask(JSONReach.step(field)))", at: media.place,
                isSecret: hidden(in: request.body, ContentKind(type)).depth([.name(field)]) != nil)
        }
        guard let schema,
            var found = judge(
                value, by: schema, .request, "request $", at: media.place,
                hidden: hidden(in: request.body, ContentKind(type)))
        else { return nil }
        if case .multipart(let parts) = request.body { found.hint = Self.hint(for: found, parts) }
        return found
    }

    /// The body as a value; nil for one that is not looked into.
    private func written(
        _ body: RequestBody, _ kind: ContentKind, _ media: Contract.Media, _ schema: CompiledSchema?
    ) throws(MisplacedText) -> WrittenValue? {
        // What is called JSON is JSON, whatever may be in it.
        if case (.bytes(let bytes, _), .json) = (body, kind) {
            guard let value = try? JSONParser.parse(bytes) else {
                throw MisplacedText("JSON", String(decoding: bytes, as: UTF8.self))
            }
            return .known(value)
        }
        guard let schema else { return nil }
        let reader = FormReader(encodings: media.encodings, reach: schema.schema.reach)
        switch (body, kind) {
        case (.bytes(let bytes, _), .form):
            return try reader.value(WrittenPairs(query: String(decoding: bytes, as: UTF8.self)))
        case (.bytes(let bytes, _), .text): return .text(String(decoding: bytes, as: UTF8.self))
        case (.multipart(let parts), _): return try reader.value(parts)
        default: return nil
        }
    }

    /// What of a body no message shows.
    private func hidden(in body: RequestBody, _ kind: ContentKind) -> HiddenParts {
        var hidden = HiddenParts(names: names)
        switch (body, kind) {
        case (.bytes(let bytes, _), .form):
            let pairs = WrittenPairs(query: String(decoding: bytes, as: UTF8.self))
            for (name, text) in pairs.pairs where isSecret(name, [text, pairs.decode(text)]) {
                hidden.fields.insert(name)
            }
        case (.bytes(let bytes, _), .text): hidden.isWhole = isSecret("", [String(decoding: bytes, as: UTF8.self)])
        case (.multipart(let parts), _):
            for part in parts where isSecret(part.name, part.text.map { [$0] } ?? []) {
                hidden.fields.insert(part.name)
            }
        default: break
        }
        return hidden
    }

    /// The advice for a part that is JSON and is sent as text.
    private static func hint(for violation: ContractViolation, _ parts: [MultipartPart]) -> String? {
        let part = parts.first { part in
            guard case .bytes(let bytes) = part.content, part.contentType.map({ ContentKind($0) == .json }) != true,
                WrittenValue.container(String(decoding: bytes, as: UTF8.self)) != nil
            else { return false }
            let path = "request $\(JSONReach.step(part.name))"
            return violation.differences.contains { $0.path == path }
        }
        return part.map {
            "the part is sent as text: `\($0.name): { text: …, type: application/json }` sends it as JSON"
        }
    }
}
