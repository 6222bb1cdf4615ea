import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRegex
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Capture

/// Reads the source of a captured value.
struct SourceReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// `$.path`, `dotted.path` or `$(expression)`.
    func short(_ node: YAMLNode) -> Capture.Source? {
        guard let scalar = node.scalar, node.isText else {
            sink.report(.wrongType(wanted: "a path, `$(…)` or a map", what: "a capture", node: node))
            return nil
        }
        if let expression = templates.wholeExpression(node) { return .expression(expression) }
        let text = scalar.text
        // A mistake inside `$(…)` has been reported.
        if scalar.mayHoldExpression, CELTemplate.parse(text).soleExpression != nil { return nil }
        warnOfRoot(text, node)
        let paths = PathReader(templates: templates)
        if EventsPath.isOne(text) {
            guard templates.position.hasStream else {
                sink.report(.eventsWithoutStream(text, at: node.range))
                return nil
            }
            return paths.eventsPath(node, text).map { .events($0, written: text) }
        }
        return paths.path(node, text).map { .path($0, written: text) }
    }

    /// Warns of a path of keys that reads as a member of `response`, as `response.json.token`: it names keys in the body.
    private func warnOfRoot(_ text: String, _ node: YAMLNode) {
        // A path with brackets is refused.
        guard text.hasPrefix("response."), !text.contains("[") else { return }
        let keys = text.split(separator: ".", maxSplits: 2)
        guard keys.count > 1, keys[0] == "response",
            Roots.responseType.members.contains(where: { $0.name == keys[1] })
        else { return }
        sink.report(
            Diagnostic(
                .warning, "workflow.misleading-text", "this looks for the key `response` in the body",
                at: node.range, help: "write `$(\(text))` for the response itself, `$.\(text)` for the key"))
    }

    /// `path`, `header`, `cookie`, `regex`, `xpath` or `value`.
    func source(_ entry: MapReader.Entry, group: MapReader.Entry?, subject: MapReader.Entry?) -> Capture.Source? {
        switch entry.key {
        case Keys.header: return header(entry.value)
        case Keys.cookie: return cookie(entry.value)
        case Keys.regex: return search(entry, group, subject)
        case Keys.xpath:
            return XPathReader(templates: templates).path(entry.value)
                .map { .xpath(XPathQuery(path: $0, wantsList: false)) }
        case Keys.value:
            if let expression = templates.wholeExpression(entry.value) { return .expression(expression) }
            // A mistake inside `$(…)` has been reported.
            if entry.value.scalar?.text.hasPrefix("$(") != true {
                sink.report(.valueIsNoExpression(entry.value.scalar?.text ?? "", at: entry.value.range))
            }
            return nil
        default:
            if templates.wholeExpression(entry.value) != nil {
                sink.report(.pathIsExpression(entry.value.scalar?.text ?? "", at: entry.value.range))
                return nil
            }
            return short(entry.value)
        }
    }

    private func header(_ node: YAMLNode) -> Capture.Source? {
        let name = templates.text(node)
        if let literal = name.literal, !Token.isValid(literal) {
            sink.report(.invalidHeaderName(literal, at: node.range))
            return nil
        }
        return .header(name)
    }

    private static let attributes = Cookie.Attribute.allCases.map(\.rawValue)

    private func cookie(_ node: YAMLNode) -> Capture.Source? {
        let name = templates.text(node)
        if let attribute = name.literal?.split(separator: "@", maxSplits: 1).dropFirst().first.map(String.init),
            !Self.attributes.contains(attribute)
        {
            sink.report(.unknownCookieAttribute(attribute, known: Self.attributes, at: node.range))
            return nil
        }
        if let literal = name.literal, !Cookie.mayBeCalled(String(literal.prefix { $0 != "@" })) {
            sink.report(.invalidCookieName(literal, at: node.range))
            return nil
        }
        return .cookie(name)
    }

    // MARK: - Patterns

    private func search(
        _ entry: MapReader.Entry, _ group: MapReader.Entry?, _ subject: MapReader.Entry?
    ) -> Capture.Source? {
        let text = templates.text(entry.value, for: .pattern)
        var pattern = PatternTemplate.template(text)
        if let literal = text.literal {
            do {
                pattern = .pattern(try Pattern(literal), written: literal)
            } catch {
                sink.report(.invalidPattern(error, in: entry.value))
                return nil
            }
        }
        let wanted = group.flatMap(self.group)
        if let wanted, let group, case .pattern(let pattern, _) = pattern, !pattern.has(wanted) {
            sink.report(.noSuchGroup(wanted, in: pattern, at: group.value.range))
        }
        guard let searched = subject.map({ self.subject($0.value) }) ?? .some(.body) else { return nil }
        return .search(Capture.Search(pattern: pattern, group: wanted, subject: searched, range: entry.value.range))
    }

    private func group(_ entry: MapReader.Entry) -> Capture.Group? {
        if let text = entry.value.scalar?.text, !entry.value.isNull {
            if let number = Int(text), number >= 0 { return .number(number) }
            if Language.isIdentifier(text) { return .name(text) }
        }
        sink.report(.wrongType(Language.Capture.group, wanted: "the number or the name of a group", entry.value))
        return nil
    }

    /// `body`, `url`, a JSONPath, `$(…)`, or a map with a source.
    private func subject(_ node: YAMLNode) -> Capture.Subject? {
        if node.isMapping {
            return MapReader(sink: sink).entries(of: node, as: Language.CaptureSubject.map).first
                .flatMap { source($0, group: nil, subject: nil) }.map { .source($0) }
        }
        guard let text = node.scalar?.text, !node.isNull else {
            sink.report(.unclearSubject(nil, at: node.range))
            return nil
        }
        switch text {
        case "body": return .body
        case "url": return .url
        default:
            guard text.hasPrefix("$") else {
                sink.report(.unclearSubject(text, at: node.range))
                return nil
            }
            return short(node).map { .source($0) }
        }
    }
}

extension Pattern {
    fileprivate func has(_ group: Capture.Group) -> Bool {
        switch group {
        case .number(let number): number <= groupCount
        case .name(let name): groupNumber(named: name) != nil
        }
    }
}
