/// The keys of a request's step: URL, query, headers, authentication, body and settings. What the source has switched off
/// stands there as a comment.
struct Step {
    let context: WritingContext
    let request: ImportedRequest
    let path: [String]
    var map = Document.Map()
    /// Comments above the step.
    var comments: [String] = []
    /// Comments above the next key.
    private var waiting: [String] = []

    init(context: WritingContext, request: ImportedRequest, path: [String]) {
        self.context = context
        self.request = request
        self.path = path
    }

    private var texts: TemplateText { context.texts }

    private mutating func add(_ key: String, _ value: Document.Value) {
        map.add(key, value, comments: waiting)
        waiting = []
    }

    private mutating func lose(_ place: String, _ statement: String, _ reason: String, _ advice: String) {
        comments.append(
            context.lose(
                ImportNote(
                    .lost, request: path.joined(separator: " › "), place: place, statement: statement, reason: reason,
                    advice: advice)))
    }

    // MARK: - Method and URL

    private static let methods: Set = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]

    mutating func addMethod() {
        let method = request.method.uppercased()
        let isKnown = Self.methods.contains(method)
        let isWord =
            (2...32).contains(method.utf8.count)
            && method.utf8.allSatisfy {
                (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
            && method.utf8.first.map { (0x41...0x5A).contains($0) } == true
        if request.url.isEmpty || !isKnown && !isWord {
            map.add("get", .text("http://not-imported.invalid/"))
            map.add(
                "skip",
                .text(request.url.isEmpty ? "the source has no URL here" : "the source has no method that HTTP knows"))
            lose(
                "request", request.method, "it has no \(request.url.isEmpty ? "URL" : "valid method")",
                "write it by hand")
            return
        }
        map.add(isKnown ? method.lowercased() : method, .text(context.base.url(request.url, texts)))
        map.add("skip", request.skipped.map { .text(TemplateText.name($0, else: "it is not carried over")) })
    }

    // MARK: - Fields

    mutating func addFields(_ fields: [ImportedField], _ key: String) {
        let value = self.fields(fields, key)
        if let value { add(key, value) }
    }

    /// The fields as a map, of which one that stands several times is a list; nil where none is sent.
    private mutating func fields(_ fields: [ImportedField], _ key: String, ignoringCase: Bool = false) -> Document
        .Value?
    {
        var map = Document.Map()
        var pending: [String] = []
        var indices: [String: Int] = [:]
        for field in fields {
            let description = context.comments(of: field.description)
            if field.isDisabled {
                pending += description + [comment(of: field)]
                continue
            }
            let name = texts.string(field.name)
            let value = texts.value(field.value, .parameter)
            let id = ignoringCase ? name.lowercased() : name
            if let index = indices[id] {
                map.entries[index].value = Self.joined(map.entries[index].value, value)
                map.entries[index].comments += pending + description
            } else {
                indices[id] = map.entries.count
                map.add(name, value, comments: pending + description)
            }
            pending = []
        }
        if map.isEmpty {
            waiting += pending.map { "\(key): \($0)" }
            return nil
        }
        map.closing = pending
        return .map(map)
    }

    private static func joined(_ one: Document.Value, _ other: Document.Value) -> Document.Value {
        if case .list(let items) = one { return .list(items + [Document.Item(other)]) }
        return .list([one, other])
    }

    private func comment(of field: ImportedField) -> String {
        let name = YAMLText.scalar(texts.string(field.name), isInFlow: false, isKey: true)
        let value = YAMLText.scalar(texts.string(field.value), isInFlow: false, isKey: false)
        return context.secrets.masked("\(name): \(value)")
    }

    /// Headers that Baton writes itself, by what it sends.
    private static let framing: Set = ["content-length", "transfer-encoding", "trailer", "connection"]

    mutating func addHeaders(_ auth: ImportedAuth) {
        var kept: [ImportedField] = []
        for field in request.headers {
            var field = field
            let name = field.name.literal?.lowercased() ?? ""
            if field.isDisabled {
                kept.append(field)
            } else if field.name.literal.map({ !CheckWriter.isToken($0) }) == true {
                lose("headers", field.name.literal ?? "", "this cannot be the name of a header", "correct the name")
            } else if Self.framing.contains(name) || name == "content-type" && sendsMultipart
                || name == "authorization" && auth.writesAuthorization
            {
                field.isDisabled = true
                kept.append(field)
            } else {
                if field.value.literal?.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) == true
                {
                    field.value = ImportText(expression: ExpressionText.of(field.value))
                }
                kept.append(field)
            }
        }
        if let type = bodyType,
            !kept.contains(where: { !$0.isDisabled && $0.name.literal?.lowercased() == "content-type" })
        {
            kept.append(ImportedField(name: ImportText("Content-Type"), value: ImportText(type)))
        }
        if case .apiKey(let name, let value, false) = auth, hasAuthorization {
            kept.append(ImportedField(name: name, value: value))
        }
        let value = fields(kept, "headers", ignoringCase: true)
        let removed = removedHeaders(beside: kept)
        if case .map(var map)? = value {
            map.entries += removed
            add("headers", .map(map))
        } else if !removed.isEmpty {
            add("headers", .map(Document.Map(removed)))
        }
    }

    /// Headers of Baton's own that the source does not send: null leaves them out.
    private func removedHeaders(beside kept: [ImportedField]) -> [Document.Entry] {
        let written = Set(kept.filter { !$0.isDisabled }.compactMap { $0.name.literal?.lowercased() })
        let fixed = written.union(["host"]).union(Self.framing)
        var seen: Set<String> = []
        return request.settings.removedHeaders.filter { name in
            CheckWriter.isToken(name) && !fixed.contains(name.lowercased()) && seen.insert(name.lowercased()).inserted
        }.map { Document.Entry($0, .null) }
    }

    private var hasAuthorization: Bool {
        request.headers.contains { !$0.isDisabled && $0.name.literal?.lowercased() == "authorization" }
    }

    private var sendsMultipart: Bool { if case .multipart = request.body { true } else { false } }

    // MARK: - Authentication

    mutating func addAuth(_ auth: ImportedAuth) {
        switch auth {
        // That of `defaults`.
        case .inherited: break
        case .none:
            if context.hasDefaultAuth, !hasAuthorization { add("auth", .text("none")) }
        case .apiKey(_, _, let inQuery) where hasAuthorization && !inQuery: break
        default: if let value = AuthText.value(auth, texts) { add("auth", value) }
        }
    }

    // MARK: - Body

    /// The Content-Type of a text, where the kind of the body does not say it.
    private var bodyType: String? {
        switch request.body {
        case .text(_, let type): type
        case .xml(let text) where text.literal == nil: "application/xml"
        default: nil
        }
    }

    mutating func addBody() {
        switch request.body {
        case nil: break
        case .json(let value): add("json", json(value))
        case .form(let fields):
            if let value = self.fields(fields, "form") { add("form", value) }
        case .multipart(let parts): addMultipart(parts)
        case .text(let text, _): add("text", texts.value(text))
        // In `xml` values are escaped, in the source they are not.
        case .xml(let text): add(text.literal == nil ? "text" : "xml", texts.value(text))
        // `graphql` would check the response for errors, which the source does not.
        case .graphql(let query, let variables, let operation):
            var body = Document.Map()
            body.add("query", texts.value(query))
            if let operation { body.add("operationName", texts.value(operation)) }
            if let variables { body.add("variables", texts.value(variables)) }
            add("json", .map(body))
        case .file(let path): add("file", file(path))
        }
    }

    private func json(_ value: ImportedValue) -> Document.Value {
        if case .text(let text) = value {
            let written = texts.string(text)
            let first = written.first { !$0.isWhitespace }
            return first == "{" || first == "["
                ? .text(TemplateText.expression(ExpressionText.of(text), isWhole: true)) : .text(written)
        }
        guard case .map(let members) = value else { return texts.value(value) }
        var map = Document.Map()
        for member in members {
            // A map with a `file` would be a part of a form.
            if case .map(let inner) = member.value, inner.contains(where: { $0.name.literal == "file" }) {
                map[texts.string(member.name)] = .text(TemplateText.expression(ExpressionText.of(member.value)))
            } else {
                map[texts.string(member.name)] = texts.value(member.value)
            }
        }
        return .map(map)
    }

    private mutating func addMultipart(_ parts: [ImportedPart]) {
        var map = Document.Map()
        var pending: [String] = []
        for part in parts {
            let name = texts.string(part.name)
            let description = context.comments(of: part.description)
            let value = value(of: part)
            if part.isDisabled {
                let shown = DocumentWriter.flow(value, width: 400) ?? "…"
                pending += description
                pending.append(
                    context.secrets.masked("\(YAMLText.scalar(name, isInFlow: false, isKey: true)): \(shown)"))
            } else if let known = map[name] {
                map[name] = Self.joined(known, value)
            } else {
                map.add(name, value, comments: pending + description)
                pending = []
            }
        }
        map.closing = pending
        if map.isEmpty {
            waiting += map.closing.map { "multipart: \($0)" }
        } else {
            add("multipart", .map(map))
        }
    }

    private func value(of part: ImportedPart) -> Document.Value {
        var map = Document.Map()
        switch part.content {
        case .text(let text):
            if part.type == nil, part.fileName == nil { return texts.value(text, .parameter) }
            map.add("text", texts.value(text))
        case .file(let path): map.add("file", file(path))
        }
        if let name = part.fileName { map.add("filename", texts.value(name)) }
        if let type = part.type { map.add("type", .text(TemplateText.name(type, else: "application/octet-stream"))) }
        return .map(map)
    }

    /// A path; that of a file which is not there is computed, so that only its request fails.
    private func file(_ path: ImportText) -> Document.Value {
        guard let literal = path.literal, !context.hasFile(literal) else { return texts.value(path) }
        return .text(
            TemplateText.expression(ExpressionText.literal(literal.isEmpty ? "no file" : literal), isWhole: true))
    }

    // MARK: - Settings

    mutating func addSettings() {
        let settings = request.settings
        if settings.followsRedirects == false {
            add("follow_redirects", .no)
        } else if let most = settings.maximumRedirects, most >= 0, most != 10 {
            add("follow_redirects", .map(("max", .number(most))))
        }
        if settings.verifiesCertificate == false { add("tls", .map(("verify", .no))) }
        if let version = settings.httpVersion, ["1.0", "1.1", "2"].contains(version) {
            add("http_version", .text(version))
        }
        if let timeout = settings.timeoutMilliseconds, timeout > 0 {
            add("timeout", .text(DurationOf.milliseconds(timeout)))
        }
        if let proxy = settings.proxy { add("proxy", texts.value(proxy)) }
        if settings.sendsNoCookies { add("session", .text("none")) }
        map.closing += waiting
        waiting = []
    }
}

extension ImportedAuth {
    /// Whether it sends an `Authorization` header, in place of one that the request has.
    var writesAuthorization: Bool {
        switch self {
        case .inherited, .none, .apiKey: false
        case .bearer, .basic, .digest, .ntlm, .aws, .oauth2: true
        }
    }
}

/// `auth` of a step or of `defaults`.
enum AuthText {
    static func value(_ auth: ImportedAuth, _ texts: TemplateText) -> Document.Value? {
        func person(_ kind: String, _ name: ImportText, _ password: ImportText) -> Document.Value {
            .map((kind, .map(("username", texts.value(name)), ("password", texts.value(password)))))
        }
        switch auth {
        case .inherited, .none: return nil
        case .bearer(let token): return .map(("bearer", texts.value(token)))
        case .basic(let name, let password): return person("basic", name, password)
        case .digest(let name, let password): return person("digest", name, password)
        case .ntlm(let name, let password): return person("ntlm", name, password)
        case .apiKey(let name, let value, let inQuery):
            return .map(
                ("api_key", .map((inQuery ? "query" : "header", texts.value(name)), ("value", texts.value(value)))))
        case .aws(let keys): return .map(("aws", .map(Document.Map(keys.map { .init($0.key, texts.value($0.value)) }))))
        case .oauth2(let keys):
            return .map(("oauth2", .map(Document.Map(keys.map { .init($0.key, texts.value($0.value)) }))))
        }
    }
}
