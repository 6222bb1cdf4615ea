import BatonHTTP
import BatonJSON
import BatonJSONSchema

extension ContractJudge {
    /// The schema that the document of a response is held against; nil where it is held against none.
    package func schema(of response: StepResponse, _ operation: Contract.Operation) -> CompiledSchema? {
        let type = response.http.headers.first("content-type") ?? ""
        guard ContentKind(type) == .json else { return nil }
        let media = operation.response(to: response.http.status)?.content.closest(to: type, \.type)
        return contract.responseSchema(media?.schema)
    }

    /// What of a response's body is there to be looked into.
    package enum ReceivedBody: Sendable {
        case whole
        /// The body did not come to its end.
        case partial
        /// The body went into a file, or is a stream of events: it is not looked into.
        case unread
    }

    /// - Parameter method: that of the last request, whose response this is.
    package func response(
        _ response: StepResponse, to method: String, _ operation: Contract.Operation, body received: ReceivedBody
    ) -> [ContractViolation] {
        if operation.responses.isEmpty { return [] }
        let http = response.http
        guard let declared = operation.response(to: http.status) else {
            var found = ContractViolation(
                .undeclaredResponse,
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
            let violation = judge(
                header, schema, .response, "response headers.\(header.name)",
                hidden: HiddenParts(isWhole: isSecret(header.name, http.headers.values(header.name)))
            ) { () throws(MisplacedText) in try header.value(in: http.headers) }
            if let violation { found.append(violation) }
        }
        // A response to HEAD, 204 and 304 have no body (RFC 9110, 6.4.1).
        if method != "HEAD", http.status != 204, http.status != 304,
            let violation = body(of: response, declared, operation, received)
        {
            found.append(violation)
        }
        return found
    }

    private func body(
        of response: StepResponse, _ declared: Contract.DeclaredResponse, _ operation: Contract.Operation,
        _ received: ReceivedBody
    ) -> ContractViolation? {
        let http = response.http
        if declared.content.isEmpty {
            if http.size == 0 { return nil }
            // Many documents leave out the bodies of errors.
            return ContractViolation(
                .undeclaredResponse,
                "response body: \(operation.title) declares none for \(http.status), and any is taken", isAdvice: true,
                at: range(of: declared.place))
        }
        let type = http.headers.first("content-type") ?? ""
        guard !type.isEmpty || http.size > 0 else {
            if received == .partial { return nil }
            return missing(.response, "response body", "a body of \(Self.list(declared.content))", at: declared.place)
        }
        guard let media = declared.content.closest(to: type, \.type) else {
            return violation(
                .response, "response content-type", expected: Self.list(declared.content),
                actual: type.isEmpty ? "nothing" : wording.text(type), at: declared.place)
        }
        if received == .unread { return nil }
        let schema = contract.responseSchema(media.schema)
        let kind = ContentKind(type)
        if received == .partial {
            guard kind == .json || kind == .text && schema != nil else { return nil }
            return ContractViolation(
                .response, "response body: it did not come to its end, and is not held against the contract",
                isAdvice: true, at: range(of: media.place))
        }
        switch kind {
        case .json:
            switch response.json {
            case .value(let value):
                guard let schema, !response.isKnownToFit(schema.schema) else { return nil }
                return judge(.known(value), by: schema, .response, "response $", at: media.place)
            case .empty: return missing(.response, "response body", "JSON", at: media.place)
            case .failed(let error):
                return ContractViolation(
                    .response, "response body: it is not JSON: \(wording.mask(error.description))",
                    at: range(of: media.place))
            }
        case .text:
            guard let schema else { return nil }
            return judge(.text(response.text), by: schema, .response, "response $", at: media.place)
        case .form, .multipart, .other: return nil
        }
    }
}
