import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonSources
import BatonYAML

/// Reads JSONPaths and dotted key paths.
struct PathReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }
    /// Whether the root of the path is the list of events, `$events`, which is read as `$`.
    private var isOfEvents = false

    init(templates: TemplateReader) {
        self.templates = templates
    }

    /// A path that begins with `$events`.
    func eventsPath(_ node: YAMLNode, _ text: String) -> PathTemplate? {
        var reader = self
        reader.isOfEvents = true
        let template = templates.text(node)
        guard let literal = template.literal else { return reader.template(template.inEvents, node) }
        return reader.jsonPath(EventsPath.inList(literal), node)
    }

    /// The path as it is written.
    private func shown(_ path: String) -> String { isOfEvents ? EventsPath.written(path) : path }

    /// The path in a key or in another scalar.
    ///
    /// - Parameter text: the text of the node.
    func path(_ node: @autoclosure () -> YAMLNode, _ text: String) -> PathTemplate? {
        templates.scope.gathered.ofResponse.json += 1
        if text.utf8.first == UInt8(ascii: "$"), !CELTemplate.isNeeded(for: text) { return jsonPath(text, node()) }
        return path(node())
    }

    func path(_ node: YAMLNode) -> PathTemplate? {
        templates.scope.gathered.ofResponse.json += 1
        guard node.scalar != nil else { return nil }
        let text = templates.text(node)
        guard let literal = text.literal else { return template(text, node) }
        if literal.utf8.first == UInt8(ascii: "$") { return jsonPath(literal, node) }
        if literal.hasPrefix("//") || literal.contains(where: { "[]\"".contains($0) }) {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`\(literal)` is no path of keys", at: node.range, help: Self.pathHelp))
            return nil
        }
        do {
            return .keyPath(try JSONKeyPath.parse(literal))
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`\(literal)` is no path: \(error.message)",
                    at: place(error.range, node),
                    help: Self.pathHelp))
            return nil
        }
    }

    /// A path with `$(…)` in it, checked with a number in place of each.
    private func template(_ text: TextTemplate, _ node: YAMLNode) -> PathTemplate? {
        // The mistake has been reported.
        guard !text.isMistaken else { return nil }
        if let expression = text.firstQuotedExpression {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`$(\(expression.text))` stands inside quotes of a path",
                    at: expression.range,
                    help: "leave out the quotes: the value enters as a literal that is escaped"))
            return nil
        }
        guard text.written.hasPrefix("$"), !text.written.hasPrefix("$(") else {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`\(text.written)` is no JSONPath: only in one may `$(…)` stand",
                    at: node.range, help: "a JSONPath begins with `$`, as in `$.users[$(index)].name`"))
            return nil
        }
        let skeleton = PathSkeleton(text.written)
        do {
            _ = try JSONPath.parse(skeleton.text, standIns: skeleton.standIns)
            return .template(text)
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path",
                    "the path `\(shown(text.written))` is not valid with a literal in place of `$(…)`: \(error.message)",
                    at: place(error.range, node),
                    help: "a member with a computed name is `$[$(name)]`, an element `$.items[$(index)]`"))
            return nil
        }
    }

    private func jsonPath(_ literal: String, _ written: @autoclosure () -> YAMLNode) -> PathTemplate? {
        if TemplateReader.holdsMarker(literal) {
            let node = written()
            if templates.reportMarkers(in: literal, node) { return nil }
        }
        do {
            return .path(try JSONPath.shared(literal))
        } catch {
            let node = written()
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "the path `\(shown(literal))` is not valid: \(error.message)",
                    at: place(error.range, node), help: Self.jsonPathHelp))
            return nil
        }
    }

    private static let jsonPathHelp: Message =
        "a path is like `$.items[0].id`; what is expected of it stands behind the colon: `$.items: { length: 3 }`"
    private static let pathHelp: Message = "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"

    /// The place in the file of a range of the path's skeleton.
    private func place(_ range: Range<Int>, _ node: YAMLNode) -> SourceRange {
        // A range of `$…` is one of `$events…` behind the root.
        let shift = isOfEvents ? EventsPath.root.utf8.count - 1 : 0
        let text = node.scalar?.text ?? ""
        let written = PathSkeleton(isOfEvents ? EventsPath.inList(text) : text).written(range)
        return node.sourceMap.range(written.lowerBound + shift..<written.upperBound + shift)
    }
}
