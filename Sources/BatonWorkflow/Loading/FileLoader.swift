import BatonCEL
package import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Turns one workflow file into a `Workflow`, or into everything that is wrong with it.
package struct FileLoader {
    /// What files are loaded against: it decides which names exist.
    private let context: LoadingContext

    package init(_ context: LoadingContext) {
        self.context = context
    }

    /// Nil when the file has errors; they are in the sink.
    package func load(_ file: SourceFile, into sink: DiagnosticSink) -> Workflow? {
        let found = DiagnosticSink()
        let own = DiagnosticSink()
        let root = YAMLComposer.compose(file, into: found)
        let workflow = root.flatMap { FileReader(context: context, sink: own).read($0, file) }
        for diagnostic in Findings.merged(found.diagnostics, own.diagnostics, root) { sink.report(diagnostic) }
        sink.omit(found.omitted + own.omitted)
        return sink.hasErrors || found.hasErrors || own.hasErrors ? nil : workflow
    }
}

/// The reading of one file.
private struct FileReader {
    let context: LoadingContext
    let sink: DiagnosticSink
    let scope: Scope
    let templates: TemplateReader

    init(context: LoadingContext, sink: DiagnosticSink) {
        self.context = context
        self.sink = sink
        scope = Scope(
            secrets: context.secrets,
            environmentVariables: context.environment?.variables.map(\.keyText) ?? [], schemas: context.schemas)
        templates = TemplateReader(scope: scope, sink: sink)
    }

    func read(_ root: YAMLNode, _ file: SourceFile) -> Workflow? {
        let ignored = Language.Key("x-", .any, "Anything: a home for anchors.")
        let entries = MapReader(sink: sink).entries(
            of: root, as: Language.file, other: { $0.hasPrefix("x-") ? ignored : nil })
        func node(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }

        announceNames([node("setup"), node("steps"), node("teardown")])
        let inputs = (node("inputs")?.entries ?? []).compactMap(input)
        let variables = variables(node("vars"), inputs)
        var defaults = EnvironmentReader(templates: templates, sink: sink).defaults(context.environment)
        if let node = node("defaults") { DefaultsReader(templates: templates, sink: sink).read(node, into: &defaults) }
        let requests = RequestReader(
            scope: scope, templates: templates, sink: sink, defaults: defaults,
            session: node("session").map(SessionReader(sink: sink).session) ?? .standard,
            hasBaseURL: context.hasBaseURL)
        scope.part = .step
        let steps = StepReader(scope: scope, templates: templates, sink: sink, requests: requests)
        let setup = node("setup").map(steps.steps) ?? []
        let main = node("steps").map(steps.steps) ?? []
        let teardown = node("teardown").map(steps.steps) ?? []
        if root["steps"]?.items?.isEmpty ?? (root["steps"] == nil && root.entries != nil) {
            sink.report(
                .noSteps(at: node("steps")?.range ?? SourceRange(file: file, root.range.lower..<root.range.lower)))
        }
        scope.part = .file
        let outputs = (node("outputs")?.entries ?? []).compactMap(output)
        guard !sink.hasErrors else { return nil }
        return Workflow(
            file: file, name: node("name")?.scalar?.text ?? Self.defaultName(file.path),
            description: node("description")?.scalar?.text,
            tags: (node("tags")?.items ?? []).compactMap { $0.scalar?.text },
            inputs: inputs, variables: variables, setup: setup, steps: main, teardown: teardown, outputs: outputs,
            slotCount: scope.slotCount, slots: scope.variableSlots, keptAnswers: scope.keptAnswers,
            keepsAllAnswers: scope.keepsAllAnswers,
            lastAnswer: scope.lastAnswer, readsCertificate: scope.readsCertificate, usedSecrets: scope.usedSecrets,
            warnings: sink.diagnostics)
    }

    private static func defaultName(_ path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    }

    /// Notes what every step captures or sets, so that a use before that is explained.
    private func announceNames(_ sections: [YAMLNode?]) {
        for section in sections {
            for step in section?.items ?? [] {
                for entry in step.entries ?? [] where entry.keyText == "capture" || entry.keyText == "set" {
                    for item in entry.value.entries ?? [] { scope.announce(item.keyText, at: item.key.range) }
                }
            }
        }
    }

    private func output(_ entry: YAMLEntry) -> Workflow.Output? {
        guard scope.mayDeclare(entry.keyText, at: entry.key.range, sink) else { return nil }
        return Workflow.Output(
            name: entry.keyText, value: templates.template(entry.value),
            range: entry.key.range.through(entry.value.range))
    }

    private func input(_ entry: YAMLEntry) -> Workflow.Input? {
        guard scope.mayDeclare(entry.keyText, at: entry.key.range, sink) else { return nil }
        var type: String?
        var defaultValue: JSONValue?
        var isRequired: Bool?
        var isSecret = false
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.input) {
            switch item.name {
            case "type":
                let name = item.value.scalar?.text ?? ""
                if Language.typeNames.contains(name) {
                    type = name
                } else {
                    sink.report(.unknownType(name, at: item.value.range))
                }
            case "default":
                defaultValue = templates.template(item.value).literalValue
                if defaultValue == nil { sink.report(.computedDefault(entry.keyText, at: item.value.range)) }
            case "required": isRequired = item.value.bool
            case "secret": isSecret = item.value.bool ?? false
            default: break
            }
        }
        return Workflow.Input(
            name: entry.keyText, slot: scope.declareInput(entry.keyText, type: Self.type(named: type)), type: type,
            defaultValue: defaultValue,
            isRequired: isRequired ?? (defaultValue == nil), isSecret: isSecret, range: entry.key.range)
    }

    private static func type(named name: String?) -> CELType {
        switch name {
        case "string": .string
        case "integer": .int
        case "number": .double
        case "boolean": .bool
        case "array": .anyList
        case "object": .anyMap
        default: .dyn
        }
    }

    /// All variables, each with the strongest of its values: project, file, environment.
    private func variables(_ node: YAMLNode?, _ inputs: [Workflow.Input]) -> [Workflow.Variable] {
        let ranges = Dictionary(inputs.map { ($0.name, $0.range) }) { first, _ in first }
        for entry in node?.entries ?? [] {
            if let range = ranges[entry.keyText] {
                sink.report(.inputAndVariable(entry.keyText, at: entry.key.range, input: range))
            }
        }
        let fromEnvironment = Set((context.environment?.variables ?? []).map(\.keyText))
        var order: [String] = []
        var entries: [String: YAMLEntry] = [:]
        let layers = [context.projectVariables, node?.entries ?? [], context.environment?.variables ?? []]
        for layer in layers {
            for entry in layer {
                guard scope.mayDeclare(entry.keyText, at: entry.key.range, sink) else { continue }
                if entries.updateValue(entry, forKey: entry.keyText) == nil { order.append(entry.keyText) }
            }
        }
        guard !order.isEmpty else { return [] }
        let slots = order.map { scope.declare($0) }
        let variables = zip(order, slots).compactMap { name, slot in
            entries[name].map {
                Workflow.Variable(
                    name: name, slot: slot, value: templates.template($0.value),
                    environmentSlot: fromEnvironment.contains(name) ? scope.hiddenSlot() : nil, range: $0.key.range)
            }
        }
        VariableCycles(sink: sink).check(variables)
        return variables
    }
}
