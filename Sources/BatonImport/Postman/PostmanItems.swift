import BatonJSON

/// What folders say for the requests within.
struct PostmanSurroundings {
    /// Settings of the collection and the folders, those nearer to the request last.
    var settings: [JSONValue] = []
    /// The auth that an item without its own inherits.
    var auth: PostmanAuthKind

    init(of collection: JSONValue, auth: PostmanAuthKind) {
        settings = [collection[at: "protocolProfileBehavior"]]
        self.auth = auth
    }

    func within(_ folder: JSONValue, auth: PostmanAuthKind) -> PostmanSurroundings {
        var inner = self
        inner.settings.append(folder[at: "protocolProfileBehavior"])
        inner.auth = auth
        return inner
    }
}

extension PostmanReader {
    mutating func items(_ value: JSONValue, _ surroundings: PostmanSurroundings) -> [ImportedItem] {
        var imported: [ImportedItem] = []
        for (index, item) in list(value, "item").enumerated() {
            switch PostmanItemKind(item) {
            case .folder:
                imported.append(.folder(folder(item, number: index + 1, surroundings)))
            case .request:
                imported.append(.request(request(item, surroundings)))
            case .other:
                note(
                    .lost, "item \(index + 1)", item[at: "name"].plainText ?? item.typeName,
                    item[at: PostmanVersion3.problem].stringValue ?? "This is neither a request nor a folder.",
                    advice: "Look at this part of the source.")
            }
        }
        return imported
    }

    private mutating func folder(
        _ item: JSONValue, number: Int, _ surroundings: PostmanSurroundings
    ) -> ImportedFolder {
        let name = PostmanItemKind.name(of: item) ?? "Folder \(number)"
        var imported = ImportedFolder(name: name)
        let (contents, notes) = collectingNotes(name) { reader in
            var kind = surroundings.auth
            imported.description = item.descriptionText
            imported.auth = reader.auth(item[at: "auth"], kind: &kind)
            let items = reader.items(item[at: "item"], surroundings.within(item, auth: kind))
            if items.isEmpty {
                reader.note(
                    .harmless, "folder", name, "The folder is empty.", advice: "Nothing needs to be done.")
            }
            return items
        }
        imported.items = contents
        imported.notes = notes
        return imported
    }

    private mutating func request(_ item: JSONValue, _ surroundings: PostmanSurroundings) -> ImportedRequest {
        let request = item[at: "request"]
        let name = PostmanItemKind.nameOfRequest(item)
        let own = requestsRead < scripts.count ? scripts[requestsRead] : PostmanScripts()
        requestsRead += 1
        variables.noteSet(by: own.before)
        variables.assigned = own.assigned
        let (imported, notes) = collectingNotes(name) { reader in
            reader.request(request, of: item, named: name, surroundings)
        }
        variables.noteSet(by: own.after)
        var result = imported
        result.before = own.before
        result.after = own.after
        result.notes = notes
        return result
    }

    private mutating func request(
        _ request: JSONValue, of item: JSONValue, named name: String, _ surroundings: PostmanSurroundings
    ) -> ImportedRequest {
        let method = PostmanItemKind.method(of: request)
        let address = address(request.stringValue == nil ? request[at: "url"] : request)
        var imported = ImportedRequest(name: name, url: address.url)
        imported.description = request.descriptionText ?? item.descriptionText
        imported.method = method
        imported.query = address.query
        var auth = surroundings.auth
        imported.auth = self.auth(request[at: "auth"], kind: &auth)
        let settings = PostmanSettings(surroundings.settings + [item[at: "protocolProfileBehavior"]])
        let headers = headers(request[at: "header"], auth: auth)
        if takes(request[at: "body"]) {
            imported.body = body(request[at: "body"], method: method, headers: headers, settings: settings, of: item)
        } else {
            imported.skipped = "its body is too large for a workflow"
        }
        imported.headers = headersToWrite(headers, beside: imported.body)
        imported.settings = self.settings(settings, request: request)
        imported.samples = samples(item[at: "response"])
        return imported
    }

    // MARK: headers

    /// The headers as they are sent, in their order; one that `auth` replaces is left out.
    private mutating func headers(_ value: JSONValue, auth: PostmanAuthKind) -> [ImportedField] {
        var fields: [ImportedField] = []
        for header in headerValues(value) {
            guard let name = (header.stringValue ?? header.first("key", "name").plainText), !name.isEmpty else {
                continue
            }
            let isDisabled = header.isDisabled
            if !isDisabled, auth.replacesAuthorization, name.lowercased() == "authorization" {
                note(
                    .harmless, "header", name, "Postman replaces the header by what the auth says.",
                    advice: "Nothing needs to be done.")
                continue
            }
            let value = header[at: "value"].anyText
            var field = ImportedField(
                name: text(name), value: isDisabled ? masked(value, field: name) : headerValue(value, of: name))
            field.description = header.descriptionText
            field.isDisabled = isDisabled
            fields.append(field)
        }
        return fields
    }

    /// Headers are a list, or a text with one in each line.
    private mutating func headerValues(_ value: JSONValue) -> [JSONValue] {
        guard let text = value.stringValue else { return list(value, "header") }
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            return ["key": .string(String(parts[0])), "value": .string(trimmed(String(parts[1])))]
        }
    }

    /// The scheme of an `Authorization` stays readable.
    private mutating func headerValue(_ value: String, of name: String) -> ImportText {
        guard NamedSecrets.isSecret(name) else { return text(value) }
        let parts = value.split(separator: " ", maxSplits: 1)
        if name.lowercased().hasSuffix("authorization"), parts.count == 2, NamedSecrets.isScheme(String(parts[0])) {
            var text = ImportText("\(parts[0]) ")
            text.append(secretText(String(parts[1]), wanted: name, place: "header"))
            return text
        }
        return secretText(value, wanted: name, place: "header")
    }

    /// A disabled value is a comment, in which no secret may stand.
    mutating func masked(_ value: String, field name: String) -> ImportText {
        NamedSecrets.isSecret(name) && PostmanTemplate(value).names.isEmpty && !value.isEmpty
            ? ImportText("***") : literalText(value)
    }

    /// The `Content-Type` that the body brings with it is not written beside it.
    private func headersToWrite(_ headers: [ImportedField], beside body: ImportedBody?) -> [ImportedField] {
        let usual: String? =
            switch body {
            case .json, .graphql: "application/json"
            case .form: "application/x-www-form-urlencoded"
            case .multipart: "multipart/form-data"
            case .xml: "application/xml"
            case .text(_, let type?): type
            case .text, .file, nil: nil
            }
        guard let usual else { return headers }
        return headers.filter { header in
            header.isDisabled || header.name.literal?.lowercased() != "content-type"
                || header.value.literal?.lowercased() != usual.lowercased()
        }
    }

    // MARK: samples

    private mutating func samples(_ value: JSONValue) -> [ImportedSample] {
        list(value, "response").compactMap { response in
            guard response.objectValue != nil else { return nil }
            let headers = headerValues(response[at: "header"]).compactMap { header -> (name: String, value: String)? in
                guard let name = header.first("key", "name").plainText, !name.isEmpty else { return nil }
                return (name, NamedSecrets.isSecret(name) ? "***" : header[at: "value"].anyText)
            }
            let status = response[at: "code"].plainText.flatMap { Int($0) } ?? 200
            let name = (response[at: "name"].plainText ?? "").oneLine
            return ImportedSample(
                name: name.isEmpty ? "Response \(status)" : name, status: (100...599).contains(status) ? status : 200,
                headers: headers, body: response[at: "body"].plainText)
        }
    }
}

enum PostmanHeader {
    /// Whether a text can be the name of a header (RFC 9110, `token`).
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}

func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
}

enum PostmanItemKind {
    case folder, request, other

    init(_ item: JSONValue) {
        if item[at: "item"].arrayValue != nil {
            self = .folder
        } else if item[at: "request"].objectValue != nil || item[at: "request"].stringValue != nil {
            self = .request
        } else {
            self = .other
        }
    }

    static func name(of item: JSONValue) -> String? {
        let name = (item[at: "name"].plainText ?? "").oneLine
        return name.allSatisfy(\.isWhitespace) ? nil : name
    }

    /// A request without a name is called by its method and URL.
    static func nameOfRequest(_ item: JSONValue) -> String {
        let request = item[at: "request"]
        let url = request.stringValue ?? request[at: "url"].stringValue ?? request[at: "url"][at: "raw"].plainText ?? ""
        return name(of: item) ?? trimmed("\(method(of: request)) \(url.prefix(80))".oneLine)
    }

    static func method(of request: JSONValue) -> String {
        let method = request[at: "method"].plainText?.uppercased() ?? ""
        return method.isEmpty ? "GET" : method
    }
}
