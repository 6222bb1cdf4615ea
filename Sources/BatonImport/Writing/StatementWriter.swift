import BatonSecrets

/// What all parts of a workflow share while it is written.
final class WritingContext {
    let texts: TemplateText
    /// Whether the source has a file that a body names; a file that is not there fails its request alone.
    let hasFile: (String) -> Bool
    let base: BaseAddress
    /// Whether `defaults` hold the authentication of the collection.
    let hasDefaultAuth: Bool
    let secrets: SecretTexts
    /// Nil where saved responses are left out.
    let samples: SampleFiles?
    /// What the writer itself could not carry over.
    private(set) var notes: [ImportNote] = []
    private var lastID = 0
    private var lastPlace = -1

    init(
        texts: TemplateText, base: BaseAddress, hasDefaultAuth: Bool, secrets: SecretTexts, samples: SampleFiles?,
        hasFile: @escaping (String) -> Bool
    ) {
        self.texts = texts
        self.base = base
        self.hasDefaultAuth = hasDefaultAuth
        self.secrets = secrets
        self.samples = samples
        self.hasFile = hasFile
    }

    func nextID() -> String {
        lastID += 1
        return "request_\(lastID)"
    }

    /// The place of the next request of the source.
    func nextPlace() -> Int {
        lastPlace += 1
        return lastPlace
    }

    /// Adds a row to the report.
    func tell(_ note: ImportNote) { notes.append(note) }

    /// Adds a row to the report, and gives the comment for its place.
    func lose(_ note: ImportNote) -> String {
        tell(note)
        return comment(note)
    }

    /// The statement on a line, and below it why it is left out and what to do.
    func comment(_ note: ImportNote) -> String {
        let statement = Excerpt.line(note.statement, limit: 200)
        let why = [note.reason, note.advice].map { Excerpt.sentence($0) }.filter { !$0.isEmpty }
        let lines = ["not carried over: \(statement.isEmpty ? note.place : statement)", why.joined(separator: " ")]
        return secrets.masked(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    func comments(of text: String?) -> [String] {
        guard let text = text.map(secrets.masked) else { return [] }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        let kept = lines.drop { $0.allSatisfy(\.isWhitespace) }.reversed().drop { $0.allSatisfy(\.isWhitespace) }
            .reversed()
        let shown = kept.prefix(Self.mostLines).map { Excerpt.cut($0, limit: 2000) }
        return shown.count < kept.count ? shown + ["…"] : shown
    }

    /// Lines of one description.
    private static let mostLines = 300
}

/// Parts of texts for comments and reports.
enum Excerpt {
    /// The text on one line, shortened.
    static func line(_ text: String, limit: Int) -> String {
        var words = ""
        var count = 0
        for word in text.split(whereSeparator: { $0.isWhitespace }) {
            count += word.count + 1
            if count > limit {
                if words.isEmpty { words = String(word.prefix(limit)) }
                return words + " …"
            }
            words += (words.isEmpty ? "" : " ") + word
        }
        return words
    }

    /// The beginning of a text that is too long.
    static func cut(_ text: String, limit: Int) -> String {
        text.utf8.count <= limit ? text : text.prefix(limit) + " …"
    }

    /// The text as a sentence with its full stop.
    static func sentence(_ text: String) -> String {
        let line = line(text, limit: 300)
        guard let last = line.last, let first = line.first else { return "" }
        return first.uppercased() + line.dropFirst() + (last.isPunctuation ? "" : ".")
    }
}

/// The values of secrets, which no comment and no report shows, in whatever form, and what has the form of one.
struct SecretTexts {
    private let redactor: Redactor
    /// Without those of a few letters, which may be words of other texts.
    private let certain: Redactor

    init(_ secrets: [ImportedSecret]) {
        let registry = SecretRegistry()
        for secret in secrets { registry.add(secret.value) }
        redactor = registry.redactor
        certain = NamedSecrets(secrets).redactor
    }

    func masked(_ text: String) -> String { SecretPlaces.masked(text, redactor) }

    /// The map with `***` for secrets that are left where no expression can stand, as in a schema; counts the texts.
    func masked(_ map: Document.Map, _ count: inout Int) -> Document.Map {
        var map = map
        for index in map.entries.indices { map.entries[index].value = masked(map.entries[index].value, &count) }
        return map
    }

    private func masked(_ value: Document.Value, _ count: inout Int) -> Document.Value {
        switch value {
        case .word: return value
        case .text(let text), .parameter(let text):
            guard certain.finds(in: text) else { return value }
            count += 1
            return .text(certain.redact(text))
        case .list(let items):
            return .list(items.map { Document.Item(masked($0.value, &count), comments: $0.comments) })
        case .map(let map): return .map(masked(map, &count))
        }
    }
}

/// Statements of scripts as steps of their own: before a request, and behind one where its `capture` and `expect` have no
/// place for them.
struct StatementWriter {
    let context: WritingContext
    /// The names from the top to the request whose script it is.
    let path: [String]
    /// How the response is called that the statements read: `response`, or `steps.ID.response`.
    var response = "response"

    private var texts: TemplateText { context.texts }

    func steps(_ statements: [ImportedStatement]) -> [Document.Item] {
        var items: [Document.Item] = []
        var comments: [String] = []
        var checks: [CheckWriter.Condition] = []
        func add(_ map: Document.Map) {
            items.append(Document.Item(.map(map), comments: comments))
            comments = []
        }
        func flush() {
            guard !checks.isEmpty else { return }
            if let that = CheckWriter.that(checks) { add(Self.step([that])) }
            checks = []
        }
        for statement in statements {
            if case .check(let check) = statement {
                condition(of: check, into: &checks, &comments)
                continue
            }
            flush()
            switch statement {
            case .check: break
            case .set(let name, let expression): set(name, reading(expression), in: &items, &comments)
            case .capture(let name, let source): set(name, Self.expression(of: source, response), in: &items, &comments)
            case .branch(let test, let then, let otherwise):
                for map in branch(reading(test), then, otherwise) { add(map) }
            case .loop(let list, let name, let body):
                if let map = loop(reading(list), name, body) { add(map) }
            case .request(let request):
                let sent = request.renamingSent("response", to: response)
                let inner = RequestWriter(context: context, path: path, isInner: true).steps(for: sent)
                if var first = inner.first {
                    first.comments = comments + first.comments
                    comments = []
                    items += [first] + inner.dropFirst()
                }
            case .wait(let time):
                add(Self.step([Document.Entry("wait", .text(texts.string(reading(time))))]))
            case .next: break
            case .fail(let text, let test): add(Self.failure(text, of: test.map(context.secrets.masked)))
            // A message to the console is a row of the report: as a comment it would hide what matters.
            case .note(let note) where note.kind == .harmless: break
            case .note(let note): comments.append(context.comment(note))
            }
        }
        flush()
        return Self.closing(items, comments)
    }

    /// The items with comments that stand behind the last statement.
    private static func closing(_ items: [Document.Item], _ comments: [String]) -> [Document.Item] {
        guard !comments.isEmpty, let last = items.last else { return items }
        var items = items
        if case .map(var map) = last.value {
            map.closing += comments
            map.isBlock = true
            items[items.count - 1].value = .map(map)
        }
        return items
    }

    static func step(_ entries: [Document.Entry]) -> Document.Map {
        var map = Document.Map(entries)
        map.add("continue_on_failure", .yes)
        map.isBlock = true
        return map
    }

    static func failure(_ text: String, of test: String?) -> Document.Map {
        let tests = test.map { [Document.Test(name: $0)] } ?? []
        return step([
            Document.Entry("that", .text("\"failed\" == \"\""), tests: tests),
            Document.Entry("name", .text(TemplateText.name(Excerpt.line(text, limit: 120), else: "A failure"))),
        ])
    }

    // MARK: - Values

    private func reading(_ expression: String) -> String {
        response == "response"
            ? expression : ExpressionText.renaming("response", to: response, in: expression)
    }

    private func reading(_ text: ImportText) -> ImportText { text.changing { reading($0) as String } }

    /// Adds to the `set` before it where it can: values are set in order.
    private func set(
        _ name: String, _ expression: String, in items: inout [Document.Item], _ comments: inout [String]
    ) {
        let value = Self.value(expression, texts)
        let mayFail = !ExpressionText.isCertain(expression)
        if comments.isEmpty, let last = items.last, case .map(var map) = last.value,
            case .map(var values)? = map["set"], values[name] == nil, map.entries.count == (map.continues ? 2 : 1)
        {
            values.add(name, value)
            map["set"] = .map(values)
            if mayFail { map.continues = true }
            items[items.count - 1].value = .map(map)
            return
        }
        var map = Self.step([Document.Entry("set", .map((name, value)))])
        map.continues = mayFail
        items.append(Document.Item(.map(map), comments: comments))
        comments = []
    }

    /// A literal as the value that it is, else `$(…)`.
    static func value(_ expression: String, _ texts: TemplateText) -> Document.Value {
        let trimmed = expression.trimmingSpaces
        if YAMLText.isTyped(trimmed) { return .word(trimmed) }
        let tokens = ExpressionText.tokens(trimmed)
        if tokens.count == 1, tokens[0].kind == .string, trimmed.hasPrefix("\""), !trimmed.hasPrefix("\"\"\""),
            !trimmed.contains("\\")
        {
            return texts.value(ImportText(String(trimmed.dropFirst().dropLast())), .operand)
        }
        return .text(TemplateText.expression(trimmed, isWhole: true))
    }

    /// What a capture takes, as an expression.
    static func expression(of source: ImportedSource, _ response: String) -> String {
        switch source {
        case .expression(let expression):
            return response == "response"
                ? expression : ExpressionText.renaming("response", to: response, in: expression)
        case .header(let name): return "\(response).headers[?\(ExpressionText.literal(name))].orValue(null)"
        case .cookie(let name): return "\(response).cookies[?\(ExpressionText.literal(name))].orValue(null)"
        case .path(let path):
            let member = CheckConditions.member(path)?.optional.replacing("response.json", with: "\(response).json")
            if let member { return "\(member).orValue(null)" }
            return "jsonpath(\(response).json, \(ExpressionText.literal(path)))"
        }
    }

    private func condition(
        of check: ImportedCheck, into checks: inout [CheckWriter.Condition], _ comments: inout [String]
    ) {
        guard let condition = CheckConditions.condition(check.subject) else {
            comments.append(context.lose(Self.unsayable(check, path)))
            return
        }
        let name = check.name.flatMap { CheckWriter.saysMore($0, than: check.subject) ? $0 : nil }
        let tests = check.name.map { [context.secrets.masked($0)] } ?? []
        checks.append(
            .init(comment: name.map(context.secrets.masked), text: reading(condition), tests: tests))
    }

    static func unsayable(_ check: ImportedCheck, _ path: [String]) -> ImportNote {
        ImportNote(
            .lost, request: path.joined(separator: " › "), place: "test script", statement: check.name ?? "a check",
            reason: "such a check cannot stand beside the others of its request",
            advice: "check it in a request of its own", test: check.name ?? "")
    }

    // MARK: - Branches and loops

    private func branch(
        _ test: String, _ then: [ImportedStatement], _ otherwise: [ImportedStatement]
    ) -> [Document.Map] {
        var maps: [Document.Map] = []
        var test = test
        // What the first branch sets may change what the test reads.
        if !then.isEmpty, !otherwise.isEmpty,
            !VariableUse(then).sets.isDisjoint(with: ExpressionText.names(in: test)) || sendsRequest(then)
        {
            let name = context.nextID().replacing("request", with: "condition")
            maps.append(Self.step([Document.Entry("set", .map((name, .text(TemplateText.expression(test)))))]))
            test = name
        }
        if let map = guarded(test, then) { maps.append(map) }
        if let map = guarded("!\(ExpressionText.bracketed(test))", otherwise) { maps.append(map) }
        return maps
    }

    private func sendsRequest(_ statements: [ImportedStatement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .request: true
            case .branch(_, let then, let otherwise): sendsRequest(then + otherwise)
            case .loop(_, _, let body): sendsRequest(body)
            default: false
            }
        }
    }

    private func guarded(_ test: String, _ statements: [ImportedStatement]) -> Document.Map? {
        grouped(steps(statements), with: [Document.Entry("if", Self.condition(test))], name: test)
    }

    private func loop(_ list: String, _ name: String, _ body: [ImportedStatement]) -> Document.Map? {
        grouped(
            steps(body),
            with: [
                Document.Entry("for_each", .text(TemplateText.expression(list))), Document.Entry("as", .text(name)),
                Document.Entry("allow_empty", .yes),
            ], name: "For each \(name)")
    }

    static func condition(_ text: String) -> Document.Value { .text(ExpressionText.hardened(text, isWhole: false)) }

    /// One step with these keys, or a group where there are several.
    private func grouped(_ items: [Document.Item], with keys: [Document.Entry], name: String) -> Document.Map? {
        guard let first = items.first else { return nil }
        if items.count == 1, first.comments.isEmpty, case .map(var map) = first.value,
            !keys.contains(where: { map[$0.key] != nil }), map["id"] == nil
        {
            let place = map.entries.firstIndex { $0.key == "continue_on_failure" } ?? map.entries.count
            map.entries.insert(contentsOf: keys, at: place)
            return map
        }
        var map = Document.Map()
        map.add("name", .text(TemplateText.name(Excerpt.line(name, limit: 80), else: "Some steps")))
        map.entries += keys
        map.add("continue_on_failure", .yes)
        map.add("steps", .list(items))
        map.isBlock = true
        return map
    }
}
