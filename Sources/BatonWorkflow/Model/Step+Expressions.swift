extension Step {
    /// Visits every expression that the step evaluates before its answer is there.
    package func forEachExpression(_ visit: (Expression) -> Void) {
        if let condition { visit(condition) }
        switch action {
        case .that(let conditions): for condition in conditions { visit(condition) }
        case .log(let text): text.forEachExpression(visit)
        case .set(let assignments): for assignment in assignments { assignment.value.forEachExpression(visit) }
        case .wait(.text(let text)): text.forEachExpression(visit)
        case .wait(.expression(let expression)): visit(expression)
        case .wait(.literal): break
        case .request(let template): template.forEachRequestExpression(visit)
        }
    }
}

extension RequestTemplate {
    func forEachRequestExpression(_ visit: (Expression) -> Void) {
        url.forEachExpression(visit)
        for map in query + headers + cookies { map.value.forEachExpression(visit) }
        auth?.value.forEachText { $0.forEachExpression(visit) }
        body?.forEachExpression(visit)
        transfer.forEachText { $0.forEachExpression(visit) }
    }
}

extension AuthTemplate {
    func forEachText(_ visit: (TextTemplate) -> Void) {
        switch self {
        case .none: break
        case .bearer(let token): visit(token)
        case .basic(let username, let password), .digest(let username, let password),
            .ntlm(let username, let password):
            visit(username)
            visit(password)
        case .apiKey(.header(let name), let value), .apiKey(.query(let name), let value):
            visit(name)
            visit(value)
        }
    }
}

extension TransferTemplate {
    func forEachText(_ visit: (TextTemplate) -> Void) {
        for text in [proxy, unixSocket, savePath] { if let text { visit(text) } }
        for text in resolve + connectTo + (noProxy ?? []) { visit(text) }
        guard let tls else { return }
        for text in [tls.authorities, tls.certificate, tls.key, tls.keyPassword, tls.pin] {
            if let text { visit(text) }
        }
    }
}

extension MapTemplate {
    func forEachExpression(_ visit: (Expression) -> Void) {
        switch self {
        case .expression(let expression): visit(expression)
        case .entries(let entries):
            for entry in entries {
                entry.key.forEachExpression(visit)
                entry.value.forEachExpression(visit)
            }
        }
    }
}

extension BodyTemplate {
    func forEachExpression(_ visit: (Expression) -> Void) {
        switch self {
        case .json(let value): value.forEachExpression(visit)
        case .form(let map): map.forEachExpression(visit)
        case .text(let text), .xml(let text): text.forEachExpression(visit)
        case .binary(let binary): binary.text.forEachExpression(visit)
        case .file(let file): file.path.forEachExpression(visit)
        case .graphQL(let request):
            request.query.forEachExpression(visit)
            request.variables?.forEachExpression(visit)
            request.operation?.forEachExpression(visit)
        case .multipart(.expression(let expression)): visit(expression)
        case .multipart(.parts(let parts)):
            for part in parts {
                part.name.forEachExpression(visit)
                part.filename?.forEachExpression(visit)
                part.type?.forEachExpression(visit)
                switch part.content {
                case .value(let value): value.forEachExpression(visit)
                case .file(let path): path.forEachExpression(visit)
                }
            }
        }
    }
}
