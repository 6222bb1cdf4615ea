import BatonDiagnostics
package import BatonHTTP
import BatonJSON
import BatonJSONSchema

/// Holds one exchange against a contract: requests and responses go in, violations come out.
package struct ContractJudge {
    let rule: ContractRule
    let wording: Wording

    package init(_ rule: ContractRule, mask: @escaping (String) -> String) {
        self.rule = rule
        wording = Wording(mask: mask)
    }

    private var contract: Contract { rule.contract }

    /// What the contract has no operation for; nil where it has one, or where nothing is held against it.
    package func undeclared(
        _ match: ContractMatch, _ method: String, _ url: URLText
    ) -> ContractViolation? {
        switch match {
        case .operation, .outside: return nil
        case .noPath:
            let path = Shown.cut(wording.mask(url.path))
            var found = ContractViolation(
                .undeclared, "request: \(contract.path) has no path for `\(path)`", at: contract.range)
            found.hint =
                "if it is none of the contract's, list it: `contract: { file: …, ignore: [\(path)] }`; `base_path` says what stands before the contract's paths"
            if let near = contract.templateWithoutSlashes(for: url.path) {
                let written = near.path.replacing("{\(near.name)}", with: "{\(near.name):path}")
                found.hint =
                    (found.hint ?? "")
                    + "; if `\(near.name)` of `\(near.path)` may hold a `/`, say so in the document: `\(written)`"
            }
            return found
        case .noMethod(let methods, let path):
            var found = ContractViolation(
                .undeclared,
                "request: \(contract.path) has no \(method) for `\(path)`, only \(methods.joined(separator: ", "))",
                at: contract.operations.first { $0.path == path }.map { range(of: $0.place) } ?? contract.range)
            found.expected = methods.joined(separator: " or ")
            found.actual = method
            return found
        }
    }

    // MARK: - Requests

    /// - Parameters:
    ///   - values: the percent-encoded values in the path.
    ///   - headers: all headers that are sent, those of the session too.
    package func request(
        _ request: Request, _ headers: Headers, _ operation: Contract.Operation, values: [(name: String, text: String)]
    ) -> [ContractViolation] {
        var found: [ContractViolation] = []
        let query = QueryPairs(request.url.query)
        let cookies = Self.cookies(headers)
        for parameter in operation.parameters {
            let schema = contract.requestSchema(parameter.schema)
            let reading = ParameterValue(parameter, schema)
            let value: JSONValue?
            switch parameter.location {
            case .path:
                value = values.first { $0.name == SegmentTemplate.plainName(parameter.name) }
                    .map { reading.value($0.text, decode: ContractPaths.decoded) }
            case .query:
                value = reading.value(in: query) { name in
                    operation.parameters.contains { $0.location == .query && $0.takes(name) }
                }
            case .header: value = headers[parameter.name].map { reading.value($0) { Self.trimmed($0) } }
            case .cookie:
                value = cookies.first { $0.name == parameter.name }
                    .map { reading.value($0.text, decode: ContractPaths.decoded) }
            }
            let label = "request \(parameter.location.rawValue).\(wording.mask(parameter.name))"
            if let violation = judge(value, of: parameter, schema, .request, label) { found.append(violation) }
        }
        found += unknown(query, operation)
        if let violation = body(of: request, headers, operation) { found.append(violation) }
        return found
    }

    private static func trimmed(_ text: String) -> String { text[...].trimmingBlanks }

    private static func cookies(_ headers: Headers) -> [(name: String, text: String)] {
        (headers["cookie"] ?? "").split(separator: ";").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].trimmingBlanks, parts.count > 1 ? parts[1].trimmingBlanks : "")
        }
    }

    private func judge(
        _ value: JSONValue?, of parameter: Contract.Parameter, _ schema: CompiledSchema?,
        _ subject: ContractViolation.Subject, _ label: String
    ) -> ContractViolation? {
        guard var value else {
            guard parameter.isRequired else { return nil }
            return missing(subject, label, "a value", at: parameter.place)
        }
        guard let schema else { return nil }
        if parameter.isJSON, let text = value.stringValue {
            guard let parsed = try? JSONParser.parse(Array(text.utf8)) else {
                return mismatch(subject, label, expected: "JSON", actual: wording.text(text), at: parameter.place)
            }
            value = parsed
        }
        return judge(value, by: schema, subject, label, readsTexts: !parameter.isJSON, at: parameter.place)
    }

    /// Query parameters that the operation does not declare.
    private func unknown(_ query: QueryPairs, _ operation: Contract.Operation) -> [ContractViolation] {
        let declared = operation.parameters.filter { $0.location == .query }
        // The members of an exploded object are parameters of any name.
        let isOpen = declared.contains { parameter in
            parameter.style == .form && parameter.explodes && !parameter.isJSON
                && contract.requestSchema(parameter.schema)?.schema.possibleTypes == ["object"]
        }
        if isOpen { return [] }
        var seen: Set<String> = []
        return query.pairs.compactMap { pair in
            let name = pair.name
            let isKnown = declared.contains { $0.takes(name) }
            if isKnown || contract.credentialParameters.contains(name) || !seen.insert(name).inserted { return nil }
            let shown = Shown.cut(wording.mask(name), limit: 100)
            return ContractViolation(
                .advice, "request query.\(shown): \(operation.title) declares no such parameter",
                at: range(of: operation.place))
        }
    }

    private func body(
        of request: Request, _ headers: Headers, _ operation: Contract.Operation
    ) -> ContractViolation? {
        if request.body.isNone {
            guard let body = operation.body, body.isRequired else { return nil }
            return missing(.request, "request body", "a body", at: body.place)
        }
        guard let body = operation.body else {
            var found = ContractViolation(
                .undeclared, "request body: \(operation.title) declares none", at: range(of: operation.place))
            found.expected = "no body"
            found.actual = "a body"
            return found
        }
        if body.content.isEmpty { return nil }
        let type = headers["content-type"] ?? ""
        guard let media = body.content.closest(to: type, \.type) else {
            return mismatch(
                .request, "request content-type", expected: Self.list(body.content),
                actual: type.isEmpty ? "nothing" : wording.text(type), at: body.place)
        }
        guard let schema = contract.requestSchema(media.schema) else { return nil }
        switch (request.body, ContentKind(type)) {
        case (.bytes(let bytes, _), .json):
            guard let value = try? JSONParser.parse(bytes) else {
                return mismatch(
                    .request, "request body", expected: "JSON",
                    actual: wording.text(String(decoding: bytes, as: UTF8.self)), at: media.place)
            }
            return judge(value, by: schema, .request, "request $", readsTexts: false, at: media.place)
        case (.bytes(let bytes, _), .form):
            let form = JSONValue.object(QueryPairs(String(decoding: bytes, as: UTF8.self)).object)
            return judge(form, by: schema, .request, "request $", readsTexts: true, at: media.place)
        case (.bytes(let bytes, _), .text):
            let text = JSONValue.string(String(decoding: bytes, as: UTF8.self))
            return judge(text, by: schema, .request, "request $", readsTexts: true, at: media.place)
        case (.multipart(let parts), _):
            let found = judge(
                .object(Self.object(parts)), by: schema, .request, "request $", readsTexts: true, at: media.place)
            guard var found else { return nil }
            found.hint = Self.hint(for: found, parts)
            return found
        default: return nil
        }
    }

    /// The advice for a part that is JSON and is sent as text.
    private static func hint(for violation: ContractViolation, _ parts: [MultipartPart]) -> String? {
        let part = parts.first { part in
            guard case .bytes(let bytes) = part.content, part.contentType.map({ ContentKind($0) == .json }) != true,
                bytes.first.map({ $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) == true,
                (try? JSONParser.parse(bytes)) != nil
            else { return false }
            let path = "request $\(JSONReach.step(part.name))"
            return violation.differences.contains { $0.path == path }
        }
        return part.map {
            "the part is sent as text: `\($0.name): { text: …, type: application/json }` sends it as JSON"
        }
    }

    /// The parts of a multipart body: JSON as its value, files as texts that are not looked into.
    private static func object(_ parts: [MultipartPart]) -> JSONObject {
        var object = JSONObject()
        for part in parts {
            var value = JSONValue.string("")
            if case .bytes(let bytes) = part.content {
                let isJSON = part.contentType.map { ContentKind($0) == .json } ?? false
                value =
                    isJSON ? (try? JSONParser.parse(bytes)) ?? .null : .string(String(decoding: bytes, as: UTF8.self))
            }
            object.gather(part.name, value)
        }
        return object
    }

    // MARK: - Responses

    /// The schema that the document of a response is held against; nil where it is held against none.
    package func schema(of response: StepResponse, _ operation: Contract.Operation) -> CompiledSchema? {
        let type = response.http.headers.first("content-type") ?? ""
        guard ContentKind(type) == .json else { return nil }
        let media = operation.response(to: response.http.status)?.content.closest(to: type, \.type)
        return contract.responseSchema(media?.schema)
    }

    /// - Parameters:
    ///   - method: that of the last request, whose response this is.
    ///   - isSaved: whether the body went into a file, where it is not looked into.
    package func response(
        _ response: StepResponse, to method: String, _ operation: Contract.Operation, isSaved: Bool
    ) -> [ContractViolation] {
        if operation.responses.isEmpty { return [] }
        let http = response.http
        guard let declared = operation.response(to: http.status) else {
            var found = ContractViolation(
                .undeclared,
                "response status: \(operation.title) declares \(operation.statuses.joined(separator: ", ")), got \(http.status)",
                at: range(of: operation.place))
            found.expected = operation.statuses.joined(separator: " or ")
            found.actual = "\(http.status)"
            found.isStatus = true
            return [found]
        }
        var found: [ContractViolation] = []
        for header in declared.headers {
            let schema = contract.responseSchema(header.schema)
            let reading = ParameterValue(header, schema)
            let value = http.headers[header.name].map { reading.value($0) { Self.trimmed($0) } }
            let label = "response headers.\(header.name)"
            if let violation = judge(value, of: header, schema, .response, label) { found.append(violation) }
        }
        // A response to HEAD, 204 and 304 have no body (RFC 9110, 6.4.1).
        if method != "HEAD", http.status != 204, http.status != 304,
            let violation = body(of: response, declared, operation, isSaved: isSaved)
        {
            found.append(violation)
        }
        return found
    }

    private func body(
        of response: StepResponse, _ declared: Contract.DeclaredResponse, _ operation: Contract.Operation,
        isSaved: Bool
    ) -> ContractViolation? {
        let http = response.http
        if declared.content.isEmpty {
            if http.size == 0 { return nil }
            // Many documents leave out the bodies of errors.
            return ContractViolation(
                .advice, "response body: \(operation.title) declares none for \(http.status), and any is taken",
                at: range(of: declared.place))
        }
        let type = http.headers.first("content-type") ?? ""
        guard !type.isEmpty || http.size > 0 else {
            return missing(.response, "response body", "a body of \(Self.list(declared.content))", at: declared.place)
        }
        guard let media = declared.content.closest(to: type, \.type) else {
            return mismatch(
                .response, "response content-type", expected: Self.list(declared.content),
                actual: type.isEmpty ? "nothing" : wording.text(type), at: declared.place)
        }
        guard let schema = contract.responseSchema(media.schema), !isSaved else { return nil }
        switch ContentKind(type) {
        case .json:
            switch response.json {
            case .value(let value):
                if response.isKnownToFit(schema) { return nil }
                return judge(value, by: schema, .response, "response $", readsTexts: false, at: media.place)
            case .empty: return missing(.response, "response body", "JSON", at: media.place)
            case .failed(let error):
                return ContractViolation(
                    .response, "response body: it is not JSON: \(wording.mask(error.description))",
                    at: range(of: media.place))
            }
        case .text:
            return judge(.string(response.text), by: schema, .response, "response $", readsTexts: true, at: media.place)
        case .form, .multipart, .other: return nil
        }
    }

    // MARK: - Violations

    private func range(of place: JSONSchema.Place) -> SourceRange { contract.range(of: place) ?? contract.range }

    private static func list(_ content: [Contract.Media]) -> String {
        content.prefix(10).map(\.type.text).joined(separator: " or ")
    }

    private func missing(
        _ subject: ContractViolation.Subject, _ label: String, _ wanted: String, at place: JSONSchema.Place
    ) -> ContractViolation {
        mismatch(subject, label, expected: wanted, actual: "nothing", at: place)
    }

    private func mismatch(
        _ subject: ContractViolation.Subject, _ label: String, expected: String, actual: String,
        at place: JSONSchema.Place
    ) -> ContractViolation {
        var found = ContractViolation(
            subject, "\(label): expected \(expected), got \(Shown.headline(actual))", at: range(of: place))
        found.expected = expected
        found.actual = actual
        return found
    }

    /// - Parameter label: the beginning of paths into the value: `response $`.
    private func judge(
        _ value: JSONValue, by schema: CompiledSchema, _ subject: ContractViolation.Subject, _ label: String,
        readsTexts: Bool, at place: JSONSchema.Place
    ) -> ContractViolation? {
        do {
            if try schema.schema.accepts(value, readsTexts: readsTexts) { return nil }
        } catch {
            return ContractViolation(
                subject, "\(label): cannot be held against the contract: \(wording.mask(error.message))",
                at: range(of: place))
        }
        let reading = SchemaViolations(schema: schema, wording: wording, root: label, readsTexts: readsTexts)
        let words = reading.words(of: value)
        var found = ContractViolation(subject, words.sentence, at: reading.range(of: value) ?? range(of: place))
        found.differences = words.differences
        found.moreDifferences = words.moreDifferences
        return found
    }
}
