import BatonImport

/// An imported project in few lines, to compare with: expressions stand in `$(…)`.
enum ImportPrinter {
    static func text(_ project: ImportedProject) -> String {
        let collection = project.collection
        var lines = ["collection \(collection.name)"]
        if let description = collection.description { lines.append("# \(description)") }
        if let auth = auth(collection.auth) { lines.append("auth \(auth)") }
        lines += collection.variables.map(variable)
        switch collection.rows {
        case .csv(let path): lines.append("rows csv \(path)")
        case .json(let path): lines.append("rows json \(path)")
        case .list: lines += (collection.rowList ?? []).map { "row \(value($0))" }
        case nil: break
        }
        if let name = collection.rowName { lines.append("row name \(text(name))") }
        lines += collection.rowTypes.map { "type \($0.column) \($0.type)" }
        lines += items(collection.items, "")
        lines += collection.notes.map(note)
        if let environment = project.environment {
            lines.append("environment \(environment.name)")
            lines += environment.variables.map(variable)
        }
        lines += project.secrets.map { "secret \($0.name) = \($0.value)" }
        return lines.joined(separator: "\n")
    }

    static func text(_ text: ImportText) -> String {
        text.pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .expression(let text): "$(\(text))"
            }
        }.joined()
    }

    static func value(_ value: ImportedValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let digits): digits
        case .text(let text): "'\(self.text(text))'"
        case .list(let list): "[" + list.map(self.value).joined(separator: ", ") + "]"
        case .map(let members):
            "{" + members.map { "\(self.text($0.name)): \(self.value($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    static func variable(_ variable: ImportedVariable) -> String {
        let source = variable.sourceName.map { " (\($0))" } ?? ""
        return "var \(variable.name)\(source) = \(value(variable.value))"
    }

    static func note(_ note: ImportNote) -> String {
        "\(note.kind.rawValue) [\(note.request)] \(note.place): \(note.statement) | \(note.reason)"
    }

    static func items(_ items: [ImportedItem], _ indent: String) -> [String] {
        items.flatMap { item -> [String] in
            switch item {
            case .folder(let folder):
                var lines = ["\(indent)folder \(folder.name)"]
                if let auth = auth(folder.auth) { lines.append("\(indent)  auth \(auth)") }
                lines += self.items(folder.items, indent + "  ")
                return lines + folder.notes.map { "\(indent)  \(note($0))" }
            case .request(let request):
                return ["\(indent)request \(request.name)"] + self.request(request).map { "\(indent)  \($0)" }
            }
        }
    }

    static func request(_ request: ImportedRequest) -> [String] {
        var lines = ["\(request.method) \(text(request.url))"]
        lines += request.query.map { "query \(field($0))" }
        lines += request.headers.map { "header \(field($0))" }
        if let auth = auth(request.auth) { lines.append("auth \(auth)") }
        if let body = request.body { lines += self.body(body) }
        lines += settings(request.settings)
        lines += statements(request.before, "before") + statements(request.after, "after")
        lines += request.samples.map { sample in
            "sample \(sample.name) \(sample.status) "
                + sample.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",") + " \(sample.body ?? "-")"
        }
        return lines + request.notes.map(note)
    }

    static func field(_ field: ImportedField) -> String {
        "\(text(field.name))=\(text(field.value))\(field.isDisabled ? " (disabled)" : "")"
    }

    static func auth(_ auth: ImportedAuth) -> String? {
        func pairs(_ pairs: [(key: String, value: ImportText)]) -> String {
            pairs.map { "\($0.key)=\(text($0.value))" }.joined(separator: " ")
        }
        switch auth {
        case .inherited: return nil
        case .none: return "none"
        case .bearer(let token): return "bearer \(text(token))"
        case .basic(let username, let password): return "basic \(text(username)):\(text(password))"
        case .digest(let username, let password): return "digest \(text(username)):\(text(password))"
        case .ntlm(let username, let password): return "ntlm \(text(username)):\(text(password))"
        case .apiKey(let name, let value, let inQuery):
            return "apiKey \(text(name))=\(text(value))\(inQuery ? " in query" : "")"
        case .aws(let keys): return "aws " + pairs(keys)
        case .oauth2(let keys): return "oauth2 " + pairs(keys)
        }
    }

    static func body(_ body: ImportedBody) -> [String] {
        switch body {
        case .json(let value): ["json \(self.value(value))"]
        case .form(let fields): fields.map { "form \(field($0))" }
        case .multipart(let parts): parts.map(part)
        case .text(let content, let type): ["text(\(type ?? "")) \(text(content))"]
        case .xml(let content): ["xml \(text(content))"]
        case .graphql(let query, let variables, let operation):
            ["graphql \(text(query)) \(variables.map(value) ?? "-") \(operation.map(text) ?? "-")"]
        case .file(let path): ["file \(text(path))"]
        }
    }

    static func part(_ part: ImportedPart) -> String {
        var line = "part \(text(part.name))="
        switch part.content {
        case .text(let content): line += text(content)
        case .file(let path): line += "@" + text(path)
        }
        if let type = part.type { line += " type \(type)" }
        if let name = part.fileName { line += " name \(text(name))" }
        return line + (part.isDisabled ? " (disabled)" : "")
    }

    static func settings(_ settings: ImportedSettings) -> [String] {
        var words: [String] = []
        if let value = settings.followsRedirects { words.append("follow=\(value)") }
        if let value = settings.maximumRedirects { words.append("max=\(value)") }
        if let value = settings.verifiesCertificate { words.append("verify=\(value)") }
        if let value = settings.httpVersion { words.append("http=\(value)") }
        if let value = settings.timeoutMilliseconds { words.append("timeout=\(value)") }
        if let value = settings.proxy { words.append("proxy=\(text(value))") }
        if !settings.removedHeaders.isEmpty {
            words.append("without=\(settings.removedHeaders.joined(separator: ","))")
        }
        if settings.sendsNoCookies { words.append("no cookies") }
        return words.isEmpty ? [] : ["settings " + words.joined(separator: " ")]
    }

    static func statements(_ statements: [ImportedStatement], _ phase: String) -> [String] {
        statements.map { statement in
            switch statement {
            case .set(let name, let expression): "\(phase) set \(name) = \(expression)"
            case .capture(let name, let source): "\(phase) capture \(name) = \(source)"
            case .note(let note):
                "\(phase) note \(note.kind.rawValue) \(note.place.prefix { $0 != "," })"
            default: "\(phase) statement"
            }
        }
    }
}
