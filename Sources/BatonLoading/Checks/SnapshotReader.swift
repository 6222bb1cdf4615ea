import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonYAML

/// Reads `expect: { snapshot: … }`: a name, or a map.
struct SnapshotReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func snapshot(_ entry: MapReader.Entry) -> SnapshotTemplate? {
        let node = entry.value
        guard node.isMapping else {
            guard node.isText else {
                sink.report(.wrongType(Language.Expect.snapshot, wanted: "a name or a map", node))
                return nil
            }
            return name(node).map { SnapshotTemplate(name: $0, range: entry.range) }
        }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.Snapshot.map)
        let ignored = entries[Language.Snapshot.ignore].map { paths($0) } ?? []
        let matched = entries[Language.Snapshot.match].map { matches($0) } ?? []
        let ends = entries[Language.Snapshot.lineEnds]
        // With JSONPaths the body is JSON.
        if let ends, !ignored.isEmpty || !matched.isEmpty { sink.report(.lineEndsOfJSON(at: ends.keyRange)) }
        return entries[Language.Snapshot.name].flatMap { name($0.value) }.map {
            SnapshotTemplate(
                name: $0, ignored: ignored, matched: matched, lineEnds: ends?.word() ?? .alike, range: entry.range)
        }
    }

    private func name(_ node: YAMLNode) -> TextTemplate? {
        let text = templates.text(node)
        if let literal = text.literal, let violation = SnapshotName.violation(in: literal) {
            sink.report(.invalidSnapshotName(literal, violation, at: node.range))
            return nil
        }
        return text
    }

    private func paths(_ entry: MapReader.Entry) -> [PathTemplate] {
        (entry.value.items ?? []).compactMap { item in path(item, of: "ignore") }
    }

    /// A JSONPath to a part of the document.
    private func path(_ node: YAMLNode, of key: String) -> PathTemplate? {
        let text = node.scalar?.text ?? ""
        guard text.hasPrefix("$"), !text.hasPrefix("$(") else {
            sink.report(.noSnapshotPath(text, in: key, at: node.range))
            return nil
        }
        if text == "$" {
            sink.report(
                .checksNothing("`snapshot` with `\(key)` of `$`", at: node.range, help: "name a part, such as `$.id`"))
            return nil
        }
        return PathReader(templates: templates).path(node, text)
    }

    private func matches(_ entry: MapReader.Entry) -> [SnapshotTemplate.Matched] {
        (entry.value.entries ?? []).compactMap { pair in
            guard let path = path(pair.key, of: "match") else { return nil }
            let pattern = DocumentReader(templates: templates).test(pair.value, .whole)
            guard case .document(.wildcard(let wildcard), _)? = pattern else {
                if pattern != nil { sink.report(.noSnapshotWildcard(at: pair.value.range)) }
                return nil
            }
            return SnapshotTemplate.Matched(path: path, written: pair.keyText, wildcard: wildcard)
        }
    }
}

extension Diagnostic {
    fileprivate static func invalidSnapshotName(_ name: String, _ violation: String, at range: SourceRange)
        -> Diagnostic
    {
        Diagnostic(
            "workflow.invalid-name", "`\(name)` cannot name a snapshot: it \(violation)", at: range,
            help: Message(text: SnapshotName.advice))
    }

    fileprivate static func lineEndsOfJSON(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.checks-nothing", "`line_ends` says nothing about JSON, which `ignore` and `match` need",
            at: range,
            help: "remove it: line ends between the values of JSON are never compared")
    }

    fileprivate static func noSnapshotPath(_ text: String, in key: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-path", "`\(text)` in `\(key)` of `snapshot` is no JSONPath", at: range,
            help: "a JSONPath begins with `$`, as in `$.id` or `$.items[*].id`")
    }

    fileprivate static func noSnapshotWildcard(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-type", "`match` of `snapshot` wants a wildcard", at: range,
            help: "write `$.id: <uuid>`, or another wildcard of `json`; `ignore` leaves a place out")
    }
}
