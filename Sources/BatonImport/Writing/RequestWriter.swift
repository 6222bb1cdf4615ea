import BatonSecrets

/// A request of the source as steps: what its scripts do before it, the request with its checks and captures, and what they do
/// behind it.
struct RequestWriter {
    let context: WritingContext
    /// The names of the folders around it.
    let path: [String]
    /// The authentication that it inherits.
    var inherited: ImportedAuth = .none
    /// Whether a script sends it.
    var isInner = false

    private var texts: TemplateText { context.texts }

    func steps(for request: ImportedRequest) -> [Document.Item] {
        let path = path + [request.name]
        var response = ResponseWriter(context: context, path: path)
        response.read(request.after)
        let id = response.needsID ? context.nextID() : nil
        var request = request
        var inner: [ImportNote] = []
        request.before = request.before.compactMap { $0.withoutInnerNotes(&inner) }
        request.notes += inner
        let before = StatementWriter(context: context, path: path).steps(request.before)
        let after = StatementWriter(
            context: context, path: path, response: id.map { "steps.\($0).response" } ?? "response"
        )
        .steps(response.rest)
        let own = step(request, response, id: id, path: path)
        if isInner { return before + [own] + after }
        let place = context.nextPlace()
        return before.map { sourced($0, path, place, .before) } + [sourced(own, path, place, .request)]
            + after.map { sourced($0, path, place, .after) }
    }

    /// The step as one of the request. What a script sends belongs to the request of the script.
    private func sourced(
        _ item: Document.Item, _ path: [String], _ place: Int, _ role: Document.Source.Role
    ) -> Document.Item {
        guard case .map(var map) = item.value else { return item }
        var item = item
        map.source = Document.Source(
            request: context.secrets.masked(path.joined(separator: " › ")), place: place, role: role)
        item.value = .map(map)
        return item
    }

    private func step(_ request: ImportedRequest, _ response: ResponseWriter, id: String?, path: [String])
        -> Document.Item
    {
        var step = Step(context: context, request: request, path: path)
        step.comments = context.comments(of: request.description)
        for note in request.notes { step.comments.append(context.comment(note)) }
        // Notes of a script before the request stand above the request where no step of it can hold them.
        if !request.before.contains(where: { if case .note = $0 { false } else { true } }) {
            for case .note(let note) in request.before { step.comments.append(context.comment(note)) }
        }
        step.addMethod()
        step.map.add("name", .text(TemplateText.name(request.name, else: "A request without a name")))
        if let id { step.map.add("id", .text(id)) }
        step.map.add("continue_on_failure", .yes)
        step.addFields(request.query, "query")
        let auth = request.auth.orInherited(inherited)
        step.addHeaders(auth)
        step.addAuth(auth)
        step.addBody()
        step.addSettings()
        if let expect = response.checks.expect() { step.map.add("expect", expect) }
        if !response.captures.isEmpty { step.map.add("capture", .map(response.captures)) }
        step.map.add("sample", context.samples?.sample(of: request, path, context))
        step.map.closing += response.comments
        step.map.isBlock = true
        return Document.Item(.map(step.map), comments: step.comments)
    }
}

/// What the scripts of a request do with its response: checks and captures, as far as their order lets them be some.
struct ResponseWriter {
    let context: WritingContext
    let path: [String]
    private(set) var checks: CheckWriter
    private(set) var captures = Document.Map()
    /// Notes, in their order.
    private(set) var comments: [String] = []
    /// Statements that become steps behind the request.
    private(set) var rest: [ImportedStatement] = []
    /// What the checks and steps so far read.
    private var reads: Set<String> = []
    /// What the steps behind the request set.
    private var setLater: Set<String> = []

    init(context: WritingContext, path: [String]) {
        self.context = context
        self.path = path
        checks = CheckWriter(texts: context.texts)
    }

    /// Whether steps behind the request read its response after another one has come.
    var needsID: Bool {
        var hasSent = false
        for statement in rest {
            if hasSent, VariableUse(statement).reads.contains("response") { return true }
            if Self.sends(statement) {
                hasSent = true
                if case .request = statement { continue }
                if VariableUse(statement).reads.contains("response") { return true }
            }
        }
        return false
    }

    private static func sends(_ statement: ImportedStatement) -> Bool {
        switch statement {
        case .request: true
        case .branch(_, let then, let otherwise): (then + otherwise).contains(where: sends)
        case .loop(_, _, let body): body.contains(where: sends)
        default: false
        }
    }

    mutating func read(_ statements: [ImportedStatement]) {
        for statement in statements {
            var inner: [ImportNote] = []
            let stripped = statement.withoutInnerNotes(&inner)
            comments += inner.map(context.comment)
            guard let statement = stripped, !take(statement) else { continue }
            rest.append(statement)
            let use = VariableUse(statement)
            reads.formUnion(use.reads)
            setLater.formUnion(use.sets)
        }
        for check in checks.lost { comments.append(context.lose(StatementWriter.unsayable(check, path))) }
    }

    /// Takes a statement into the request; false where it must be a step behind it.
    private mutating func take(_ statement: ImportedStatement) -> Bool {
        if case .note(let note) = statement {
            comments.append(context.comment(note))
            return true
        }
        let use = VariableUse(statement)
        // Captures are taken before all checks: a value must not change under a check that stood before it.
        guard use.reads.union(use.sets).isDisjoint(with: setLater), use.sets.isDisjoint(with: reads) else {
            return false
        }
        switch statement {
        case .check(let check):
            var check = check
            check.name = check.name.map(context.secrets.masked)
            checks.add(check)
        case .set(let name, let expression):
            guard capture(name, .text(TemplateText.expression(expression, isWhole: true))) else { return false }
        case .capture(let name, let source):
            guard capture(name, Self.source(source)) else { return false }
        case .branch(let test, let then, let otherwise):
            guard take(branch: test, then, otherwise) else { return false }
        case .loop(let list, let name, let body):
            guard let conditions = Self.conditions(body) else { return false }
            for condition in conditions {
                let all = "\(ExpressionText.bracketed(list)).all(\(name), \(condition.text))"
                add(all, of: condition.name)
            }
        case .request, .wait, .next, .fail, .note: return false
        }
        if use.sets.isEmpty { reads.formUnion(use.reads) }
        return true
    }

    /// Adds a condition of a branch or a loop.
    private mutating func add(_ condition: String, of test: String?) {
        let test = test.map(context.secrets.masked)
        checks.add(condition: condition, of: test, comment: test, isGuarded: true)
    }

    private mutating func capture(_ name: String, _ value: Document.Value) -> Bool {
        guard captures[name] == nil else { return false }
        captures.add(name, Self.isSecret(name) ? Self.hidden(value) : value)
        return true
    }

    /// Whether a variable is called as secrets are: then its value is masked in every output.
    private static func isSecret(_ name: String) -> Bool { SecretNames.mayBeSecret(name) }

    private static func hidden(_ value: Document.Value) -> Document.Value {
        guard case .map(var map) = value else { return .map(("value", value), ("secret", .yes)) }
        map.add("secret", .yes)
        return .map(map)
    }

    private static func source(_ source: ImportedSource) -> Document.Value {
        switch source {
        case .path(let path): .map(("path", .text(path)), ("optional", .yes))
        case .header(let name): .map(("header", .text(name)), ("optional", .yes))
        case .cookie(let name): .map(("cookie", .text(name)), ("optional", .yes))
        case .expression(let expression): .text(TemplateText.expression(expression, isWhole: true))
        }
    }

    /// A branch of checks as conditions that hold where its test does not, and one that gives a variable one of two values.
    private mutating func take(branch test: String, _ then: [ImportedStatement], _ otherwise: [ImportedStatement])
        -> Bool
    {
        if let yes = Self.conditions(then), let no = Self.conditions(otherwise) {
            let guardText = ExpressionText.bracketed(test)
            for one in yes { add("!\(guardText) || \(ExpressionText.bracketed(one.text))", of: one.name) }
            for one in no { add("\(guardText) || \(ExpressionText.bracketed(one.text))", of: one.name) }
            return true
        }
        guard let yes = Self.values(then), let no = Self.values(otherwise) else { return false }
        let names = (then + otherwise).compactMap { statement in
            switch statement {
            case .set(let name, _), .capture(let name, _): name
            default: nil
            }
        }
        // One after the other they would change what the next one reads.
        let distinct = Set(names)
        let read = VariableUse(then + otherwise).reads.union(ExpressionText.names(in: test))
        guard distinct.count == 1 || distinct.isDisjoint(with: read), distinct.allSatisfy({ captures[$0] == nil })
        else {
            return false
        }
        for name in names where captures[name] == nil {
            let chosen = "\(test.contains("?") ? "(\(test))" : test) ? \(yes[name] ?? name) : \(no[name] ?? name)"
            let value = Document.Value.text(TemplateText.expression(chosen))
            captures.add(name, Self.isSecret(name) ? Self.hidden(value) : value)
        }
        return true
    }

    /// The values that statements set; nil where they do something else, or set one twice.
    private static func values(_ statements: [ImportedStatement]) -> [String: String]? {
        var values: [String: String] = [:]
        for statement in statements {
            let (name, expression): (String, String)
            switch statement {
            case .set(let set, let text): (name, expression) = (set, text)
            case .capture(let set, let source):
                (name, expression) = (set, StatementWriter.expression(of: source, "response"))
            default: return nil
            }
            guard values[name] == nil else { return nil }
            values[name] = ExpressionText.bracketed(expression)
        }
        return values
    }

    /// Statements that are nothing but checks, as conditions; nil for others.
    private static func conditions(_ statements: [ImportedStatement]) -> [(name: String?, text: String)]? {
        var conditions: [(name: String?, text: String)] = []
        for statement in statements {
            switch statement {
            case .check(let check):
                guard let condition = CheckConditions.condition(check.subject) else { return nil }
                conditions.append((check.name, condition))
            case .fail(let text, let test): conditions.append((test ?? text, "false"))
            case .branch(let test, let then, let otherwise):
                guard let yes = Self.conditions(then), let no = Self.conditions(otherwise) else { return nil }
                let guardText = ExpressionText.bracketed(test)
                conditions += yes.map { ($0.name, "!\(guardText) || \(ExpressionText.bracketed($0.text))") }
                conditions += no.map { ($0.name, "\(guardText) || \(ExpressionText.bracketed($0.text))") }
            default: return nil
            }
        }
        return conditions
    }
}
