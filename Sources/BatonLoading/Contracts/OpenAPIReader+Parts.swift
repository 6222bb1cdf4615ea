import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonValues

extension OpenAPIReader {
    // MARK: - Parameters

    mutating func parameters(_ list: OpenAPINode?) -> [Contract.Parameter] {
        guard let list else { return [] }
        guard list.value.arrayValue != nil else {
            report(.wrongPart("parameters", "a list", list.value, at: range(list)))
            return []
        }
        return list.elements.compactMap { parameter($0) }
    }

    private mutating func parameter(_ written: OpenAPINode) -> Contract.Parameter? {
        guard let node = documents.resolved(written) else { return nil }
        guard let name = node["name"]?.text, let place = node["in"]?.text,
            let location = Contract.Parameter.Location(rawValue: place)
        else {
            report(.incompleteParameter(at: range(written)))
            return nil
        }
        // These three are said by `content` and `securitySchemes` (OpenAPI 3.1, Parameter Object).
        let ignored = ["accept", "content-type", "authorization"]
        if location == .header, ignored.contains(name.lowercased()) { return nil }
        return parameter(node, name, location, isResponse: false)
    }

    private mutating func parameter(
        _ node: OpenAPINode, _ name: String, _ location: Contract.Parameter.Location, isResponse: Bool
    ) -> Contract.Parameter {
        documents.reportUnknown(in: node, isResponse ? .header : .parameter)
        let content = node["content"]?.entries.first
        let schema = content?.node["schema"] ?? node["schema"]
        return Contract.Parameter(
            name: name, location: location,
            isRequired: location == .path || node["required"]?.value.boolValue == true,
            notation: content.map { .content(ContentKind($0.name)) } ?? Self.notation(node, location.styles(standard)),
            schema: isResponse ? responseSchema(schema) : requestSchema(schema),
            allowsEmpty: location == .query && node["allowEmptyValue"]?.value.boolValue == true, place: node.place)
    }

    /// - Parameter styles: those that are defined here, the default first.
    private static func notation(_ node: OpenAPINode, _ styles: [Contract.Style]) -> Contract.Notation {
        let written = node["style"]?.text.flatMap(Contract.Style.init)
        let style = written.flatMap { styles.contains($0) ? $0 : nil } ?? styles[0]
        return .styled(style, explodes: node["explode"]?.value.boolValue ?? (style == .form))
    }

    // MARK: - Bodies

    mutating func body(_ written: OpenAPINode) -> Contract.Body? {
        guard let node = documents.resolved(written) else { return nil }
        documents.reportUnknown(in: node, .body)
        return Contract.Body(
            isRequired: node["required"]?.value.boolValue == true, content: content(node["content"], isResponse: false),
            place: node.place)
    }

    private mutating func content(_ node: OpenAPINode?, isResponse: Bool) -> [Contract.Media] {
        guard let node else { return [] }
        guard node.value.objectValue != nil else {
            report(.wrongPart("content", "a map of media types", node.value, at: range(node)))
            return []
        }
        return node.entries.map { type, written in
            // OpenAPI 3.1 allows no reference here; 3.2 does, and generators write them.
            let media = documents.resolved(written) ?? written
            documents.reportUnknown(in: media, .media)
            let schema = media["schema"]
            return Contract.Media(
                type: MediaRange(type), schema: isResponse ? responseSchema(schema) : requestSchema(schema),
                encodings: isResponse ? [:] : encodings(media["encoding"], ContentKind(type)), place: written.place)
        }
    }

    private mutating func encodings(_ node: OpenAPINode?, _ kind: ContentKind) -> [String: Contract.Encoding] {
        guard let node, kind == .form || kind == .multipart else { return [:] }
        var encodings: [String: Contract.Encoding] = [:]
        for (name, encoding) in node.entries {
            let types = (encoding["contentType"]?.text ?? "").split(separator: ",").map { MediaRange(String($0)) }
            // In OpenAPI 3.0 no part has a style; in both, a style makes the media type irrelevant.
            let isStyled =
                (kind == .form || standard != .openAPI30)
                && ["style", "explode", "allowReserved"].contains { encoding[$0] != nil }
            let headers = kind == .multipart ? encoding["headers"]?.entries ?? [] : []
            encodings[name] = Contract.Encoding(
                notation: isStyled
                    ? Self.notation(encoding, Contract.Parameter.Location.query.styles(standard))
                    : kind == .form ? types.first.map { .content(ContentKind($0.text)) } : nil,
                types: isStyled ? [] : types,
                headers: headers.compactMap { name, written in
                    // These two are written by `contentType` and by the form itself.
                    guard !["content-type", "content-disposition"].contains(name.lowercased()),
                        let header = documents.resolved(written)
                    else { return nil }
                    return parameter(header, name, .header, isResponse: true)
                }, place: encoding.place)
        }
        return encodings
    }

    // MARK: - Responses

    mutating func responses(_ node: OpenAPINode?) -> [Contract.DeclaredResponse] {
        guard let node else { return [] }
        guard node.value.objectValue != nil else {
            report(.wrongPart("responses", "a map of statuses", node.value, at: range(node)))
            return []
        }
        return node.members.compactMap { status, written in
            guard let name = Self.status(status) else {
                report(.notAStatus(status, at: range(written, isKey: true)))
                return nil
            }
            guard let response = documents.resolved(written) else { return nil }
            guard response.value.objectValue != nil else {
                report(.wrongPart(status, "a map", response.value, at: range(written)))
                return nil
            }
            documents.reportUnknown(in: response, .response)
            let headers = (response["headers"]?.entries ?? []).compactMap { name, header -> Contract.Parameter? in
                // A header of this name is ignored: `content` says it (OpenAPI 3.1, Response Object).
                guard name.lowercased() != "content-type", let node = documents.resolved(header) else { return nil }
                return parameter(node, name, .header, isResponse: true)
            }
            return Contract.DeclaredResponse(
                status: name, headers: headers, content: content(response["content"], isResponse: true),
                place: written.place)
        }
    }

    /// `200`, `2XX` or `default`; nil for anything else.
    private static func status(_ text: String) -> String? {
        if text == "default" { return text }
        let bytes = Array(text.uppercased().utf8)
        guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]) else { return nil }
        if bytes[1] == UInt8(ascii: "X"), bytes[2] == UInt8(ascii: "X") { return text.uppercased() }
        return bytes.allSatisfy(\.isDigit) ? text : nil
    }
}

extension Contract.Parameter.Location {
    /// The styles that are defined here, the default first.
    fileprivate func styles(_ standard: JSONSchema.Standard) -> [Contract.Style] {
        let lists: [Contract.Style] = [.commaDelimited, .spaceDelimited, .tabDelimited, .pipeDelimited]
        switch (self, standard) {
        case (.path, .swagger20), (.header, .swagger20): return [.simple] + lists
        case (.query, .swagger20): return [.form] + lists
        default: break
        }
        return switch self {
        case .path: [.simple, .label, .matrix]
        case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        case .header: [.simple]
        case .cookie: [.form]
        }
    }
}

extension OpenAPIReader {
    /// Addresses of one server, at most: variables with many values multiply.
    private static let mostAddresses = 10_000

    /// `servers` of the document, of a path or of an operation, with each value that their variables may have; nil where
    /// none are written.
    func servers(_ node: OpenAPINode) -> [ContractServer]? {
        var servers: [ContractServer] = []
        for server in node["servers"]?.elements ?? [] {
            guard let url = server["url"]?.text else { continue }
            for url in Self.addresses(url, server["variables"]?.entries ?? []) {
                let server = ContractServer(url)
                if !servers.contains(server) { servers.append(server) }
            }
        }
        return servers.isEmpty ? nil : servers
    }

    /// A URL with its variables replaced: by any value of their `enum`, or else by their default.
    private static func addresses(_ url: String, _ variables: [(name: String, node: OpenAPINode)]) -> [String] {
        variables.reduce([url]) { urls, variable in
            let standard = variable.node["default"]?.text ?? ""
            let listed = (variable.node["enum"]?.elements ?? []).compactMap(\.text)
            let values = listed.isEmpty || urls.count * listed.count > mostAddresses ? [standard] : listed
            return urls.flatMap { url in values.map { url.replacing("{\(variable.name)}", with: $0) } }
        }
    }
}
