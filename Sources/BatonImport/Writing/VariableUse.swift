/// The variables that parts of a source read and give a value.
struct VariableUse {
    /// All names of expressions, also functions and roots.
    private(set) var reads: Set<String> = []
    private(set) var sets: Set<String> = []
    /// The headers of responses that are read, in lower case.
    private(set) var headers: Set<String> = []

    init() {}

    init(_ statements: [ImportedStatement]) {
        for statement in statements { add(statement) }
    }

    init(_ statement: ImportedStatement) { add(statement) }

    init(_ subject: ImportedSubject) { add(subject) }

    mutating func add(expression: String) {
        reads.formUnion(ExpressionText.names(in: expression))
        headers.formUnion(ExpressionText.headers(in: expression))
    }

    mutating func add(_ text: ImportText) {
        for case .expression(let expression) in text.pieces { add(expression: expression) }
    }

    mutating func add(_ value: ImportedValue) {
        switch value {
        case .null, .boolean, .number: break
        case .text(let text): add(text)
        case .list(let items): for item in items { add(item) }
        case .map(let members):
            for member in members {
                add(member.name)
                add(member.value)
            }
        }
    }

    mutating func add(_ statement: ImportedStatement) {
        switch statement {
        case .check(let check): add(check.subject)
        case .set(let name, let expression):
            sets.insert(name)
            add(expression: expression)
        case .capture(let name, let source):
            sets.insert(name)
            if case .expression(let expression) = source { add(expression: expression) }
            if case .header(let name) = source { headers.insert(name.lowercased()) }
            reads.insert("response")
        case .branch(let test, let then, let otherwise):
            add(expression: test)
            for inner in then + otherwise { add(inner) }
        case .loop(let list, _, let body):
            add(expression: list)
            for inner in body { add(inner) }
        case .request(let request): add(request)
        case .wait(let time): add(time)
        case .next, .fail, .note: break
        }
    }

    mutating func add(_ subject: ImportedSubject) {
        switch subject {
        case .status(let operators), .body(let operators), .duration(let operators), .header(_, let operators),
            .cookie(_, let operators), .json(_, let operators):
            for one in operators { add(one.value) }
            if case .json(let path, _) = subject { add(path: path) }
            if case .header(let name, _) = subject { headers.insert(name.lowercased()) }
        case .document(let value), .documentIncludes(let value), .schema(let value, _): add(value)
        case .condition(let condition): add(expression: condition)
        }
    }

    private mutating func add(path: String) {
        for part in path.split(separator: "$(").dropFirst() { add(expression: String(part.prefix { $0 != ")" })) }
    }

    mutating func add(_ request: ImportedRequest) {
        addSent(by: request)
        for statement in request.before + request.after { add(statement) }
    }

    /// What the request itself sends, without its scripts.
    mutating func addSent(by request: ImportedRequest) {
        add(request.url)
        for field in request.query + request.headers where !field.isDisabled {
            add(field.name)
            add(field.value)
        }
        add(request.auth)
        if let proxy = request.settings.proxy { add(proxy) }
        switch request.body {
        case nil: break
        case .json(let value): add(value)
        case .form(let fields):
            for field in fields where !field.isDisabled {
                add(field.name)
                add(field.value)
            }
        case .multipart(let parts): for part in parts where !part.isDisabled { add(part) }
        case .text(let text, _), .xml(let text), .file(let text): add(text)
        case .graphql(let query, let variables, let operation):
            add(query)
            if let variables { add(variables) }
            if let operation { add(operation) }
        }
    }

    private mutating func add(_ part: ImportedPart) {
        add(part.name)
        switch part.content {
        case .text(let text), .file(let text): add(text)
        }
        if let fileName = part.fileName { add(fileName) }
    }

    mutating func add(_ auth: ImportedAuth) {
        switch auth {
        case .inherited, .none: break
        case .bearer(let token): add(token)
        case .basic(let one, let other), .digest(let one, let other), .ntlm(let one, let other):
            add(one)
            add(other)
        case .apiKey(let name, let value, _):
            add(name)
            add(value)
        case .aws(let keys), .oauth2(let keys): for key in keys { add(key.value) }
        }
    }
}

extension ImportedCollection {
    /// All requests, in the order in which they run; not those that scripts send.
    var requests: [ImportedRequest] { items.flatMap(\.requests) }
}

extension ImportedStatement {
    /// The statement without the notes in its branches and loops, which stand above or behind the request; nil where nothing
    /// else is in it.
    func withoutInnerNotes(_ notes: inout [ImportNote]) -> ImportedStatement? {
        switch self {
        case .branch(let test, let then, let otherwise):
            let (yes, no) = (Self.withoutNotes(then, &notes), Self.withoutNotes(otherwise, &notes))
            return yes.isEmpty && no.isEmpty ? nil : .branch(test: test, then: yes, otherwise: no)
        case .loop(let list, let name, let body):
            let inner = Self.withoutNotes(body, &notes)
            return inner.isEmpty ? nil : .loop(list: list, name: name, body: inner)
        default: return self
        }
    }

    private static func withoutNotes(
        _ statements: [ImportedStatement], _ notes: inout [ImportNote]
    ) -> [ImportedStatement] {
        statements.compactMap { statement in
            guard case .note(let note) = statement else { return statement.withoutInnerNotes(&notes) }
            notes.append(note)
            return nil
        }
    }
}

extension ImportedItem {
    var requests: [ImportedRequest] {
        switch self {
        case .request(let request): [request]
        case .folder(let folder): folder.items.flatMap(\.requests)
        }
    }

    var name: String {
        switch self {
        case .request(let request): request.name
        case .folder(let folder): folder.name
        }
    }
}

extension ImportedAuth {
    /// This authentication, or where it is inherited that of the folder or collection around it.
    func orInherited(_ outer: ImportedAuth) -> ImportedAuth {
        if case .inherited = self { outer } else { self }
    }
}

extension VariableUse {
    /// The variables that scripts give a value, and that something reads before one of them surely has.
    static func readTooEarly(in collection: ImportedCollection, declared: Set<String>) -> [String] {
        var walk = EarlyReads(
            given: VariableUse(collection.requests.map(ImportedStatement.request)).sets, known: declared)
        walk.visit(collection.items, collection.auth)
        return walk.early
    }
}

private struct EarlyReads {
    let given: Set<String>
    var known: Set<String>
    var early: [String] = []

    mutating func note(_ reads: Set<String>) {
        for name in reads.intersection(given).subtracting(known).sorted() where !early.contains(name) {
            early.append(name)
        }
    }

    mutating func visit(_ items: [ImportedItem], _ auth: ImportedAuth) {
        for item in items {
            switch item {
            case .folder(let folder): visit(folder.items, folder.auth.orInherited(auth))
            case .request(let request): visit(request, auth)
            }
        }
    }

    /// - Parameter auth: the authentication that the request inherits.
    mutating func visit(_ request: ImportedRequest, _ auth: ImportedAuth) {
        visit(request.before)
        var sent = VariableUse()
        sent.addSent(by: request)
        sent.add(request.auth.orInherited(auth))
        note(sent.reads)
        visit(request.after)
    }

    mutating func visit(_ statements: [ImportedStatement]) {
        for statement in statements {
            switch statement {
            case .set(let name, let expression):
                note(ExpressionText.names(in: expression))
                known.insert(name)
            case .capture(let name, let source):
                if case .expression(let expression) = source { note(ExpressionText.names(in: expression)) }
                known.insert(name)
            case .branch(let test, let then, let otherwise):
                note(ExpressionText.names(in: test))
                // A value that a branch gives may be kept as it was, so that it needs one.
                let inner = VariableUse(then + otherwise)
                note(inner.reads.union(inner.sets))
            case .loop(let list, _, let body):
                note(ExpressionText.names(in: list))
                let inner = VariableUse(body)
                note(inner.reads.union(inner.sets))
            case .request(let request): visit(request, .none)
            case .check, .wait, .next, .fail, .note: note(VariableUse(statement).reads)
            }
        }
    }
}
