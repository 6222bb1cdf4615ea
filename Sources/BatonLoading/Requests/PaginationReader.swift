import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `paginate`.
struct PaginationReader {
    let templates: TemplateReader

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    func pagination(_ entry: MapReader.Entry, anyHost: MapReader.Entry?) -> Pagination? {
        let entries = MapReader(sink: sink).entries(of: entry.value, as: Language.Paginate.map)
        func item(_ name: String) -> MapReader.Entry? { entries.first { $0.name == name } }
        var maximum = Pagination.standardMaximum
        if let max = item("max") {
            maximum = max.value.scalar.flatMap { Int($0.text) } ?? 0
            if !(1...Loop.mostPasses).contains(maximum) {
                sink.report(
                    .countOutOfRange(
                        "max", max.value.scalar?.text ?? "", most: Loop.mostPasses, at: max.value.range))
            }
        }
        guard let way = item("next").map({ link($0.value) }) ?? again(item("while"), item("set")) else {
            return nil
        }
        if case .again = way, let anyHost {
            sink.report(.needsKey(Language.Paginate.next, anyHost))
        }
        return Pagination(
            way: way, maximum: maximum, allowsOtherHosts: anyHost?.value.bool ?? false,
            range: entry.range)
    }

    private func link(_ node: YAMLNode) -> Pagination.Way? {
        guard node.isMapping else {
            guard let source = SourceReader(templates: templates).short(node) else { return nil }
            return .link(capture(source, node))
        }
        guard let entry = MapReader(sink: sink).entries(of: node, as: Language.NextPage.map).first else { return nil }
        if entry.key == Language.NextPage.link { return relation(entry.value) }
        return .link(capture(.header(templates.text(entry.value)), node))
    }

    /// The relation of a Link header, which is literal because the server chooses it.
    private func relation(_ node: YAMLNode) -> Pagination.Way? {
        guard let name = node.scalar?.text, !node.isNull else { return nil }
        guard !name.isEmpty, !name.contains(where: \.isWhitespace), !name.contains("$(") else {
            sink.report(.invalidRelation(name, at: node.range))
            return nil
        }
        return .relation(name)
    }

    private func capture(_ source: Capture.Source, _ node: YAMLNode) -> Capture {
        Capture(
            name: "next", slot: Root.item.rawValue, source: source, conversion: nil, absence: .givesNull,
            isSecret: false, type: .dyn, range: node.range)
    }

    private func again(_ condition: MapReader.Entry?, _ set: MapReader.Entry?) -> Pagination.Way? {
        guard let condition, let set else { return nil }
        if set.value.entries?.isEmpty == true { sink.report(.setsNothing(at: set.value.range)) }
        let assignments = (set.value.entries ?? []).compactMap { pair -> VariableAssignment? in
            let value = templates.template(pair.value)
            guard Scope.mayDeclare(pair.keyText, at: pair.keyRange, sink) else { return nil }
            return VariableAssignment(
                name: pair.keyText, slot: scope.names.declare(pair.keyText, type: .dyn), value: value,
                range: pair.range)
        }
        guard let condition = templates.condition(condition.value) else { return nil }
        return .again(while: condition, set: assignments)
    }
}

extension Diagnostic {
    static func invalidRelation(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "no Link header has the relation `\(name)`", at: range,
            help: name.contains("$(")
                ? "a relation is one fixed word, such as `next`; nothing is computed in it"
                : "a relation is one word, such as `next`")
    }

    static func untilAndPages(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "`until` and `paginate` want different things of a response", at: range,
            help: "wait in one step, read the pages in the next")
    }
}
