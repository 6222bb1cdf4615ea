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
        for map in query + headers.map(\.value) + cookies { map.forEachExpression(visit) }
        switch auth?.value {
        case .bearer(let token)?: token.forEachExpression(visit)
        case .basic(let username, let password)?:
            username.forEachExpression(visit)
            password.forEachExpression(visit)
        case .some(.none), nil: break
        }
        body?.forEachExpression(visit)
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
        case .text(let text), .file(let text): text.forEachExpression(visit)
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
