import BatonJSON

extension PostmanReader {
    /// Methods of which Postman sends no body unless told to.
    private static let methodsWithoutBody: Set = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"]

    /// Bytes of one body, and of all that the source writes out: a workflow has 10 MB at most.
    private static let mostBytes = 1_000_000

    /// Whether a body is small enough to stand in a workflow; a note where it is not.
    mutating func takes(_ body: JSONValue) -> Bool {
        let bytes = body.textBytes
        if bytes <= Self.mostBytes, bytes <= bodyBytesLeft {
            bodyBytesLeft -= bytes
            return true
        }
        note(
            .lost, "body", "a body of \(bytes) bytes", "Bodies have 1 MB at most, and all of a workflow 4 MB.",
            advice: "Put it into a file beside the workflow, name that with `file`, and take `skip` away.")
        return false
    }

    mutating func body(
        _ body: JSONValue, method: String, headers: [ImportedField], settings: PostmanSettings, of item: JSONValue
    ) -> ImportedBody? {
        guard body.objectValue != nil else { return nil }
        let mode = body[at: "mode"].stringValue ?? ""
        let isEmpty = self.isEmpty(body, mode)
        if body[at: "disabled"].isTrue || Self.methodsWithoutBody.contains(method) && !settings.sendsEveryBody {
            if !isEmpty {
                note(
                    .harmless, "body", "body of mode \(mode)",
                    body[at: "disabled"].isTrue
                        ? "The body is disabled." : "Postman sends no body with \(method) unless a setting says so.",
                    advice: "Nothing needs to be done.")
            }
            return nil
        }
        if isEmpty { return nil }
        switch mode {
        case "raw": return rawBody(body, headers: headers)
        case "urlencoded": return .form(formValues(body[at: "urlencoded"]).map { field($0, place: "body") })
        case "formdata": return .multipart(list(body[at: "formdata"], "body").flatMap { parts($0) })
        case "file": return fileBody(body[at: "file"])
        case "graphql": return graphQLBody(body[at: "graphql"])
        default:
            note(
                .lost, "body", "body of mode \(mode)", "Postman has no such mode.", advice: "Write the body by hand.")
            return nil
        }
    }

    private func isEmpty(_ body: JSONValue, _ mode: String) -> Bool {
        let content = body[at: mode]
        switch mode {
        case "urlencoded", "formdata":
            if let text = content.stringValue { return text.isEmpty }
            return !content.list.contains { !$0.isDisabled && $0.objectValue != nil }
        case "raw", "file", "graphql": return content.isNull || content == "" || content == .object(JSONObject())
        default: return mode.isEmpty
        }
    }

    // MARK: raw

    private static let types = [
        "html": "text/html", "javascript": "application/javascript", "xml": "application/xml",
        "json": "application/json",
    ]

    private mutating func rawBody(_ body: JSONValue, headers: [ImportedField]) -> ImportedBody {
        let raw = body[at: "raw"].anyText
        let header = headers.last { !$0.isDisabled && $0.name.literal?.lowercased() == "content-type" }?.value
        let language = body[at: "options"][at: "raw"][at: "language"].stringValue
        let actual = header == nil ? language.flatMap { Self.types[$0] } : header?.literal
        // A type may end in an expression: `application/json; v=$(version)`.
        let isJSON = Self.isJSON(header.map(\.beginning) ?? actual ?? "")
        let keepsBytes = requestsRead > 0 && requestsRead <= scripts.count && scripts[requestsRead - 1].readsRequest
        if isJSON, !keepsBytes, !isOneTemplate(raw), let value = templatedJSON(raw, place: "body") {
            return .json(value)
        }
        let content = rawText(raw)
        if actual == "application/xml", content.literal != nil { return .xml(content) }
        return .text(content, type: actual)
    }

    private static func isJSON(_ type: String) -> Bool {
        let type = trimmed(String(type.prefix { $0 != ";" })).lowercased()
        return type == "application/json" || type.hasSuffix("+json") || type == "text/json"
    }

    /// A body that is one variable is sent as the variable says.
    private func isOneTemplate(_ raw: String) -> Bool {
        let pieces = PostmanTemplate(trimmed(raw)).pieces
        if pieces.count == 1, case .name? = pieces.first { return true }
        return false
    }

    /// Text that is sent as it is. What reads like a member of JSON with a secret name is a secret here as well, with its
    /// escapes.
    private mutating func rawText(_ raw: String) -> ImportText {
        let bytes = Array(raw.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var text = ImportText()
        var start = 0
        var name = ""
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "}") { name = "" }
            guard bytes[index] == UInt8(ascii: "\"") else {
                index += 1
                continue
            }
            let content = index + 1..<Self.endOfText(in: bytes, from: index + 1)
            index = content.upperBound + 1
            if bytes[min(index, bytes.count)...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
                name = content.count < 100 ? part(content) : ""
            } else if !content.isEmpty, !name.isEmpty, NamedSecrets.isSecret(name) {
                text.append(self.text(part(start..<content.lowerBound)))
                text.append(secretText(part(content), wanted: name, place: "body"))
                start = content.upperBound
            }
        }
        text.append(self.text(part(start..<bytes.count)))
        return text
    }

    /// The offset of the quote that ends a text of JSON, or of the end.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    // MARK: forms

    private mutating func formValues(_ value: JSONValue) -> [JSONValue] {
        guard let text = value.stringValue else { return list(value, "body").filter { $0.objectValue != nil } }
        return text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                JSONValue.string(PostmanEscapes.decoded(String($0)))
            }
            return ["key": parts[0], "value": parts.count > 1 ? parts[1] : ""]
        }
    }

    /// The parts of one entry: several files of one name are several parts.
    private mutating func parts(_ value: JSONValue) -> [ImportedPart] {
        guard value.objectValue != nil else { return [] }
        let field = self.field(value, place: "body")
        func part(_ content: ImportedPart.Content) -> ImportedPart {
            var part = ImportedPart(name: field.name, content: content)
            part.type = value[at: "contentType"].stringValue.flatMap { $0.isEmpty ? nil : $0 }
            part.fileName = value[at: "fileName"].stringValue.map { ImportText($0) }
            part.description = field.description
            part.isDisabled = field.isDisabled
            return part
        }
        let files = value[at: "src"].arrayValue ?? (value[at: "src"].isNull ? [] : [value[at: "src"]])
        guard value[at: "type"].stringValue == "file" || value[at: "value"].isNull && !files.isEmpty else {
            return [part(.text(field.value))]
        }
        let paths = files.compactMap(\.plainText).filter { !$0.isEmpty }
        if paths.isEmpty {
            note(
                .lost, "body", "part \(value[at: "key"].anyText)", "No file is chosen in the source.",
                advice: "Name a file.")
        }
        return paths.map { part(.file(path: filePath($0))) }
    }

    /// Paths of another machine cannot be read; a file beside the workflow can.
    private mutating func filePath(_ path: String) -> ImportText {
        let isElsewhere =
            path.hasPrefix("/") || path.contains("\\") || path.split(separator: "/").contains("..")
            || path.dropFirst().hasPrefix(":")
        guard isElsewhere, PostmanTemplate(path).names.isEmpty else { return text(path) }
        let name = path.split { $0 == "/" || $0 == "\\" }.last.map { String($0).oneLine } ?? "file"
        note(
            .lost, "body", path, "The file lies outside of the folder of the workflow.",
            advice: "Put it beside the workflow, as \(name).")
        return ImportText(name == ".." ? "file" : name)
    }

    private mutating func fileBody(_ value: JSONValue) -> ImportedBody? {
        if let content = value[at: "content"].stringValue { return .text(text(content), type: nil) }
        if let path = value[at: "src"].plainText ?? value.plainText, !path.isEmpty {
            return .file(path: filePath(path))
        }
        note(.lost, "body", "body of mode file", "No file is chosen in the source.", advice: "Name a file.")
        return nil
    }

    // MARK: GraphQL

    private mutating func graphQLBody(_ value: JSONValue) -> ImportedBody? {
        let value = value.stringValue.flatMap { try? JSONParser.parse($0) } ?? value
        guard value.objectValue != nil else {
            note(.lost, "body", "body of mode graphql", "It has no query.", advice: "Write the query by hand.")
            return nil
        }
        var variables: ImportedValue?
        let written =
            value[at: "variables"].stringValue ?? (value[at: "variables"].isNull ? "" : value[at: "variables"].anyText)
        if !written.allSatisfy(\.isWhitespace) {
            variables = templatedJSON(written, place: "body")
            if variables == nil, PostmanTemplatedJSON(written) != nil {
                // Postman puts the values in, and reads what that gives.
                variables = .text(ImportText(expression: "parse_json(\(celText(text(written))))"))
            }
            if variables == nil {
                note(
                    .lost, "body", "variables of the query", "They are no JSON.",
                    advice: "Write them as a map under `variables`.")
            }
        }
        let operation = value[at: "operationName"].plainText.flatMap { $0.isEmpty ? nil : $0 }
        return .graphql(
            query: text(value[at: "query"].anyText), variables: variables, operation: operation.map { text($0) })
    }
}

extension ImportText {
    /// The literal that the text begins with.
    fileprivate var beginning: String {
        if case .literal(let text)? = pieces.first { text } else { "" }
    }
}
