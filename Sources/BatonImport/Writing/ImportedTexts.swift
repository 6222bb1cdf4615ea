/// Goes through every text of a project that is written to a file, and puts another one in its place.
///
/// Texts are of three kinds: those in which expressions may stand, expressions, and plain ones, which can hold none.
protocol ImportedTextMap {
    /// - Parameter name: what the source calls the place: a field, a variable, the last name of a path.
    mutating func text(_ text: ImportText, named name: String?) -> ImportText
    mutating func expression(_ text: String, named name: String?) -> String
    mutating func plain(_ text: String, _ place: String) -> String
    /// The body of a saved response, which no request sends.
    func sample(_ text: String) -> String
    /// A number in a document.
    mutating func number(_ digits: String, named name: String?) -> ImportedValue
    /// The names from the top, of what is gone through.
    var path: [String] { get set }
}

extension ImportedTextMap {
    mutating func visit(_ project: inout ImportedProject) {
        visit(&project.collection.variables)
        if var environment = project.environment {
            visit(&environment.variables)
            project.environment = environment
        }
        visit(&project.collection.auth)
        visit(&project.collection.items)
        project.collection.name = plain(project.collection.name, "name")
        project.collection.rowList = project.collection.rowList.map { $0.map { value($0, named: nil) } }
    }

    private mutating func visit(_ variables: inout [ImportedVariable]) {
        for index in variables.indices {
            let name = variables[index].sourceName ?? variables[index].name
            variables[index].value = value(variables[index].value, named: name)
        }
    }

    private mutating func visit(_ items: inout [ImportedItem]) {
        for index in items.indices {
            switch items[index] {
            case .folder(var folder):
                folder.name = plain(folder.name, "name")
                path.append(folder.name)
                visit(&folder.auth)
                visit(&folder.items)
                path.removeLast()
                items[index] = .folder(folder)
            case .request(var request):
                visit(&request)
                items[index] = .request(request)
            }
        }
    }

    // MARK: requests

    private mutating func visit(_ request: inout ImportedRequest) {
        request.name = plain(request.name, "name")
        path.append(request.name)
        request.url = text(request.url, named: nil)
        visit(&request.query)
        visit(&request.headers)
        visit(&request.auth)
        request.body = request.body.map { body($0) }
        request.settings.proxy = request.settings.proxy.map { text($0, named: nil) }
        request.before = request.before.map { statement($0) }
        request.after = request.after.map { statement($0) }
        for index in request.samples.indices {
            request.samples[index].body = request.samples[index].body.map { sample($0) }
        }
        path.removeLast()
    }

    private mutating func visit(_ fields: inout [ImportedField]) {
        for index in fields.indices {
            fields[index].name = text(fields[index].name, named: nil)
            fields[index].value = text(fields[index].value, named: fields[index].name.literal)
        }
    }

    private mutating func visit(_ auth: inout ImportedAuth) {
        switch auth {
        case .inherited, .none: break
        case .bearer(let token): auth = .bearer(text(token, named: "token"))
        case .basic(let name, let password):
            auth = .basic(username: text(name, named: nil), password: text(password, named: "password"))
        case .digest(let name, let password):
            auth = .digest(username: text(name, named: nil), password: text(password, named: "password"))
        case .ntlm(let name, let password):
            auth = .ntlm(username: text(name, named: nil), password: text(password, named: "password"))
        case .apiKey(let name, let value, let inQuery):
            auth = .apiKey(name: name, value: text(value, named: "apikey"), inQuery: inQuery)
        case .aws(let keys):
            // The name of a key is none.
            auth = .aws(keys.map { ($0.key, text($0.value, named: $0.key == "access_key" ? nil : $0.key)) })
        case .oauth2(let keys): auth = .oauth2(keys.map { ($0.key, text($0.value, named: $0.key)) })
        }
    }

    private mutating func body(_ body: ImportedBody) -> ImportedBody {
        switch body {
        case .json(let value): return .json(self.value(value, named: nil))
        case .form(var fields):
            visit(&fields)
            return .form(fields)
        case .multipart(let parts): return .multipart(parts.map { part($0) })
        case .text(let text, let type): return .text(self.text(text, named: nil), type: type)
        case .xml(let text): return .xml(self.text(text, named: nil))
        case .graphql(let query, let variables, let operation):
            return .graphql(
                query: text(query, named: nil), variables: variables.map { value($0, named: nil) },
                operation: operation)
        case .file(let path): return .file(path: text(path, named: nil))
        }
    }

    private mutating func part(_ part: ImportedPart) -> ImportedPart {
        var part = part
        if case .text(let text) = part.content {
            part.content = .text(self.text(text, named: part.name.literal))
        }
        return part
    }

    mutating func value(_ value: ImportedValue, named name: String?) -> ImportedValue {
        switch value {
        case .null, .boolean: return value
        case .number(let digits): return number(digits, named: name)
        case .text(let text): return .text(self.text(text, named: name))
        case .list(let items): return .list(items.map { self.value($0, named: name) })
        case .map(let members):
            return .map(
                members.map { member in
                    .init(
                        name: text(member.name, named: nil),
                        value: self.value(member.value, named: member.name.literal))
                })
        }
    }

    // MARK: statements

    private mutating func statement(_ statement: ImportedStatement) -> ImportedStatement {
        switch statement {
        case .check(var check):
            check.subject = subject(check.subject)
            return .check(check)
        case .set(let name, let expression):
            return .set(name: name, expression: self.expression(expression, named: name))
        case .capture(let name, .expression(let text)):
            return .capture(name: name, source: .expression(expression(text, named: nil)))
        case .branch(let test, let then, let otherwise):
            return .branch(
                test: expression(test, named: nil), then: then.map { self.statement($0) },
                otherwise: otherwise.map { self.statement($0) })
        case .loop(let list, let name, let body):
            return .loop(list: expression(list, named: nil), name: name, body: body.map { self.statement($0) })
        case .request(var request):
            visit(&request)
            return .request(request)
        case .next(let request): return .next(request: request.map { plain($0, "script") })
        case .fail(let text, let test): return .fail(plain(text, "script"), test: test)
        case .capture, .wait, .note: return statement
        }
    }

    private mutating func subject(_ subject: ImportedSubject) -> ImportedSubject {
        func last(_ path: String) -> String {
            String(path.reversed().drop { "\"']".contains($0) }.prefix { !".[\"'".contains($0) }.reversed())
        }
        switch subject {
        case .status, .duration: return subject
        case .header(let name, let operators): return .header(name, self.operators(operators, named: name))
        case .cookie(let name, let operators): return .cookie(name, self.operators(operators, named: name))
        case .body(let operators): return .body(self.operators(operators, named: nil))
        case .json(let path, let operators):
            return .json(path: plain(path, "script"), self.operators(operators, named: last(path)))
        case .document(let value): return .document(self.value(value, named: nil))
        case .documentIncludes(let value): return .documentIncludes(self.value(value, named: nil))
        case .schema: return subject
        case .condition(let condition): return .condition(expression(condition, named: nil))
        }
    }

    private mutating func operators(_ operators: [ImportedOperator], named name: String?) -> [ImportedOperator] {
        operators.map { one in
            var one = one
            // What other operators compare with is no value of the field: a type, a part, a length.
            one.value = value(one.value, named: [.eq, .ne, .in, .notIn].contains(one.name) ? name : nil)
            return one
        }
    }
}
