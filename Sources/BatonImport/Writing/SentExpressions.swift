/// Expressions of what a request sends, changed one by one; its scripts stay as they are.
extension ImportedRequest {
    func changingSent(_ change: (String) -> String) -> ImportedRequest {
        func fields(_ fields: [ImportedField]) -> [ImportedField] {
            fields.map { field in
                var field = field
                (field.name, field.value) = (field.name.changing(change), field.value.changing(change))
                return field
            }
        }
        var request = self
        request.url = url.changing(change)
        request.query = fields(query)
        request.headers = fields(headers)
        request.auth = auth.changing(change)
        request.settings.proxy = settings.proxy?.changing(change)
        request.body = body.map { body in
            switch body {
            case .json(let value): .json(value.changing(change))
            case .form(let parts): .form(fields(parts))
            case .multipart(let parts): .multipart(parts.map { $0.changing(change) })
            case .text(let text, let type): .text(text.changing(change), type: type)
            case .xml(let text): .xml(text.changing(change))
            case .file(let path): .file(path: path.changing(change))
            case .graphql(let query, let variables, let operation):
                .graphql(
                    query: query.changing(change), variables: variables?.changing(change),
                    operation: operation?.changing(change))
            }
        }
        return request
    }

    /// The request with another name for a variable that it sends.
    func renamingSent(_ name: String, to other: String) -> ImportedRequest {
        name == other ? self : changingSent { ExpressionText.renaming(name, to: other, in: $0) }
    }
}

extension ImportText {
    func changing(_ change: (String) -> String) -> ImportText {
        var result = ImportText()
        for piece in pieces {
            if case .expression(let expression) = piece {
                result.append(.expression(change(expression)))
            } else {
                result.append(piece)
            }
        }
        return result
    }
}

extension ImportedValue {
    fileprivate func changing(_ change: (String) -> String) -> ImportedValue {
        switch self {
        case .null, .boolean, .number: self
        case .text(let text): .text(text.changing(change))
        case .list(let items): .list(items.map { $0.changing(change) })
        case .map(let members):
            .map(members.map { Member(name: $0.name.changing(change), value: $0.value.changing(change)) })
        }
    }
}

extension ImportedPart {
    fileprivate func changing(_ change: (String) -> String) -> ImportedPart {
        var part = self
        part.name = name.changing(change)
        part.fileName = fileName?.changing(change)
        switch content {
        case .text(let text): part.content = .text(text.changing(change))
        case .file(let path): part.content = .file(path: path.changing(change))
        }
        return part
    }
}

extension ImportedAuth {
    fileprivate func changing(_ change: (String) -> String) -> ImportedAuth {
        switch self {
        case .inherited, .none: self
        case .bearer(let token): .bearer(token.changing(change))
        case .basic(let name, let password):
            .basic(username: name.changing(change), password: password.changing(change))
        case .digest(let name, let password):
            .digest(username: name.changing(change), password: password.changing(change))
        case .ntlm(let name, let password):
            .ntlm(username: name.changing(change), password: password.changing(change))
        case .apiKey(let name, let value, let inQuery):
            .apiKey(name: name, value: value.changing(change), inQuery: inQuery)
        case .aws(let keys): .aws(keys.map { ($0.key, $0.value.changing(change)) })
        case .oauth2(let keys): .oauth2(keys.map { ($0.key, $0.value.changing(change)) })
        }
    }
}
