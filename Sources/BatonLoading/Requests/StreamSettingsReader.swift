import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Stream

/// Reads `stream`: `true`, or a map.
struct StreamSettingsReader {
    let templates: TemplateReader

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    func stream(_ entry: MapReader.Entry) -> StreamTemplate? {
        let node = entry.value
        if node.bool == true { return template(MapReader.Entries(), at: entry.keyRange) }
        guard node.isMapping else {
            sink.report(
                .wrongType(Language.Step.stream, wanted: "`true` or `{ until, within, max, format, reconnect }`", node))
            return nil
        }
        return template(MapReader(sink: sink).entries(of: node, as: Keys.map), at: entry.keyRange)
    }

    private func template(_ entries: MapReader.Entries, at range: SourceRange) -> StreamTemplate {
        let until = entries[Keys.until].map { condition($0.value) }
        return StreamTemplate(
            until: until?.condition, slots: until?.slots ?? (0, 0),
            within: entries[Keys.within].map { templates.limit($0.value) },
            most: entries[Keys.max].map { most($0.value) } ?? StreamTemplate.standardMost,
            format: entries[Keys.format]?.word(),
            reconnections: entries[Keys.reconnect].map { reconnections($0.value) } ?? 0, range: range)
    }

    /// Compiles `until`, in which `event` and `events` are known; elsewhere these names are free for variables.
    private func condition(_ node: YAMLNode) -> (condition: Expression?, slots: (event: Int, events: Int)) {
        let inner = Scope(around: scope)
        for name in Self.names where scope.names.known.hasVariable(name) {
            sink.report(.variableHidden(name, at: node.range))
        }
        let slots = (event: scope.names.hiddenSlot(), events: scope.names.hiddenSlot())
        inner.names.declarations.declare("event", slot: slots.event, type: .native(Roots.eventType))
        inner.names.declarations.declare("events", slot: slots.events, type: .list(.native(Roots.eventType)))
        let templates = TemplateReader(scope: inner, sink: sink, position: templates.position)
        guard let condition = templates.condition(node) else { return (nil, slots) }
        if let root = condition.program.references.first(where: { Self.ofResponses.contains($0[0]) }) {
            sink.report(.responseInStream(root[0], at: condition.range))
        } else if !condition.program.references.contains(where: { Self.names.contains($0[0]) }) {
            sink.report(.untilWithoutEvent(condition.text, at: condition.range))
        }
        return (condition, slots)
    }

    private static let names = ["event", "events"]
    private static let ofResponses = [Root.response, .request, .outcome, .result, .cached].map(\.name)

    private func most(_ node: YAMLNode) -> Int {
        let count = node.scalar.flatMap { Int($0.text) } ?? 0
        if !(1...StreamTemplate.highestMost).contains(count) {
            sink.report(
                .countOutOfRange("max", node.scalar?.text ?? "", most: StreamTemplate.highestMost, at: node.range))
        }
        return count
    }

    private func reconnections(_ node: YAMLNode) -> Int {
        if let isWanted = node.bool { return isWanted ? StreamTemplate.standardReconnections : 0 }
        let highest = StreamTemplate.highestReconnections
        guard case .number? = node.scalar?.value, let count = Int(node.scalar?.text ?? ""),
            (0...highest).contains(count)
        else {
            sink.report(
                .wrongType(Language.Stream.reconnect, wanted: "`true` or a whole number up to \(highest)", node))
            return 0
        }
        return count
    }
}
