import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonSources
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Body

/// Reads the body of a request.
struct BodyReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    static let keys = Language.KeySet(Keys.keys)

    /// Reports mistakes in fields that are added to bodies of several kinds.
    func check(fields node: YAMLNode) {
        if multipart.fields(node) == nil { _ = templates.template(node) }
    }

    /// The body; reports a mistake and returns nil.
    func body(_ entry: MapReader.Entry) -> BodyTemplate? {
        let node = entry.value
        switch entry.key {
        case Keys.json:
            warnOfText(node)
            return multipart.fields(node).map { .multipart($0) } ?? .json(templates.template(node))
        case Keys.form: return multipart.fields(node).map { .multipart($0) } ?? .form(templates.parameters(node))
        case Keys.text:
            return .text(templates.text(node))
        case Keys.xml:
            return .xml(XMLTemplate(templates.text(node)))
        case Keys.graphql: return graphQL(node)
        case Keys.multipart: return .multipart(multipart.multipart(node))
        case Keys.binary: return binary(node)
        default: return file(node)
        }
    }

    /// Warns of `json: '{"a": 1}'`, which sends a text in quotes, and not the object in it.
    private func warnOfText(_ node: YAMLNode) {
        guard let text = node.scalar?.text, node.style != .plain,
            let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
            (try? JSONParser.parse(Array(Self.withoutExpressions(text).utf8)))?.isContainer == true
        else { return }
        sink.report(
            Diagnostic(
                .warning, "workflow.misleading-text",
                "this sends the JSON as a text in quotes, not as an object or a list",
                at: node.range, help: "leave out the quotes or the `|` around it, or write `text` in place of `json`"))
    }

    /// The text with a number in place of each `$(…)`.
    private static func withoutExpressions(_ text: String) -> String {
        CELTemplate.parse(text).segments.map { segment in
            if case .literal(let literal, _) = segment { literal } else { "0" }
        }.joined()
    }

    private var multipart: MultipartReader { MultipartReader(templates: templates) }

    private func graphQL(_ node: YAMLNode) -> BodyTemplate? {
        var query: TextTemplate?
        var variables: Template?
        var operation: TextTemplate?
        for item in MapReader(sink: sink).entries(of: node, as: Language.GraphQL.map) {
            switch item.key {
            case Language.GraphQL.query: query = templates.text(item.value)
            case Language.GraphQL.variables: variables = templates.template(item.value)
            case Language.GraphQL.operation: operation = templates.text(item.value)
            default: break
            }
        }
        return query.map { .graphQL(GraphQLTemplate(query: $0, variables: variables, operation: operation)) }
    }

    private func binary(_ node: YAMLNode) -> BodyTemplate? {
        guard let entry = MapReader(sink: sink).entries(of: node, as: Language.Binary.map).first else { return nil }
        let encoding: BinaryTemplate.Encoding = entry.key == Language.Binary.hex ? .hex : .base64
        let text = templates.text(entry.value)
        if let literal = text.literal, encoding.bytes(of: literal) == nil {
            sink.report(
                Diagnostic("workflow.wrong-value", "this is no \(encoding.words)", at: entry.value.range))
        }
        return .binary(BinaryTemplate(text: text, encoding: encoding))
    }

    private func file(_ node: YAMLNode) -> BodyTemplate? {
        guard node.isMapping else {
            guard node.scalar != nil, !node.isNull else {
                sink.report(.wrongType(Language.Body.file, wanted: "a path or `{ path, offset, length }`", node))
                return nil
            }
            return .file(FileTemplate(path: templates.text(node), offset: 0, length: nil))
        }
        var path: TextTemplate?
        var offset: Int64 = 0
        var length: Int64?
        for item in MapReader(sink: sink).entries(of: node, as: Language.FileBody.map) {
            switch item.key {
            case Language.FileBody.path: path = templates.text(item.value)
            case Language.FileBody.offset: offset = item.value.scalar.flatMap { Int64($0.text) } ?? 0
            case Language.FileBody.length: length = item.value.scalar.flatMap { Int64($0.text) }
            default: break
            }
        }
        return path.map { .file(FileTemplate(path: $0, offset: offset, length: length)) }
    }
}

extension Diagnostic {
    static func typeOfMultipart(_ type: String, at range: SourceRange, body: SourceRange) -> Diagnostic {
        Diagnostic(
            "request.invalid-header", "a multipart body cannot be sent as `\(type)`", at: range,
            notes: [Note("the body is here", at: body)],
            help: "leave the Content-Type out, which makes it `multipart/form-data`, or write another `multipart/…`")
    }

    static func bodyIsSaved(
        _ what: String, at range: SourceRange,
        help: Message = "check `status`, `headers`, `size` or `sha256`, or leave `save` out"
    ) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "\(what) needs the body, which `save` streams into a file", at: range, help: help
        )
    }
}

/// Reports uses of a body that `save` streams into a file.
struct SavedBody {
    let sink: DiagnosticSink

    private static let needingBody: Set<String> = [
        "body", "json", "json_includes", "xpath", "starts_with_hex", "schema", "xml_schema", "snapshot",
    ]
    private static let members: Set<String> = ["json", "body", "bytes"]

    func check(_ expect: YAMLNode?, _ expected: CheckReader.Result, _ captures: [Capture], _ flow: RequestFlow?) {
        for entry in expect?.entries ?? []
        where Self.needingBody.contains(entry.keyText) || entry.keyText.hasPrefix("$") {
            report("`\(entry.keyText)`", at: entry.keyRange)
        }
        for condition in expected.conditions { check(condition) }
        for capture in captures { check(capture.source, "the capture `\(capture.name)`", at: capture.range) }
        if let polling = flow?.polling { check(polling.condition) }
        switch flow?.pagination?.way {
        case .link(let link): check(link.source, "`next`", at: link.range)
        case .again(let condition, let assignments):
            check(condition)
            for assignment in assignments { assignment.value.forEachExpression(check) }
        case .relation, nil: break
        }
    }

    private func check(_ source: Capture.Source, _ what: String, at range: SourceRange) {
        switch source {
        case .header, .cookie: break
        case .expression(let expression): check(expression)
        case .search(let search):
            guard case .source(let inner) = search.subject else {
                if case .body = search.subject { report(what, at: range) }
                break
            }
            check(inner, what, at: range)
        case .path, .events, .xpath: report(what, at: range)
        }
    }

    private func check(_ expression: Expression) {
        if readsBody(expression) { report("`\(expression.text)`", at: expression.range) }
    }

    private func report(_ what: String, at range: SourceRange) { sink.report(.bodyIsSaved(what, at: range)) }

    private func readsBody(_ expression: Expression) -> Bool {
        expression.program.references.contains { $0.count > 1 && $0[0] == "response" && Self.members.contains($0[1]) }
    }
}
